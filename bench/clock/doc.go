// Package clock aligns the clocks of the hosts of a run, models their drift, and starts the samples of all
// ranks together.
package clock

// How samples start.
const (
	Dissem  = "dissem"  // after our dissemination barrier
	Round   = "round"   // at a common time on the clock
	Barrier = "barrier" // after the library's barrier
)
