package sampler

import (
	"time"
)

// Limits say when a case has enough samples.
type Limits struct {
	Rel    float64       // stop when the relative half-width of every ratio's interval is at most this
	Time   time.Duration // time limit of a case; fewest repetitions may exceed it up to overtime times
	Most   int           // maximum number of samples of a cell
	Least  int           // number of samples before which only the time limit ends a case
	Exact  int           // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int           // maximum number of warm-up repetitions; negative none
	Seed   uint64        // of the order of contenders
	// Race stops a case when its fastest contender is known. A contender that has lost is not called again.
	Race bool
	Left func(left, all int) // called on every rank after contenders of a race may have lost; nil: not called
}

// A case has at least fewest repetitions, even beyond its time limit, unless they take overtime times as
// long.
const (
	fewest   = 4
	overtime = 20
)
