package sampler

import (
	"time"
)

// Limits say when a case has enough samples.
type Limits struct {
	Rel    float64       // stop when the relative half-width of every ratio's interval is at most this
	Time   time.Duration // time limit of a case; fewest repetitions may exceed it up to overtime times
	Most   int           // maximum number of samples of a cell
	Least  int           // minimum number of samples, unless the time limit ends the case
	Exact  int           // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int           // maximum number of warm-up repetitions; negative none
	Seed   uint64        // seed of the order of contenders
	// Race stops a case when its fastest contender is known. A contender that has lost is not called again.
	Race bool
	// called on every rank after each look at a race; left of all contenders have not lost; may be nil
	Left func(left, all int)
}

// A case has at least fewest repetitions. They may exceed the time limit, but not overtime times the limit.
const (
	fewest   = 4
	overtime = 20
)
