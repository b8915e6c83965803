package sim

import (
	"fmt"
	"math"
	"time"

	"topocoll/topo"
)

// A Config describes the machine. Its zero value is a crossbar on which everything costs 0 µs.
type Config struct {
	Ts, Tw, Th float64 // start-up µs, µs/word over a link of capacity 1, µs/link
	Tr         float64 // µs/word of a reduction, see Timed

	Network topo.Network // nil is a crossbar of p nodes; it may have more than p nodes
	Routing Routing
	Ports   Ports

	// Contention makes every link carry one message at a time, from ts after the start of the message. Under SF a
	// message takes one link after the other; each link serves its requests in order. Under CT a message waits until
	// its whole path is free and then holds it; if two messages could start, the one that has waited longer goes
	// first. At equal times the lower sender goes first. Without Contention messages do not delay each other.
	Contention bool

	// Repeatable allows the body to be run twice, for example if it computes no data. A run with Contention is
	// then first tried without it, which takes far less memory for many nodes. Only if two messages may use a
	// link at the same time, it is repeated with Contention. The result is the same.
	Repeatable bool

	// Oblivious says that what a node does depends on nothing that it receives: it is a procedure called without data,
	// or a plan. The words must have no size. Then the body of a node runs ahead of its messages: a call is taken down
	// and returns nil at once, and the machine carries out the list. So a run needs no coroutine for each node and is
	// several times as fast. The result is the same.
	Oblivious bool

	// Memory is the limit in bytes on the memory that the run takes by the estimate of func Memory; 0 is no limit.
	Memory int64

	// Strict refuses a call whose messages need more ports than a node has. Otherwise these messages take turns.
	Strict bool

	// Placement is the node of the network for each process; nil is the identity.
	Placement []int

	// Progress, if set, is called about every ProgressEvery (0 is one second) of a long run.
	Progress      func(Progress)
	ProgressEvery time.Duration
}

// Progress is the state of a run in progress.
type Progress struct {
	Messages, Finished, Nodes int
}

// Routing is the way in which a message crosses several links.
type Routing int

const (
	SF Routing = iota // store-and-forward: link after link
	CT                // cut-through: all links at once
)

func (r Routing) String() string { return [...]string{"sf", "ct"}[r] }

// Ports is the number of messages that a node can send and receive at the same time. Messages of one call that
// share a port follow each other in the given order. A later one goes first only if otherwise all nodes would wait
// for ever.
type Ports int

const (
	// OnePort: one send and one receive, so a SendRecv is one step (F2 and F4).
	OnePort Ports = iota
	// HalfDuplex: one send or one receive (F1). In a SendRecv, a transfer comes first if its sender's label has a 0
	// in the lowest bit in which it differs from the receiver's, so an exchange takes two steps.
	HalfDuplex
	// AllPort: any number of sends and receives.
	AllPort
)

func (p Ports) String() string { return [...]string{"one", "half", "all"}[p] }

// complete checks a config for p processes and fills in the defaults.
func (c Config) complete(p int) (Config, error) {
	if c.Network == nil {
		c.Network = topo.Crossbar{Size: p}
	}
	n := c.Network.Nodes()
	for _, t := range [...]float64{c.Ts, c.Tw, c.Th, c.Tr} {
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

// place returns the node of the network for a process.
func (c *Config) place(rank int) int {
	if c.Placement == nil {
		return rank
	}
	return c.Placement[rank]
}
