// Package clock aligns the clocks of the hosts of a run, models their drift, and starts each sample on all
// ranks at the same time.
package clock

// The values of Gate.Sync. They determine how the ranks are synchronized before each sample.
const (
	Dissem  = "dissem"  // after our dissemination barrier
	Round   = "round"   // at a common time on the clock
	Barrier = "barrier" // after the library's barrier
)
