package fit

import (
	"cmp"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/topo"
)

// A Prediction is the time of one measured cell by the book's formula, from the times of messages.
type Prediction struct {
	Cell  results.Cell
	From  string  // the pattern of the messages: pingpong or exchange
	Time  float64 // ns
	Guess bool    // the cell's mean message lies outside the sizes of the messages measured
}

// Error returns prediction less measurement, relative to the measurement.
func (p Prediction) Error() float64 { return p.Time/p.Cell.Median - 1 }

// Predict evaluates the book's formula for every cell whose algorithm has one. It takes ts and tw from the fits of r's
// messages: once from those of a ping-pong, once from those of an exchange of all ranks. Each time it takes the line for
// the cell's mean message.
func Predict(r *results.Result, fits []Fit) []Prediction {
	measured, first := map[measurement][]Fit{}, map[string][]Fit{}
	for i, fit := range fits {
		at := measurement{fit.Pattern, fit.P}
		measured[at] = append(measured[at], fit)
		if first[fit.Pattern] == nil {
			first[fit.Pattern] = fits[i : i+1]
		}
	}
	var predictions []Prediction
	for _, cell := range r.Cells {
		f, found := formulaOf(cell, r.Env)
		if !found {
			continue
		}
		message := meanMessage(cell)
		for _, from := range []string{"pingpong", "exchange"} {
			used := measured[measurement{from, cell.P}]
			switch {
			case from == "exchange":
				used = f.near(used)
			case used == nil: // a ping-pong of two ranks takes the same time, however many ranks are idle
				used = first[from]
			}
			if len(used) == 0 {
				continue
			}
			p := Prediction{Cell: cell, From: from}
			for _, fit := range used {
				line := fit.Line(message)
				p.Time += f.time(line.Ts, line.Tw) / float64(len(used)) // formulas are linear in ts and tw
				p.Guess = p.Guess || !fit.Measured(message)
			}
			predictions = append(predictions, p)
		}
	}
	return predictions
}

// A measurement identifies the fits of one pattern and process count.
type measurement struct {
	pattern string
	p       int
}

// meanMessage is the mean size in bytes of the messages of the busiest rank.
func meanMessage(cell results.Cell) float64 {
	if cell.Counters.Messages == 0 {
		return 0
	}
	return float64(cell.Counters.Bytes) / float64(cell.Counters.Messages)
}

// A formula is the book's formula with the parameters of one cell, except ts and tw.
type formula struct {
	cell   results.Cell
	model  catalog.Model
	params cost.Params
	word   int   // bytes
	shifts []int // the distances over which the time of a shift is averaged; arbitrary for other operations
}

// formulaOf returns the formula of a cell on the home network of its algorithm.
func formulaOf(cell results.Cell, env results.Env) (formula, bool) {
	row, found := catalog.Find[struct{}](cell.Algo)
	if !found || cell.P < 2 || !(cell.Median > 0) || cell.Cut > 0 { // the formula is that of whole messages
		return formula{}, false
	}
	f := formula{cell: cell, model: row.Model(), word: 8}
	if cell.Type == "uint8" {
		f.word = 1
	}
	words := cell.Bytes / f.word
	f.params = cost.Params{P: cell.P, M: words, Mesh: meshOf(env, cell.P), Q: 1}
	if f.model.Parts != nil {
		f.params.K = max(1, cell.Counters.Messages) // the busiest rank of a pipeline sends every part once
	}
	// Unequal parts of a message make no measurable difference. So the formula is used if it is exact for a length
	// that is a multiple of every number of parts.
	divided := f.params
	divided.M = cell.P * max(1, topo.CubeDim(cell.P)) * max(1, f.params.K)
	if f.model.Cost == nil || !f.model.Exact(row.Info, divided) {
		return formula{}, false
	}
	f.shifts = []int{1}
	if cell.Op == string(catalog.Shift) {
		f.shifts = f.middleShifts()
	}
	return f, true
}

// mostShifts is the number of distances at which a shift is measured: the default number of samples of the bench.
const mostShifts = 1024

// middleShifts returns the distances with the median time. The bench shifts by 1, 2, .. p-1 in turn, and more steps take
// more time, whatever ts and tw are.
func (f formula) middleShifts() []int {
	a := f.params
	a.Ts = 1
	steps := make([]float64, min(a.P, mostShifts+1))
	distances := make([]int, len(steps)-1)
	for i := range distances {
		a.Q = i + 1
		distances[i], steps[a.Q] = a.Q, f.model.Cost(a)
	}
	slices.SortFunc(distances, func(q, r int) int { return cmp.Compare(steps[q], steps[r]) })
	n := len(distances)
	return []int{distances[(n-1)/2], distances[n/2]}
}

// time evaluates the formula in ns, for ts in ns and tw in ns per byte.
func (f formula) time(ts, tw float64) (ns float64) {
	a := f.params
	a.Ts, a.Tw = ts, tw*float64(f.word)
	for _, a.Q = range f.shifts {
		ns += f.model.Cost(a) / float64(len(f.shifts))
	}
	return ns
}

// near selects, from the fits of an exchange, those with the strides of the algorithm on its network.
func (f formula) near(fits []Fit) []Fit {
	strides := f.strides()
	near := slices.DeleteFunc(slices.Clone(fits), func(fit Fit) bool { return !slices.Contains(strides, fit.Stride) })
	if len(near) > 0 {
		return near
	}
	return fits
}

// strides returns the differences of label over which the algorithm sends messages; nil: all powers of two.
func (f formula) strides() []int {
	switch {
	case f.model.CT:
	case f.model.Home == catalog.Ring:
		return []int{1}
	case f.model.Home == catalog.Torus:
		var strides []int
		g := topo.Mesh(f.params.Mesh)
		for k := range g {
			if g[k] > 1 {
				strides = append(strides, g.Stride(k))
			}
		}
		return strides
	}
	return nil
}

// meshOf returns the extents of the mesh on which the cells of p processes were measured.
func meshOf(env results.Env, p int) topo.Mesh {
	if g, err := topo.ParseMesh(env.Mesh); err == nil && g.Size() == p {
		return g
	}
	return topo.NearSquare(p, 2)
}
