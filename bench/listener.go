//go:build cgo

package bench

import (
	"fmt"
	"slices"

	"topocoll/bench/clock"
	"topocoll/bench/results"
)

// A Listener receives the cells and the events of a run as they occur, on every rank.
type Listener interface {
	Watched() // called when the watchdog has started; Stalled may be called from then on
	// Begin is called before the first case. r has the environment and the times of messages, and `cases` is
	// the number of cases.
	Begin(r *results.Result, cases int)
	Cells(cells []results.Cell)     // receives the cells of a measured case, the native call first
	Skip(what string)               // receives what was omitted or changed, and the reason
	Progress(done int, next string) // called before each case; `done` is the number of earlier cases
	// Prepare is called on rank 0 every few seconds before the first case, with the current step.
	Prepare(what string)
	Stop() bool // called before each case and after the last; true on rank 0 ends the run

	// Stalled is called at most once, on a separate goroutine, if the ranks make no progress. On the lowest
	// rank whose watchdog still receives packets from other ranks, the argument `why` is a sentence that states
	// the cause. On the other ranks it is "". Stalled should end the process.
	Stalled(why string)
}

// A report holds the result so far, and the listener that receives it.
type report struct {
	Listener
	result *results.Result
}

// skip adds a message about an omitted or changed measurement to the result, and passes it to the listener.
func (r *report) skip(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	r.result.Skipped = append(r.result.Skipped, what)
	r.Skip(what)
}

// reportOtherSync reports the first case without common start times. It must be called before the cells of
// the case are in the result.
func (r *report) reportOtherSync(cells []results.Cell) {
	other := func(c results.Cell) bool { return c.Sync != "" }
	if !slices.ContainsFunc(cells, other) || slices.ContainsFunc(r.result.Cells, other) {
		return
	}
	c := cells[0]
	r.skip("--sync round: the samples of %s %s p=%d, and of other calls that take less than %d times the "+
		"error of the clocks (now %s), start with a barrier (%s) instead",
		c.Op, results.FormatSize(c.Bytes), c.P, clock.ErrorsPerCall, results.FormatTime(c.ClockError),
		clock.Dissem)
}
