package compare

import (
	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
)

// Libraries compares two MPI libraries, A and B, from two runs on one machine, one with each library.
type Libraries struct {
	A, B        string   // names of the libraries, with their versions if the names are equal
	Differences []string // differences between the runs besides the libraries; if any, there are no rows
	// the first rank that is bound to different CPUs in the two runs, with these CPUs; nil if there is none.
	// The launchers of the two libraries may bind ranks differently.
	Binding        []string
	Oversubscribed bool // more ranks than cores: all verdicts are inconclusive
	Launches       int  // number of launches of the run that has fewer
	Rows           []LibraryRow
}

// A LibraryRow is a case that was measured with both libraries.
type LibraryRow struct {
	results.Case
	Native    Change     // times of the default calls in the two runs
	Messages  *Change    // times of one of our algorithms in the two runs; nil if none was measured
	Libraries [2]Library // A and B
	Advice    []Advice   // empty if no verdict suggests a change
}

// CompareLibraries compares two runs, each with a different library. The native call and our algorithms were
// timed in the same repetitions of a run, so ratios between them have the verdicts of that run. Times of
// different runs are compared launch by launch. With one launch each, a difference between the libraries
// cannot be distinguished from a difference between launches, so these verdicts are inconclusive.
func CompareLibraries(a, b *results.Result) Libraries {
	l := Libraries{
		Differences: differentConditions(a.Env, b.Env),
		Binding: differingSettings(firstRankDifference(a.Env, b.Env, "CPUs",
			func(r results.Rank) string { return r.Affinity })),
		Oversubscribed: a.Env.Oversubscribed || b.Env.Oversubscribed,
		Launches:       max(1, min(a.Env.Launches, b.Env.Launches)),
	}
	l.A, l.B = libraryNames(a.Env, b.Env)
	if len(l.Differences) > 0 {
		return l
	}
	l.Rows = newRows(results.Cases(a.Cells), results.Cases(b.Cells))
	if len(l.Rows) == 0 {
		l.Differences =
			differingSettings([]setting{{"operations, process counts and sizes", a.Extent(), b.Extent()}})
		return l
	}
	l.judge(a, b)
	l.addAdvice(a, b)
	return l
}

// newRows returns a row for each case that was measured in both runs, in the order of the list `a`.
func newRows(a, b [][]results.Cell) (rows []LibraryRow) {
	inB := map[results.Case][]results.Cell{}
	for _, cells := range b {
		inB[cells[0].Case()] = cells
	}
	for _, cells := range a {
		others, both := inB[cells[0].Case()]
		nativeA, measuredA := results.FindCell(cells, results.Native)
		nativeB, measuredB := results.FindCell(others, results.Native)
		if !both || !measuredA || !measuredB {
			continue
		}
		rows = append(rows, LibraryRow{Case: nativeA.Case(), Native: inconclusiveChange(nativeA, nativeB),
			Messages:  messageChange(cells, others),
			Libraries: [2]Library{newLibrary(cells), newLibrary(others)}})
	}
	return rows
}

// messageChange returns the change of the times of one of our algorithms. This change shows how the cost of
// messages differs between the libraries. messageChange selects the algorithm with the lowest product of both
// times, because this selection does not bias their ratio.
func messageChange(a, b []results.Cell) (selected *Change) {
	for _, ofA := range a {
		ofB, both := results.FindCell(b, ofA.Algo)
		if ofA.IsAlgorithm() && both && (selected == nil || ofA.Median*ofB.Median < selected.A*selected.B) {
			change := inconclusiveChange(ofA, ofB)
			selected = &change
		}
	}
	return selected
}

// inconclusiveChange returns the change of a cell's median between two runs, with the verdict "inconclusive".
func inconclusiveChange(a, b results.Cell) Change {
	return Change{Key: a.Key(), A: a.Median, B: b.Median, Outcome: Outcome{Ratio: b.Median / a.Median,
		Verdict: results.Inconclusive}}
}

