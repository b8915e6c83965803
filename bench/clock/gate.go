//go:build cgo

package clock

import (
	"time"

	"topocoll/bench/group"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/mpi"
)

// A Gate starts the samples of all ranks together.
type Gate struct {
	Sync  string // how samples start: Dissem, Round or Barrier
	Late  int64  // 1 if this rank missed the last start time
	Ahead int64  // ns from the announcement of a start time to the start, with Round

	ranks   *group.Ranks
	guard   *group.Guard
	clock   *Clock
	barrier *comm.Comm[uint8]
}

// NewGate returns a gate at which samples start as sync says.
func NewGate(r *group.Ranks, g *group.Guard, c *Clock, sync string) *Gate {
	return &Gate{Sync: sync, Ahead: firstAhead, ranks: r, guard: g, clock: c, barrier: comm.New(r.Bytes)}
}

// Enter returns when all ranks are about to begin a sample, which usually takes a known time; 0 if it is not
// known.
func (g *Gate) Enter(usual time.Duration) error {
	g.guard.Beat(usual)
	g.Late = 0
	switch g.Sync {
	case Barrier:
		return mpi.Barrier(g.ranks.Bytes)
	case Round:
		return g.waitForStart()
	}
	return hcube.Barrier(g.barrier) // ours, so that the library's choice of a barrier has no influence on the result
}

// waitForStart is a barrier, after which rank 0 announces the time at which all ranks begin. A rank that
// receives this after the time has passed is late.
func (g *Gate) waitForStart() error {
	if err := hcube.Barrier(g.barrier); err != nil {
		return err
	}
	c := g.clock
	start, err := g.ranks.FromRank0(c.OnRank0(c.Now()) + g.Ahead)
	if err != nil {
		return err
	}
	due := c.Local(start)
	if c.Now() >= due {
		g.Late = 1
	}
	for c.Now() < due {
	}
	return nil
}

// Rank 0 announces a start this long before it. At first it is more than a broadcast takes on one host. It is
// doubled whenever a rank was late, up to a limit. At the limit, repetitions with late starts count.
const (
	firstAhead = 10_000 // ns
	MostAhead  = 10_000_000
)

// DoubleAhead doubles Ahead if it is below the limit. Every rank does this for the same repetition.
func (g *Gate) DoubleAhead() bool {
	if g.Ahead >= MostAhead {
		return false
	}
	g.Ahead *= 2
	return true
}

// ErrorsPerCall is how many times as long as the error of the clocks a call must take for its samples to
// start at a common time.
const ErrorsPerCall = 10

// TrustsClock reports whether calls of some ns are long enough for the error of the clocks.
func (g *Gate) TrustsClock(ns float64) bool { return float64(g.clock.Error*ErrorsPerCall) <= ns }
