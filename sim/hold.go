package sim

import (
	"errors"
	"sync"

	"topocoll/plan"
	"topocoll/topo"
)

// linkTime returns the time that a message spends on a path whose links are free, excluding the start-up
// time. A word takes tw/c on a link of capacity c. Under CT a message moves at the rate of the slowest link
// of its path.
func (c *Config) linkTime(words int, path []int32) float64 {
	perWord := c.Tw * float64(words)
	sum, slowest := float64(len(path)), 1.0 // sum and maximum of 1/capacity
	if weighted, ok := c.Network.(topo.Weighted); ok && len(path) > 0 {
		sum, slowest = 0, 0
		for _, link := range path {
			inverse := 1 / float64(weighted.Capacity(link))
			sum, slowest = sum+inverse, max(slowest, inverse)
		}
	}
	if c.Routing == SF {
		return perWord * sum
	}
	return perWord*slowest + c.Th*float64(len(path))
}

// Machine returns the machine on which package plan schedules a job of p nodes. The time of a message depends
// on its route. Messages wait for the ports of their nodes. Machine returns an error if c has Contention or
// Start.
func (c Config) Machine(p int) (plan.Machine, error) {
	c, err := c.complete(p)
	if err != nil {
		return plan.Machine{}, err
	}
	if c.Contention {
		return plan.Machine{}, errors.New("sim: Machine: package plan does not model contention; use a config " +
			"without it")
	}
	if c.Start != nil {
		return plan.Machine{}, errors.New("sim: Machine: in package plan, all nodes begin at 0; use a config " +
			"without Start")
	}
	paths := sync.Pool{New: func() any { return new([]int32) }}
	message := func(from, to, words int) float64 {
		if from == to {
			return 0
		}
		path := paths.Get().(*[]int32)
		defer paths.Put(path)
		*path = c.Network.Route((*path)[:0], c.nodeOf(from), c.nodeOf(to))
		return c.Ts + c.linkTime(words, *path)
	}
	return plan.Machine{Message: message, Tr: c.Tr, AllPort: c.Ports == AllPort,
		HalfDuplex: c.Ports == HalfDuplex}, nil
}
