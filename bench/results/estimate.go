package results

import (
	"math"

	"topocoll/catalog"
	"topocoll/topo"
)

// Estimate returns the ns that an operation with blocks of some bytes on p ranks would take with one port a
// rank, at the median speed of the run's own single messages; 0 where Bound knows the links, and where no
// message was timed.
//
// It is the larger of two: the bytes that the busiest rank must move at the best speed any message had, and
// the start-ups of the shortest message, ceil(log2 p) of them where the data of one rank reach all or those
// of all reach one, one for a shift. It is no bound: half the messages it is made of were faster than their
// median, and ranks that copy in parallel, or a start-up hidden behind another, lie below it.
func Estimate(r *Result, kind catalog.Kind, p, bytes int) float64 {
	if p < 2 || r.Env.LinksKnown(p) {
		return 0
	}
	shortest, perByte := math.Inf(1), math.Inf(1)
	for _, msg := range r.Messages {
		if msg.P == p {
			shortest, perByte = min(shortest, msg.Median), min(perByte, msg.Median/float64(msg.Bytes))
		}
	}
	if math.IsInf(shortest, 1) {
		return 0
	}
	startups := topo.CubeDim(p)
	if kind == catalog.Shift {
		startups = 1
	}
	return max(float64(mustMove(kind, apart(p), bytes))*perByte, float64(startups)*shortest)
}

// Yardstick is what the time of a cell is compared with besides native: its bound, or else its one-port
// estimate. It is 0 where there is neither.
func (c Cell) Yardstick() (ns float64) {
	if c.Bound > 0 {
		return c.Bound
	}
	return c.Estimate
}

// renameEstimates mends files from before estimate_ns: they have that as bound_ns where no links are known.
func (r *Result) renameEstimates() {
	known := map[int]bool{}
	for i := range r.Cells {
		c := &r.Cells[i]
		if _, seen := known[c.P]; !seen {
			known[c.P] = r.Env.LinksKnown(c.P)
		}
		if c.Bound > 0 && !known[c.P] {
			c.Bound, c.Estimate = 0, c.Bound
		}
	}
}
