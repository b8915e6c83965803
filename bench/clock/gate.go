//go:build cgo

package clock

import (
	"time"

	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/mpi"
)

// A Gate synchronizes the ranks before each sample.
type Gate struct {
	Sync  string // how samples start: Dissem, Round or Barrier
	Late  int64  // 1 if this rank missed the last start time
	Ahead int64  // with Round: ns from the announcement of a start time to the start

	ranks   *group.Ranks
	guard   *group.Guard
	clock   *Clock
	barrier *comm.Comm[uint8]
}

// NewGate returns a gate with the given Sync.
func NewGate(r *group.Ranks, g *group.Guard, c *Clock, sync string) *Gate {
	return &Gate{Sync: sync, Ahead: initialAhead, ranks: r, guard: g, clock: c, barrier: comm.New(r.Bytes)}
}

// Enter reports the usual time of the next sample to the watchdog, and waits until all ranks begin that
// sample. A usual time of 0 means that it is unknown.
func (g *Gate) Enter(usual time.Duration) error {
	g.guard.Beat(usual)
	g.Late = 0
	switch g.Sync {
	case Barrier:
		return mpi.Barrier(g.ranks.Bytes)
	case Round:
		return g.waitForStart()
	}
	// The default is our own barrier, because the library's barrier could affect the result.
	return hcube.Barrier(g.barrier)
}

// waitForStart waits for a start time that rank 0 announces after a barrier. It sets Late on a rank that
// receives the announcement after that time.
func (g *Gate) waitForStart() error {
	if err := hcube.Barrier(g.barrier); err != nil {
		return err
	}
	c := g.clock
	start, err := g.ranks.NumberFromRank0(c.ToRank0(c.Now()) + g.Ahead)
	if err != nil {
		return err
	}
	due := c.ToLocal(start)
	if c.Now() >= due {
		g.Late = 1
	}
	for c.Now() < due {
	}
	return nil
}

// Limits on Gate.Ahead. Its initial value exceeds the time of a broadcast on one host. Every late start
// doubles Gate.Ahead, up to MostAhead. At this limit, repetitions with late starts are no longer dropped.
const (
	initialAhead = 10_000 // ns
	MostAhead    = 10_000_000
)

// DoubleAhead doubles Ahead. It returns false if Ahead has reached its limit. Every rank must call
// DoubleAhead after the same repetitions.
func (g *Gate) DoubleAhead() bool {
	if g.Ahead >= MostAhead {
		return false
	}
	g.Ahead *= 2
	return true
}

// ErrorsPerCall is the minimum ratio of a call's time to the clock error for samples that start at a common
// time (Round).
const ErrorsPerCall = 10

// TrustsClock reports whether the clock error is small enough for a common start time of all ranks. The
// argument `ns` is the time of the call in ns.
func (g *Gate) TrustsClock(ns float64) bool { return float64(g.clock.Error*ErrorsPerCall) <= ns }
