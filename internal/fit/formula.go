package fit

import (
	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/topo"
)

// A formula is a textbook formula with the parameters of one call, except ts and tw.
type formula struct {
	model     catalog.Model
	params    cost.Params
	wordBytes int // bytes per word
	// distances over which the time of a shift is averaged; one arbitrary distance for other operations
	shifts []int
}

// formula returns the textbook formula of a call. It returns false if messages are divided, or if no formula
// is exact for the call. The formula assumes the algorithm's own topology, not the network of the run.
func (c call) formula() (formula, bool) {
	f := formula{model: c.row.Model(), wordBytes: c.wordBytes, shifts: []int{1}}
	segment, planSegment := c.limits()
	f.params = f.model.Complete(cost.Params{P: c.p, M: c.words, Mesh: c.mesh}, 1, segment)
	// Some formulas are exact only if a message divides evenly into parts, but the difference is too small to
	// be measured. The formula is therefore used if it is exact for a length that is a multiple of p, of
	// ceil(log2 p) and of the number of parts.
	divided := f.params
	divided.M = c.p * max(1, topo.CubeDim(c.p)) * max(1, f.params.K)
	if planSegment > 0 || f.model.Cost == nil || !f.model.Exact(c.row.Info, divided) {
		return formula{}, false
	}
	if c.row.Op == catalog.Shift {
		f.shifts = medianShiftDistances(c.p, func(q int) float64 {
			a := f.params
			a.Q, a.Ts = q, 1
			return f.model.Cost(a)
		})
	}
	return f, true
}

func (f formula) time(ts, tw float64) (ns float64) {
	a := f.params
	a.Ts, a.Tw = ts, tw*float64(f.wordBytes)
	for _, a.Q = range f.shifts {
		ns += f.model.Cost(a) / float64(len(f.shifts))
	}
	return ns
}
