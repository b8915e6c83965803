package page

import (
	"fmt"
	"slices"

	"topocoll/bench/results"
)

// A libraryPair is what two runs with different MPI libraries say of these.
type libraryPair struct {
	ID     string // of the run with the second
	A, B   string
	Which  string // both, with their versions
	Unlike []string
	Notes  []string
	Ops    []*libraryOp
}

// A libraryOp is an operation at one process count; its ratios are geometric means over the sizes.
type libraryOp struct {
	Op           string
	P            int
	Ratio        string // of the default calls, B / A
	verdicts            // on it, size by size
	OursA, OursB string // best of ours / native
	Advice       []advised
	Rows         []libraryRow
	all          []results.LibraryRow
}

// A libraryRow is one size.
type libraryRow struct {
	Bytes                     int
	A, B, Ratio, Range, Class string // of the default calls
	Verdict                   string
	OverA, OverB              bestOver
	Messages                  oneOver // both, B / A
	Advice                    []string
}

// A bestOver is the best of ours over a library.
type bestOver struct{ Algo, Time, Ratio string }

// A oneOver is one of ours over both libraries.
type oneOver struct{ Algo, Ratio, Title string }

// librariesOf compares the first run with the first of each other library.
func librariesOf(runs []run, all []*results.Result) (list []libraryPair) {
	for i, r := range all {
		known := slices.ContainsFunc(all[:i], func(other *results.Result) bool { return !results.DifferentLibraries(r, other) })
		if i > 0 && !known {
			pair := pairOf(results.CompareLibraries(all[0], r))
			pair.ID, pair.Which = runs[i].ID, all[0].Env.Release()+" and "+r.Env.Release()
			list = append(list, pair)
		}
	}
	return list
}

func pairOf(l results.Libraries) libraryPair {
	pair := libraryPair{A: l.A, B: l.B, Unlike: l.Unlike, Notes: libraryNotes(l)}
	for _, row := range l.Rows {
		i := slices.IndexFunc(pair.Ops, func(o *libraryOp) bool { return o.Op == row.Op && o.P == row.P })
		if i < 0 {
			i = len(pair.Ops)
			pair.Ops = append(pair.Ops, &libraryOp{Op: row.Op, P: row.P})
		}
		pair.Ops[i].all = append(pair.Ops[i].all, row)
	}
	for _, o := range pair.Ops {
		o.fill()
	}
	return pair
}

// libraryNotes are what the comparison does not say.
func libraryNotes(l results.Libraries) []string {
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

// rowOf writes one size.
func rowOf(r results.LibraryRow) libraryRow {
	row := libraryRow{Bytes: r.Bytes, A: micros(r.Native.A), B: micros(r.Native.B), Ratio: ratioText(r.Native.Ratio),
		Range: span(r.Native.RatioRange, ratioText), Verdict: r.Native.Verdict,
		OverA: overOf(r.Over[0], r.Native.A), OverB: overOf(r.Over[1], r.Native.B)}
	row.Class = map[string]string{results.Faster: "fast-text", results.Slower: "slow-text"}[row.Verdict]
	if m := r.Messages; m != nil {
		row.Messages = oneOver{m.Algo, ratioText(m.Ratio), fmt.Sprintf("%s and %s µs, 95 %%: %s, %s", micros(m.A), micros(m.B), span(m.RatioRange, ratioText), m.Verdict)}
	}
	for _, advice := range r.Advice {
		row.Advice = append(row.Advice, advice.String())
	}
	if len(row.Advice) == 0 {
		row.Advice = []string{without(r)}
	}
	return row
}

// without is what there is to do where no verdict asks for anything.
func without(r results.LibraryRow) string {
	if r.Native.Verdict == results.Same {
		return "nothing"
	}
	return "open: the data cannot tell"
}

func overOf(l results.Library, native float64) bestOver {
	if l.Best == "" {
		return bestOver{Algo: "-"}
	}
	return bestOver{l.Best, micros(l.BestRatio * native), ratioText(l.BestRatio)}
}
