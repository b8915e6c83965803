package sim

import (
	"cmp"
	"slices"
)

// A Trace is all transfers of a run, sorted by start, then round, then sender.
type Trace struct {
	Config    Config
	P         int
	Transfers []Transfer
}

// A Transfer is one message.
type Transfer struct {
	From, To   int // processes
	Words      int
	Start, End float64 // µs
	Round      int     // from 1, see Result.Rounds
	Path       []int32 // links of Config.Network
	Label      string  // the result of Record's label for the words
	After      int     // the last transfer that it waited for, of one of its nodes or on one of its links; or -1
}

// record adds a transfer to the trace and returns its index, plus one.
func (m *machine[T]) record(f *flight[T], path []int32, x []T) int32 {
	trace := m.result.Trace
	if trace == nil {
		return 0
	}
	t := Transfer{
		From: f.from.rank, To: f.to.rank, Words: f.words,
		Start: f.start.time, Round: int(f.start.round) + 1,
		Path: slices.Clone(path), After: int(f.start.after) - 1,
	}
	if m.label != nil {
		t.Label = m.label(x)
	}
	trace.Transfers = append(trace.Transfers, t)
	return int32(len(trace.Transfers))
}

// sort sorts the transfers and renumbers After.
func (t *Trace) sort() {
	order := make([]int, len(t.Transfers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &t.Transfers[i], &t.Transfers[j]
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Round, b.Round), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	sorted, place := make([]Transfer, len(order)), make([]int, len(order))
	for to, i := range order {
		sorted[to], place[i] = t.Transfers[i], to
	}
	for i := range sorted {
		if after := sorted[i].After; after >= 0 {
			sorted[i].After = place[after]
		}
	}
	t.Transfers = sorted
}

// CriticalPath returns, in order of time, the transfers that determine the time of the run: the one that ends last,
// before it the one that it waited for, and so on.
func (t *Trace) CriticalPath() []Transfer {
	last := -1
	for i := range t.Transfers {
		if last < 0 || t.Transfers[i].End > t.Transfers[last].End {
			last = i
		}
	}
	var path []Transfer
	for i := last; i >= 0; i = t.Transfers[i].After {
		path = append(path, t.Transfers[i])
	}
	slices.Reverse(path)
	return path
}
