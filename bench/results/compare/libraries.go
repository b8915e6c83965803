package compare

import (
	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
)

// Libraries is what two runs on one machine, each with an MPI library of its own, say of these: A
// and B.
type Libraries struct {
	A, B           string   // their names, with the version if the name is the same
	Unlike         []string // besides the libraries; then there are no rows
	Binding        []string // which ranks are bound to other CPUs: launchers bind differently
	Oversubscribed bool     // with more ranks than cores, all verdicts are open
	Launches       int      // of the run that has fewer
	Rows           []LibraryRow
}

// A LibraryRow is an operation at a size that was measured with both libraries.
type LibraryRow struct {
	results.Case
	Native   Change     // the default calls: times of two runs, which no repetition has in common
	Messages *Change    // the times of one of our algorithms over both; nil without ours
	Over     [2]Library // A and B
	Advice   []Advice   // who should change what; nothing if no verdict asks for it
}

// CompareLibraries sets the run with one library beside that with another. Native and ours were
// timed in turn within a run, so the verdicts on them are those of the run. Times of two runs are
// compared launch by launch: one launch a side cannot tell a library from a launch, so these
// verdicts are then open.
func CompareLibraries(a, b *results.Result) Libraries {
	l := Libraries{
		Unlike: differentConditions(a.Env, b.Env),
		Binding: differing(firstDifferentRank(a.Env, b.Env, "CPUs",
			func(r results.Rank) string { return r.Affinity })),
		Oversubscribed: a.Env.Oversubscribed || b.Env.Oversubscribed,
		Launches:       max(1, min(a.Env.Launches, b.Env.Launches)),
	}
	l.A, l.B = libraryNames(a.Env, b.Env)
	if len(l.Unlike) > 0 {
		return l
	}
	l.Rows = newRows(results.Cases(a.Cells), results.Cases(b.Cells))
	if len(l.Rows) == 0 {
		l.Unlike = differing([]setting{{"operations, process counts and sizes", a.Extent(), b.Extent()}})
		return l
	}
	l.judge(a, b)
	l.addAdvice(a, b)
	return l
}

// newRows are the sittings that both runs have, in the order of a.
func newRows(a, b [][]results.Cell) (rows []LibraryRow) {
	inB := map[results.Case][]results.Cell{}
	for _, cells := range b {
		inB[cells[0].Case()] = cells
	}
	for _, cells := range a {
		others, both := inB[cells[0].Case()]
		nativeA, measuredA := results.Find(cells, results.Native)
		nativeB, measuredB := results.Find(others, results.Native)
		if !both || !measuredA || !measuredB {
			continue
		}
		rows = append(rows, LibraryRow{Case: nativeA.Case(), Native: inconclusiveChange(nativeA, nativeB),
			Messages: messageChange(cells, others), Over: [2]Library{newLibrary(cells), newLibrary(others)}})
	}
	return rows
}

// messenger picks the algorithm of ours that tells what messages cost over two libraries: the one
// with the lowest product of its times, which says nothing of their ratio.
func messageChange(a, b []results.Cell) (picked *Change) {
	for _, ofA := range a {
		ofB, both := results.Find(b, ofA.Algo)
		if ofA.IsAlgorithm() && both && (picked == nil || ofA.Median*ofB.Median < picked.A*picked.B) {
			change := inconclusiveChange(ofA, ofB)
			picked = &change
		}
	}
	return picked
}

// openChange compares the medians of a cell in two runs, without a verdict.
func inconclusiveChange(a, b results.Cell) Change {
	return Change{Key: a.Key(), A: a.Median, B: b.Median, Outcome: Outcome{Ratio: b.Median / a.Median,
		Verdict: results.Inconclusive}}
}

// judge compares the times of the two runs, those of native and of ours in one table. Files without
// samples have none.
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
	times.judge(newPrior(times.Changes))
	for i, change := range of {
		*change = times.Changes[i]
	}
}

// A Library is what was measured of one MPI library at one operation and size, against its default
// call.
type Library struct {
	Best      string  // of ours: the algorithm with the lowest ratio; "" without ours
	BestRatio float64 // to native: picked in one half, judged by the other
	Forced    string  // the native algorithm with the lowest ratio of those with the verdict faster; "" if none
	Faster    string  // of ours, likewise
	// the library's best algorithm, of its default and those that were forced; "" where none was forced
	BestNative string
	Lacks      string // the algorithm of ours with the lowest ratio to that of those faster than it; "" if none
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

// bestNative is the library's algorithm with the lowest ratio, its default among them, if any was
// forced. That it was picked by the samples it is judged by makes it look better than it is, and
// ours worse beside it.
func bestNative(cells []results.Cell) (results.Cell, bool) {
	if _, forced := results.Lowest(cells, results.Cell.IsForced, ratio); !forced {
		return results.Cell{}, false
	}
	return results.Lowest(cells, func(c results.Cell) bool {
		return c.IsForced() ||
			c.Algo == results.Native
	}, ratio)
}

// missingAlgorithms returns, for every sitting, the algorithm of ours that is faster than all the library
// has. Each of ours is tested against the library's best algorithm, in the same repetitions, as
// Judge tests it against the default.
func missingAlgorithms(r *results.Result) map[results.Case]string {
	var rivals []results.Cell
	for _, cells := range results.Cases(r.Cells) {
		named, found := bestNative(cells)
		if !found {
			continue
		}
		for _, c := range cells {
			if c.IsAlgorithm() && c.SharesRepetitions(&named) {
				c.NativeUnlimited = named.Unlimited
				c.Summarise(named.Samples)
				rivals = append(rivals, c)
			}
		}
	}
	results.Judge(rivals, false)
	lacks := map[results.Case]string{}
	for _, cells := range results.Cases(rivals) {
		if best, found := results.Lowest(cells, func(c results.Cell) bool { return c.Verdict == results.Faster },
			ratio); found {
			lacks[best.Case()] = best.Algo
		}
	}
	return lacks
}

func ratio(c results.Cell) float64 { return c.Ratio }
