package sim

import (
	"fmt"
	"math"
	"time"

	"topocoll/topo"
)

// A Config describes the machine. Its zero value is a crossbar on which everything is free.
type Config struct {
	Ts, Tw, Th float64 // start-up µs, µs/word, µs/link
	Tr, Tc     float64 // µs/word of a reduction (see Timed) and of a local copy (see Copied)

	Network topo.Network // nil is a crossbar of p nodes; it may have more nodes than are used
	Routing Routing
	Ports   Ports

	// Contention makes every link carry one message at a time, from ts after its start. Under SF a
	// message takes one link after the other, each in the order asked for; under CT it waits until its
	// whole path is free and then holds it, and of two that could the one that has waited longer goes
	// first. At equal times the lower sender does. Without Contention messages pass through each other.
	Contention bool

	// Repeatable says that the body may be run twice, as one without data may. A run with Contention is
	// then first tried without, which takes far less memory for many nodes, and only repeated with it if
	// two messages may want a link at the same time. The result is the same.
	Repeatable bool

	// Memory is the bytes that the run may take as Memory estimates them; 0 is no limit.
	Memory int64

	// Strict refuses a call that needs more ports than a node has, which otherwise take turns.
	Strict bool

	// Placement is the node of the network each process is on; nil is the identity.
	Placement []int

	// Progress, if set, is called about every ProgressEvery (0 is one second) of a long run.
	Progress      func(Progress)
	ProgressEvery time.Duration
}

// Progress is how far a run has come.
type Progress struct {
	Messages, Finished, Nodes int
}

// Routing is how a message crosses several links.
type Routing int

const (
	SF Routing = iota // store-and-forward: link after link
	CT                // cut-through: all links at once
)

func (r Routing) String() string { return [...]string{"sf", "ct"}[r] }

// Ports is what a node can do at the same time. Messages of one call that share a port follow each
// other in the order given; only if the nodes would wait for each other for ever does a later one
// go first.
type Ports int

const (
	// OnePort: one send and one receive, so a SendRecv is one step (F2 and F4).
	OnePort Ports = iota
	// HalfDuplex: one send or one receive (F1). In a SendRecv the node whose label has a 0 in
	// the lowest bit in which it differs from the receiver sends first, so an exchange takes two steps.
	HalfDuplex
	// AllPort: everything on all links.
	AllPort
)

func (p Ports) String() string { return [...]string{"one", "half", "all"}[p] }

// complete checks a config for p processes and fills in what was left out.
func (c Config) complete(p int) (Config, error) {
	if c.Network == nil {
		c.Network = topo.Crossbar{Size: p}
	}
	n := c.Network.Nodes()
	for _, t := range [...]float64{c.Ts, c.Tw, c.Th, c.Tr, c.Tc} {
		if !(t >= 0) {
			return c, fmt.Errorf("sim: a cost of %v µs, want 0 or more", t)
		}
	}
	switch {
	case p > n:
		return c, fmt.Errorf("sim: %d processes do not fit on %v", p, c.Network)
	case c.Routing < SF || c.Routing > CT:
		return c, fmt.Errorf("sim: no routing %d", int(c.Routing))
	case c.Ports < OnePort || c.Ports > AllPort:
		return c, fmt.Errorf("sim: no port model %d", int(c.Ports))
	case c.Network.Links() > math.MaxInt32: // a route is made of int32
		return c, fmt.Errorf("sim: %v has %d links, want at most %d", c.Network, c.Network.Links(), math.MaxInt32)
	case c.Placement != nil && len(c.Placement) != p:
		return c, fmt.Errorf("sim: placement of %d processes, want %d", len(c.Placement), p)
	case c.Placement == nil:
		return c, nil
	}
	used := make([]bool, n)
	for label, place := range c.Placement {
		if place < 0 || place >= n || used[place] {
			return c, fmt.Errorf("sim: placement of process %d on node %d, want each of 0..%d at most once", label, place, n-1)
		}
		used[place] = true
	}
	return c, nil
}

// place returns the node of the network a process is on.
func (c *Config) place(rank int) int {
	if c.Placement == nil {
		return rank
	}
	return c.Placement[rank]
}