// judge compares the times of the two runs, and corrects the p values for multiple comparisons, over the
// native calls and our algorithms together. Changes without samples, or with only one launch in either run,
// stay inconclusive.
func (l *Libraries) judge(a, b *results.Result) {
	_, inA := timesByKey(a)
	_, inB := timesByKey(b)
	times, of := Comparison{Oversubscribed: l.Oversubscribed}, []*Change{}
	for i := range l.Rows {
		for _, change := range []*Change{&l.Rows[i].Native, l.Rows[i].Messages} {
			if change == nil {
				continue
			}
			key := change.Key
			if min(len(inA[key]), len(inB[key])) > 1 {
				times.Changes, of = append(times.Changes, newTimeChange(key, inA, inB)), append(of, change)
			}
		}
	}
	times.judge()
	for i, change := range of {
		*change = times.Changes[i]
	}
}

// A Library holds the best algorithms for one case with one MPI library.
type Library struct {
	Best      string  // our algorithm with the lowest ratio; "" if none was measured
	BestRatio float64 // ratio of our best algorithm to the native call; see ranking.BestRatio
	// among the forced native algorithms with the verdict "faster", the one with the lowest ratio; "" if none
	Forced string
	Faster string // among our algorithms with the verdict "faster", the one with the lowest ratio; "" if none
	// the library's fastest algorithm among the default and the forced algorithms; "" if none was forced
	BestNative string
	// our fastest algorithm among those that are significantly faster than BestNative; "" if there is none
	Lacks string
}

func newLibrary(cells []results.Cell) Library {
	var l Library
	if best, found := results.Lowest(cells, results.Cell.IsAlgorithm, ratio); found {
		l.Best, l.BestRatio = best.Algo, ranking.BestRatio(cells, results.Cell.IsAlgorithm)
	}
	faster, _ := results.Lowest(cells, func(c results.Cell) bool {
		return c.IsAlgorithm() &&
			c.Verdict == results.Faster
	}, ratio)
	forced, _ := results.Lowest(cells, func(c results.Cell) bool {
		return c.IsForced() &&
			c.Verdict == results.Faster
	}, ratio)
	l.Faster, l.Forced = faster.Algo, forced.Algo
	if named, found := bestNative(cells); found {
		l.BestNative = named.Algo
	}
	return l
}

// bestNative returns the library's algorithm with the lowest ratio, which may be the default. It returns
// false if no algorithm was forced. The algorithm is selected on the same samples from which its ratio is
// computed, so the ratio is slightly too low.
func bestNative(cells []results.Cell) (results.Cell, bool) {
	if _, forced := results.Lowest(cells, results.Cell.IsForced, ratio); !forced {
		return results.Cell{}, false
	}
	return results.Lowest(cells, func(c results.Cell) bool {
		return c.IsForced() ||
			c.Algo == results.Native
	}, ratio)
}

// missingAlgorithms returns, for every case, our fastest algorithm that is faster than all algorithms of the
// library. It tests each of our algorithms against the library's best in the same repetitions, like Judge.
func missingAlgorithms(r *results.Result) map[results.Case]string {
	var algorithms []results.Cell
	for _, cells := range results.Cases(r.Cells) {
		named, found := bestNative(cells)
		if !found {
			continue
		}
		for _, c := range cells {
			if c.IsAlgorithm() && c.SharesRepetitions(&named) {
				c.NativeUnlimited = named.Unlimited
				c.Summarise(named.Samples)
				algorithms = append(algorithms, c)
			}
		}
	}
	results.Judge(algorithms, false)
	lacks := map[results.Case]string{}
	for _, cells := range results.Cases(algorithms) {
		if best, found :=
			results.Lowest(cells, func(c results.Cell) bool { return c.Verdict == results.Faster },
				ratio); found {
			lacks[best.Case()] = best.Algo
		}
	}
	return lacks
}

func ratio(c results.Cell) float64 { return c.Ratio }
