package page

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
)

// A libraryPair is what two runs with different MPI libraries say of these.
type libraryPair struct {
	compare.Libraries
	ID    string // of the run with the second
	Which string // both, with their versions
	Notes []string
	Ops   []*libraryOp
}

// A libraryOp is an operation at one process count; its ratios are geometric means over the sizes.
type libraryOp struct {
	Op       string
	P        int
	Ratio    float64        // of the default calls, B / A
	Verdicts map[string]int // on it, size by size
	Ours     [2]float64     // best of ours / native
	Advice   []advised
	Rows     []compare.LibraryRow // by size
}

// librariesOf compares the first run with the first of each other library.
func librariesOf(runs []run, all []*results.Result) (list []libraryPair) {
	for i, r := range all {
		known := slices.ContainsFunc(all[:i], func(other *results.Result) bool { return !compare.DifferentLibraries(r, other) })
		if i > 0 && !known {
			pair := pairOf(compare.CompareLibraries(all[0], r))
			pair.ID, pair.Which = runs[i].ID, all[0].Env.Release()+" and "+r.Env.Release()
			list = append(list, pair)
		}
	}
	return list
}

func pairOf(l compare.Libraries) libraryPair {
	pair := libraryPair{Libraries: l, Notes: libraryNotes(l)}
	for _, row := range l.Rows {
		i := slices.IndexFunc(pair.Ops, func(o *libraryOp) bool { return o.Op == string(row.Op) && o.P == row.P })
		if i < 0 {
			i = len(pair.Ops)
			pair.Ops = append(pair.Ops, &libraryOp{Op: string(row.Op), P: row.P, Verdicts: map[string]int{}})
		}
		pair.Ops[i].Rows = append(pair.Ops[i].Rows, row)
	}
	for _, o := range pair.Ops {
		o.fill()
	}
	return pair
}

// fill sums the sizes of an operation up.
func (o *libraryOp) fill() {
	slices.SortStableFunc(o.Rows, func(a, b compare.LibraryRow) int { return a.Bytes - b.Bytes })
	var ratios []float64
	var ours [2][]float64
	for _, r := range o.Rows {
		o.Verdicts[r.Native.Verdict]++
		ratios = append(ratios, r.Native.Ratio)
		for side, l := range r.Over {
			if l.Best != "" {
				ours[side] = append(ours[side], l.BestRatio)
			}
		}
	}
	o.Ratio, o.Ours = stats.GeometricMean(ratios), [2]float64{stats.GeometricMean(ours[0]), stats.GeometricMean(ours[1])}
	o.Advice = adviceOf(o.Rows)
}

// libraryNotes are what the comparison does not say.
func libraryNotes(l compare.Libraries) []string {
	var notes []string
	if len(l.Unlike) > 0 {
		return nil
	}
	if l.Launches == 1 {
		notes = append(notes, "One launch a side cannot tell a library from a launch: the verdicts on times of the two runs stay open (bench --launches 3).")
	}
	if l.Oversubscribed {
		notes = append(notes, "There were more ranks than cores: the times measure the scheduler too, and the verdicts on them stay open.")
	}
	for _, binding := range l.Binding {
		notes = append(notes, fmt.Sprintf("The ranks are not bound alike (%s): what seems to be the messages of a library may be its binding.", binding))
	}
	return notes
}
