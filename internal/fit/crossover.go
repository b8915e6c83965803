package fit

import "math"

// A Crossover is the sizes, in bytes of one rank's block, at which the faster of two algorithms of an operation changes:
// by the measured times, and by the times predicted from a pattern.
type Crossover struct {
	Op       string
	P        int
	A, B     string // A is the faster at the small sizes
	From     string
	Measured []float64
	Model    []float64
}

// tie is the ratio of two times up to which neither counts as faster; otherwise noise would make many crossovers.
const tie = 1.05

// Crossovers returns the pairs whose times cross both in the measurement and in the model.
func Crossovers(predictions []Prediction) []Crossover {
	type contest struct {
		op, from string
		p        int
	}
	var order []contest
	algos := map[contest][]string{}
	of := map[contest]map[string][]Prediction{}
	for _, p := range predictions {
		at := contest{p.Cell.Op, p.From, p.Cell.P}
		if of[at] == nil {
			order, of[at] = append(order, at), map[string][]Prediction{}
		}
		if of[at][p.Cell.Algo] == nil {
			algos[at] = append(algos[at], p.Cell.Algo)
		}
		of[at][p.Cell.Algo] = append(of[at][p.Cell.Algo], p)
	}
	var found []Crossover
	for _, at := range order {
		for i, a := range algos[at] {
			for _, b := range algos[at][i+1:] {
				c := Crossover{Op: at.op, P: at.p, A: a, B: b, From: at.from}
				if c.between(of[at][a], of[at][b]) {
					found = append(found, c)
				}
			}
		}
	}
	return found
}

// between fills in the sizes at which the times of two algorithms cross. It reports whether both the measured and the
// predicted times cross.
func (c *Crossover) between(a, b []Prediction) bool {
	at := map[int]Prediction{}
	for _, other := range b {
		at[other.Cell.Bytes] = other
	}
	var sizes, measured, model []float64
	for _, one := range a {
		if other, both := at[one.Cell.Bytes]; both && one.Cell.Bytes > 0 {
			sizes = append(sizes, float64(one.Cell.Bytes))
			measured = append(measured, one.Cell.Median/other.Cell.Median)
			model = append(model, one.Time/other.Time)
		}
	}
	var first float64
	c.Measured, first = crossings(sizes, measured)
	c.Model, _ = crossings(sizes, model)
	if first > 1 {
		c.A, c.B = c.B, c.A
	}
	return len(c.Measured) > 0 && len(c.Model) > 0
}

// crossings returns the sizes at which a ratio of times passes through 1, and the first clear ratio. A ratio is clear
// if it is not a tie. A crossing is interpolated between the clear ratios around it, linearly in the logarithms. Sizes
// increase.
func crossings(sizes, ratios []float64) (at []float64, first float64) {
	last := -1 // the last size at which one was clearly faster
	for i, ratio := range ratios {
		if ratio < tie && ratio > 1/tie {
			continue
		}
		if last < 0 {
			first = ratio
		} else if (ratio > 1) != (ratios[last] > 1) {
			from, to := math.Log(ratios[last]), math.Log(ratio)
			share := from / (from - to)
			at = append(at, math.Exp(math.Log(sizes[last])*(1-share)+math.Log(sizes[i])*share))
		}
		last = i
	}
	return at, first
}
