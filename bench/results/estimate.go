package results

import (
	"math"

	"topocoll/catalog"
	"topocoll/topo"
)

// Estimate returns the time in ns that an operation with blocks of some bytes on p ranks would take with one port per
// rank, at the median speed of the run's single messages. It returns 0 if Bound knows the links, if the blocks
// have counts, or if no message was timed.
//
// It is the larger of two terms: the bytes that the busiest rank must move, at the best median rate of any message; and
// the start-ups, each as long as the shortest message: ceil(log2 p) if one rank's data reach all ranks or all ranks'
// data reach one, and one for a shift. The estimate is not a bound: half of the messages were faster than their median,
// and ranks that copy in parallel, or a start-up that overlaps another, can be below it.
func Estimate(r *Result, coll catalog.Collective, p, bytes int) float64 {
	if p < 2 || r.Env.Counts != "" || r.Env.LinksKnown(p) {
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
	if coll == catalog.Shift {
		startups = 1
	}
	return max(float64(mustMove(coll, apart(p), bytes))*perByte, float64(startups)*shortest)
}

// Yardstick returns the time, other than native's, with which a cell is compared: its bound or, without one, its
// one-port estimate. It is 0 if there is neither.
func (c Cell) Yardstick() (ns float64) {
	if c.Bound > 0 {
		return c.Bound
	}
	return c.Estimate
}

// renameEstimates converts files that are older than estimate_ns: if no links are known, their bound_ns is an estimate.
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
