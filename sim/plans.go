package sim

import (
	"errors"

	"topocoll/plan"
)

// Machine returns the machine on which package plan schedules a job of p nodes. A message takes the time of
// its route, and waits for the ports of its nodes. Machine refuses Contention.
func (c Config) Machine(p int) (plan.Machine, error) {
	c, err := c.complete(p)
	if err != nil {
		return plan.Machine{}, err
	}
	if c.Contention {
		return plan.Machine{}, errors.New("sim: a machine with contention for plans, want one without")
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
