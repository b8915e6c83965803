package sim

import (
	"fmt"
	"math"
	"slices"
	"time"

	"topocoll/topo"
)

// A Config describes the simulated machine. In the zero value, the network is a crossbar, and all messages
// and combinations take 0 µs.
type Config struct {
	Ts, Tw, Th float64 // µs per message (start-up); µs per word over a link of capacity 1; µs per link
	Tr         float64 // µs to combine one word with the operator; see Timed

	Network topo.Network // nil: a crossbar of p nodes; a given network may have more than p nodes
	Routing Routing
	Ports   Ports

	// If Contention is true, every link carries one message at a time. A message requests its links ts after
	// its start. Under SF it takes its links one after the other, and each link serves its requests in order.
	// Under CT it waits until its whole path is free and then holds the path. If two messages could start, the
	// one that has waited longer goes first. Ties go to the sender with the lower rank. Without Contention,
	// messages do not delay each other on links.
	Contention bool

	// If Repeatable is true, the simulator may run the body twice. Running it twice is safe, for example, if
	// the body computes no data. A run with Contention is then first simulated without contention, which takes
	// far less memory for many nodes. If two messages may use a link at the same time, the simulation is
	// repeated with contention. Repeatable does not change the result.
	Repeatable bool

	// If Oblivious is true, the behaviour of a node must not depend on anything that the node receives. The
	// body must be a procedure called without data, or a plan, and the word type must have size 0. The body of
	// a node then runs ahead of its messages. Each call is recorded and immediately returns nil, and the
	// machine later processes the recorded list. Such a run needs no coroutine for each node and is several
	// times as fast. Oblivious does not change the result.
	Oblivious bool

	// Memory limits the memory of the run in bytes, as estimated by the function Memory; 0 means no limit.
	Memory int64

	// If Strict is true, it is an error if the messages of a call need more ports than a node has. Otherwise
	// these messages are sent one after the other.
	Strict bool

	// Placement[i] is the network node on which process i runs. If Placement is nil, process i runs on node i.
	Placement []int

	// Start is the time in µs at which each process begins. If it is nil, all processes begin at 0. No message
	// of a process starts before the process begins.
	Start []float64

	// Progress sets the progress reports of a long run. In the zero value, there are none.
	Progress ProgressReports
}

// ProgressReports determine when a run reports its progress.
type ProgressReports struct {
	Report   func(Progress) // called about once per Interval; nil: there are no reports
	Interval time.Duration  // 0: one second
}

// Progress is the state of a run in progress.
type Progress struct {
	Messages, Finished, Nodes int
}

// Routing determines how a message crosses several links.
type Routing int

const (
	SF Routing = iota // store-and-forward: link after link
	CT                // cut-through: all links at once
)

func (r Routing) String() string { return [...]string{"sf", "ct"}[r] }

// Ports is the number of messages that a node can send and receive at the same time. Messages of one call
// that share a port are sent one after the other in the given order. A later message goes first only if all
// nodes would otherwise deadlock.
type Ports int

const (
	// OnePort allows one send and one receive at the same time, so a SendRecv is one step. The sources F2 and
	// F4 use this model (see docs/reference/sources.md).
	OnePort Ports = iota
	// HalfDuplex allows one send or one receive at a time, so an exchange takes two steps. Source F1 uses this
	// model. For each transfer of a SendRecv, let b be the lowest bit in which the labels of the sender and the
	// receiver differ. A transfer goes first if its sender has a 0 in bit b.
	HalfDuplex
	// AllPort allows any number of sends and receives.
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
		if !isDuration(t) {
			return c, fmt.Errorf("sim: cost %v µs, want a finite number of at least 0", t)
		}
	}
	switch {
	case p > n:
		return c, fmt.Errorf("sim: %d processes do not fit on %v", p, c.Network)
	case c.Routing < SF || c.Routing > CT:
		return c, fmt.Errorf("sim: unknown routing %d, want SF or CT", int(c.Routing))
	case c.Ports < OnePort || c.Ports > AllPort:
		return c, fmt.Errorf("sim: unknown port model %d, want one-port, half-duplex or all-port",
			int(c.Ports))
	case c.Network.Links() > math.MaxInt32: // routes store link numbers as int32
		return c, fmt.Errorf("sim: %v has %d links, want at most %d", c.Network, c.Network.Links(),
			math.MaxInt32)
	case c.Start != nil && len(c.Start) != p:
		return c, fmt.Errorf("sim: start times for %d processes, want %d", len(c.Start), p)
	case slices.ContainsFunc(c.Start, func(t float64) bool { return !isDuration(t) }):
		return c, fmt.Errorf("sim: start times %v, want finite numbers of at least 0", c.Start)
	case c.Placement != nil && len(c.Placement) != p:
		return c, fmt.Errorf("sim: placement for %d processes, want %d", len(c.Placement), p)
	case c.Placement == nil:
		return c, nil
	}
	used := make([]bool, n)
	for label, place := range c.Placement {
		if place < 0 || place >= n || used[place] {
			return c, fmt.Errorf("sim: process %d is placed on node %d; use each of the nodes 0..%d at most once",
				label, place, n-1)
		}
		used[place] = true
	}
	return c, nil
}

// isDuration reports whether a time is a finite number of at least 0.
func isDuration(t float64) bool { return t >= 0 && !math.IsInf(t, 1) }

// nodeOf returns the node of the network on which a process is placed.
func (c *Config) nodeOf(rank int) int {
	if c.Placement == nil {
		return rank
	}
	return c.Placement[rank]
}
