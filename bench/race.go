package bench

import (
	"time"

	"topocoll/bench/results"
)

// A Race is a run that looks for the fastest contender of every cell. A contender that has lost (stats.Race) is called no more, so
// it has fewer samples than native, which stays as what all are compared with. Algorithms of the library lose only to others of
// the library: the best of them is of interest even where one of ours is faster. A cell ends when its time is over, or when all
// that are left are within 2 %.
type Race struct {
	// Next is asked on rank 0 what to measure next, instead of every operation at every size, and whether there is anything. Sizes
	// are still what memory is laid out for: none may be longer than the longest of them.
	Next func() (cell TimedCase, more bool)
	Left func(left, of int) // called on every rank whenever some contenders may have lost; nil: nobody is to know
}

// A TimedCase is a case and the time that it may take; two repetitions may take longer. It is measured on all ranks, so its P is
// not used.
type TimedCase struct {
	results.Case
	Time time.Duration
}
