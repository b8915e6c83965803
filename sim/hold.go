package sim

import "topocoll/topo"

// linkTime returns the time of a message over the free links of a path, without its start-up. A word takes
// tw/c on a link of capacity c. Under CT a message moves at the rate of the slowest link of its path.
func (c *Config) linkTime(words int, path []int32) float64 {
	perWord := c.Tw * float64(words)
	if c.Routing == SF {
		return perWord * c.inverseSum(path)
	}
	return perWord*c.inverseMax(path) + c.Th*float64(len(path))
}

// inverseSum returns the sum of 1/capacity over the links of a path.
func (c *Config) inverseSum(path []int32) float64 {
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

// inverseMax returns the maximum of 1/capacity over the links of a path, or 1 if the path has no links.
func (c *Config) inverseMax(path []int32) float64 {
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
