package sim

import "topocoll/topo"

// hold is the time of a message over the free links of a path, without its start-up. A link of capacity c takes tw/c for a
// word. Under CT a message moves at the rate of the slowest link of its path.
func (c *Config) hold(words int, path []int32) float64 {
	perWord := c.Tw * float64(words)
	if c.Routing == SF {
		return perWord * c.inverses(path)
	}
	return perWord*c.slowest(path) + c.Th*float64(len(path))
}

// inverses returns the sum of 1/capacity over the links of a path.
func (c *Config) inverses(path []int32) float64 {
	weighted, ok := c.Network.(topo.Weighted)
	if !ok {
		return float64(len(path))
	}
	sum := 0.0
	for _, link := range path {
		sum += 1 / float64(weighted.Capacity(link))
	}
	return sum
}

// slowest returns the maximum of 1/capacity over the links of a path; 1 without links.
func (c *Config) slowest(path []int32) float64 {
	weighted, ok := c.Network.(topo.Weighted)
	if !ok || len(path) == 0 {
		return 1
	}
	least := weighted.Capacity(path[0])
	for _, link := range path[1:] {
		least = min(least, weighted.Capacity(link))
	}
	return 1 / float64(least)
}
