package results

// Libraries is what two runs on one machine, each with an MPI library of its own, say of these: A and B.
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
	Case
	Native   Change     // the default calls: times of two runs, which no repetition has in common
	Messages *Change    // the times of one of our algorithms over both; nil without ours
	Over     [2]Library // A and B
	Advice   []Advice   // who should change what; nothing if no verdict asks for it
}

// CompareLibraries sets the run with one library beside that with another. Native and ours were timed in turn within a run, so
// the verdicts on them are those of the run. Times of two runs are compared launch by launch: one launch a side cannot tell
// a library from a launch, so these verdicts are then open.
func CompareLibraries(a, b *Result) Libraries {
	l := Libraries{
		Unlike:         conditions(a.Env, b.Env),
		Binding:        unlike(ofRank(a.Env, b.Env, "CPUs", func(r Rank) string { return r.Affinity })),
		Oversubscribed: a.Env.Oversubscribed || b.Env.Oversubscribed,
		Launches:       max(1, min(a.Env.Launches, b.Env.Launches)),
	}
	l.A, l.B = libraryNames(a.Env, b.Env)
	if len(l.Unlike) > 0 {
		return l
	}
	l.Rows = rowsOf(Cases(a.Cells), Cases(b.Cells))
	if len(l.Rows) == 0 {
		l.Unlike = unlike([]setting{{"operations, process counts and sizes", a.extent(), b.extent()}})
		return l
	}
	l.judge(a, b)
	l.advise(a, b)
	return l
}

// rowsOf are the sittings that both runs have, in the order of a.
func rowsOf(a, b [][]Cell) (rows []LibraryRow) {
	inB := map[Case]size{}
	for _, cells := range b {
		inB[cells[0].Case()] = cells
	}
	for _, cells := range a {
		others, both := inB[cells[0].Case()]
		nativeA, measuredA := size(cells).named(Native)
		nativeB, measuredB := others.named(Native)
		if !both || !measuredA || !measuredB {
			continue
		}
		rows = append(rows, LibraryRow{Case: nativeA.Case(), Native: openChange(nativeA, nativeB),
			Messages: messenger(cells, others), Over: [2]Library{libraryOf(cells), libraryOf(others)}})
	}
	return rows
}

// messenger picks the algorithm of ours that tells what messages cost over two libraries: the one with the lowest product of
// its times, which says nothing of their ratio.
func messenger(a, b size) (picked *Change) {
	for _, ofA := range a {
		ofB, both := b.named(ofA.Algo)
		if ofA.IsAlgorithm() && both && (picked == nil || ofA.Median*ofB.Median < picked.A*picked.B) {
			change := openChange(ofA, ofB)
			picked = &change
		}
	}
	return picked
}

// openChange compares the medians of a cell in two runs, without a verdict.
func openChange(a, b Cell) Change {
	return Change{Key: a.Key(), A: a.Median, B: b.Median, Ratio: b.Median / a.Median, Verdict: Inconclusive}
}

// judge compares the times of the two runs, those of native and of ours in one table. Files without samples have none.
func (l *Libraries) judge(a, b *Result) {
	_, inA := runsOf(a)
	_, inB := runsOf(b)
	times, of := Comparison{Oversubscribed: l.Oversubscribed}, []*Change{}
	for i := range l.Rows {
		for _, change := range []*Change{&l.Rows[i].Native, l.Rows[i].Messages} {
			if change == nil {
				continue
			}
			key := change.Key
			if min(len(inA[key]), len(inB[key])) > 1 {
				times.Changes, of = append(times.Changes, changeOfTimes(key, inA, inB)), append(of, change)
			}
		}
	}
	times.judge(priorOf(times.Changes))
	for i, change := range of {
		*change = times.Changes[i]
	}
}
