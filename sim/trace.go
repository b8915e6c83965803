package sim

import (
	"cmp"
	"slices"
)

// A Trace holds all transfers of a run, sorted by start, then round, then sender.
type Trace struct {
	Config    Config
	P         int
	Transfers []Transfer
}

// A Transfer describes one message.
type Transfer struct {
	From, To   int // ranks of the sender and the receiver
	Words      int
	Start, End float64 // µs
	Round      int     // counted from 1: see Result.Rounds
	Path       []int32 // links of Config.Network
	// time in µs at which the message takes each link of Path; under CT the time is the same for all links
	Taken []float64
	Label string // result of the label function: see Record
}

// add adds a transfer to the trace and returns its index, plus one. A nil trace returns 0.
func (t *Trace) add(f *message, path []int32) int32 {
	if t == nil {
		return 0
	}
	t.Transfers = append(t.Transfers, Transfer{
		From: int(f.from), To: int(f.to), Words: f.words,
		Start: f.start.time, Round: int(f.start.round) + 1,
		Path: slices.Clone(path), Taken: make([]float64, 0, len(path)),
	})
	return int32(len(t.Transfers))
}

// setTaken records the times at which a message takes the given links of its path. The message takes the
// first of these links at the given time. Under SF it takes each further link when it has crossed the
// previous link.
func (t *Trace) setTaken(f *message, links []int32, time float64) {
	if f.traceNumber == 0 {
		return
	}
	transfer := &t.Transfers[f.traceNumber-1]
	for hop := range links {
		at := time
		if t.Config.Routing == SF {
			at += t.Config.linkTime(f.words, links[:hop])
		}
		transfer.Taken = append(transfer.Taken, at)
	}
}

func (t *Trace) sort() {
	slices.SortStableFunc(t.Transfers, func(a, b Transfer) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Round, b.Round),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}
