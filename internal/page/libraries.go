package page

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/stats"
)

// A libraryPair compares two runs with different MPI libraries.
type libraryPair struct {
	compare.Libraries
	ID    string // id of the run with the second library
	Which string // names and versions of both libraries
	Notes []string
	Ops   []libraryOp
}

// A libraryOp holds the comparison for an operation at one process count. Its ratios are geometric means over
// the sizes.
type libraryOp struct {
	Op       string
	P        int
	Ratio    float64        // time of the default call in library B / time in library A
	Verdicts map[string]int // number of sizes with each verdict on this ratio
	Ours     [2]float64     // for each library: time of topocoll's best algorithm / native time
	Advice   []sizeAdvice
	Rows     []compare.LibraryRow // sorted by size
}

// librariesOf compares the first run with the first run of each other library.
func librariesOf(runs []runSection, all []*results.Result) (list []libraryPair) {
	for i, r := range all {
		known := slices.ContainsFunc(all[:i],
			func(other *results.Result) bool { return !compare.DifferentLibraries(r, other) })
		if i > 0 && !known {
			pair := newLibraryPair(compare.CompareLibraries(all[0], r))
			pair.ID, pair.Which = runs[i].ID, all[0].Env.Release()+" and "+r.Env.Release()
			list = append(list, pair)
		}
	}
	return list
}

func newLibraryPair(l compare.Libraries) libraryPair {
	pair := libraryPair{Libraries: l, Notes: libraryNotes(l)}
	for _, rows := range results.GroupBy(l.Rows, func(r compare.LibraryRow) results.Case { return r.Table() }) {
		pair.Ops = append(pair.Ops, newLibraryOp(rows))
	}
	return pair
}

// newLibraryOp computes the ratios, verdicts and advice of an operation from its rows. It sorts the rows by
// size.
func newLibraryOp(rows []compare.LibraryRow) libraryOp {
	slices.SortStableFunc(rows, func(a, b compare.LibraryRow) int { return a.Bytes - b.Bytes })
	o := libraryOp{Op: string(rows[0].Op), P: rows[0].P, Verdicts: map[string]int{}, Advice: adviceOf(rows),
		Rows: rows}
	var ratios []float64
	var ours [2][]float64
	for _, r := range rows {
		o.Verdicts[r.Native.Verdict]++
		ratios = append(ratios, r.Native.Ratio)
		for side, l := range r.Libraries {
			if l.Best != "" {
				ours[side] = append(ours[side], l.BestRatio)
			}
		}
	}
	o.Ratio = stats.GeometricMean(ratios)
	o.Ours = [2]float64{stats.GeometricMean(ours[0]), stats.GeometricMean(ours[1])}
	return o
}

// Conclusion states for how many operations the default calls are faster in one library than in the other.
func (l libraryPair) Conclusion() string {
	var faster, slower, both, neither int
	for _, o := range l.Ops {
		switch less, more := o.Verdicts["faster"] > 0, o.Verdicts["slower"] > 0; {
		case less && more:
			both++
		case less:
			faster++
		case more:
			slower++
		default:
			neither++
		}
	}
	text := fmt.Sprintf("The default calls of %s are faster than the default calls of %s for %d of %d "+
		"operations, and slower for %d.",
		l.B, l.A, faster, len(l.Ops), slower)
	if both > 0 {
		text += fmt.Sprintf(" For %d, the faster library depends on the size.", both)
	}
	if neither > 0 {
		text += fmt.Sprintf(" For %d, no size has the verdict \"faster\" or \"slower\".", neither)
	}
	return text
}

// libraryNotes lists the limits of the comparison.
func libraryNotes(l compare.Libraries) []string {
	var notes []string
	if len(l.Differences) > 0 {
		return nil
	}
	if l.Launches == 1 {
		notes = append(notes,
			"With one launch per library, a difference may come from the launch, so the verdicts on times of the "+
				"two runs are inconclusive; use bench --launches 3.")
	}
	if l.Oversubscribed {
		notes = append(notes,
			"There were more ranks than cores, so the times include scheduling delays, and the verdicts on these "+
				"times are inconclusive.")
	}
	for _, binding := range l.Binding {
		notes = append(notes,
			fmt.Sprintf(
				"The ranks are bound differently (%s), so a difference between the libraries may come from the "+
					"binding.", binding))
	}
	return notes
}

// A sizeAdvice holds advice for an operation, and the sizes for which the advice holds.
type sizeAdvice struct{ Sizes, Text string }

// adviceOf groups sizes with the same advice, in the order of the smallest size of each group.
func adviceOf(rows []compare.LibraryRow) (list []sizeAdvice) {
	type entry struct {
		at     int // index of the row
		advice compare.Advice
		text   string // for a row without advice
	}
	var entries []entry
	for i, r := range rows {
		for _, advice := range r.Advice {
			entries = append(entries, entry{at: i, advice: advice})
		}
		if len(r.Advice) == 0 {
			entries = append(entries, entry{at: i, text: adviceWithoutChange(r)})
		}
	}
	for _, group := range results.GroupBy(entries, func(e entry) entry {
		e.at, e.advice.Native, e.advice.Ours = 0, 0, 0 // the same advice may have different numbers
		return e
	}) {
		var at []int
		var advice []compare.Advice
		for _, e := range group {
			at, advice = append(at, e.at), append(advice, e.advice)
		}
		text := group[0].text
		if text == "" {
			text = compare.MeanAdvice(advice).String()
		}
		list = append(list, sizeAdvice{sizesAt(rows, at), text})
	}
	return list
}

// sizesAt formats the sizes of the rows with the given indices, for example as "8 to 512, 32K".
func sizesAt(rows []compare.LibraryRow, at []int) string {
	if len(at) == len(rows) {
		return "all sizes"
	}
	var parts []string
	for i := 0; i < len(at); {
		j := i
		for j+1 < len(at) && at[j+1] == at[j]+1 {
			j++
		}
		first, last := results.FormatSize(rows[at[i]].Bytes), results.FormatSize(rows[at[j]].Bytes)
		switch j - i {
		case 0:
			parts = append(parts, first)
		case 1:
			parts = append(parts, first, last)
		default:
			parts = append(parts, first+" to "+last)
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// adviceWithoutChange returns the advice for a row whose verdicts call for no change.
func adviceWithoutChange(r compare.LibraryRow) string {
	if r.Native.Verdict == results.Same {
		return "nothing"
	}
	return "inconclusive"
}
