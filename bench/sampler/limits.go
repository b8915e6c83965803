package sampler

import (
	"time"
)

// Limits determine when a case has enough samples.
type Limits struct {
	Rel    float64       // stop when the relative half-width of every ratio's interval is at most this
	Time   time.Duration // time limit of a case; the first repetitions may exceed it
	Most   int           // maximum number of samples of a cell
	Least  int           // minimum number of samples, unless the time limit ends the case
	Exact  int           // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int           // maximum number of warm-up repetitions; a negative number means none
	Seed   uint64        // seed of the order of contenders
	// If Race is true, a case stops when its fastest contender is known. A contender that has lost is not
	// called again.
	Race bool
	// Left is called on every rank after each test for contenders that have lost a race. Its arguments are the
	// number of contenders that remain in the race, and the number of all contenders. Left may be nil.
	Left func(left, all int)
}

// A case that is not a race has at least minRepetitions repetitions. It has fewer only if they would take
// longer than overtimeFactor times the time limit.
const (
	minRepetitions = 4
	overtimeFactor = 20
)
