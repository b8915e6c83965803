// Package clock has the clocks of the hosts of a run: their offsets from rank 0's clock, how they drift, and
// how the samples of all ranks start together.
package clock

// How samples start.
const (
	Dissem  = "dissem"  // after our dissemination barrier
	Round   = "round"   // at a common time on the clock
	Barrier = "barrier" // after the library's barrier
)
