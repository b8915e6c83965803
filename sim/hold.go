package sim

import (
	"errors"

	"topocoll/plan"
	"topocoll/topo"
)

// linkTime returns the time that a message spends on a path whose links are free, excluding the start-up
// time. A word takes tw/c on a link of capacity c. Under CT a message moves at the rate of the slowest link
// of its path.
func (c *Config) linkTime(words int, path []int32) float64 {
	perWord := c.Tw * float64(words)
	if c.Routing == SF {
		return perWord * c.sumOfInverseCapacities(path)
	}
	return perWord*c.maxInverseCapacity(path) + c.Th*float64(len(path))
}

func (c *Config) sumOfInverseCapacities(path []int32) float64 {
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

// maxInverseCapacity returns the maximum of 1/capacity over the links of a path, or 1 for an empty path.
func (c *Config) maxInverseCapacity(path []int32) float64 {
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

// Machine returns the machine on which package plan schedules a job of p nodes. The time of a message depends
// on its route. Messages wait for the ports of their nodes. Machine returns an error if c has Contention.
func (c Config) Machine(p int) (plan.Machine, error) {
	c, err := c.complete(p)
	if err != nil {
		return plan.Machine{}, err
	}
	if c.Contention {
		return plan.Machine{}, errors.New("sim: Machine: package plan does not model contention; use a config " +
			"without it")
	}
	var path []int32
	message := func(from, to, words int) float64 {
		if from == to {
			return 0
		}
		path = c.Network.Route(path[:0], c.nodeOf(from), c.nodeOf(to))
		return c.Ts + c.linkTime(words, path)
	}
	return plan.Machine{Message: message, Tr: c.Tr, AllPort: c.Ports == AllPort,
		HalfDuplex: c.Ports == HalfDuplex}, nil
}
