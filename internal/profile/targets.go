package profile

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A Target is a case to tune: an operation with blocks of one size, on communicators with the same number and
// distribution of ranks.
type Target struct {
	Op catalog.Collective
	tuned.Job
	Bytes   int
	From    int     // smallest block size of the calls
	To      int     // largest block size of the calls
	Seconds float64 // time in the calls; for non-blocking and persistent calls, only to start or create them
	Calls   float64
	Root    int  // root of all calls; -1 if there is no single root
	Untimed bool // all calls are non-blocking or persistent, so their total time is unknown
}

const (
	// negligibleShare is the largest share of the program's time that all omitted targets together may take.
	negligibleShare = 0.01
	// maxSizeRatio is the largest ratio of two block sizes that are merged into one target. Sizes of at most
	// shortBytes bytes count as equal, because such messages take as long as empty messages.
	maxSizeRatio = 1.2
	shortBytes   = 64
)

// Targets returns the cases to tune. They cover the calls that topocoll run can replace. Timed cases come
// first, sorted by decreasing time. The cases with the least time are omitted as long as together they take
// at most 1 % of the program's time. Untimed cases come last, and none of them is omitted.
func (p *Profile) Targets() (targets []Target) {
	for _, c := range p.Cells {
		op, timed := c.Operation()
		if !timed {
			op = cmp.Or(c.nonBlockingOperation(), c.persistentOperation())
		}
		if op == "" || !timed && !strings.Contains(p.Library, "Open MPI") || c.Ranks < 2 || c.Hosts == 0 {
			continue
		}
		for _, s := range c.allSizes() {
			t := Target{Op: op, Job: tuned.Job{Ranks: c.Ranks, Hosts: c.Hosts, Slots: c.Slots},
				Bytes: int(s.Bytes), From: int(s.Bytes), To: int(s.Bytes), Seconds: s.Seconds, Calls: s.Calls,
				Root: -1, Untimed: !timed}
			if c.Root != nil {
				t.Root = *c.Root
			}
			if s.Bytes > 0 || op == catalog.Barrier {
				targets = append(targets, t)
			}
		}
	}
	return p.withoutNegligible(mergeSimilar(targets))
}

// replaceableSeconds returns the mean time that a rank spends in calls that topocoll run can replace.
func (p *Profile) replaceableSeconds() (seconds float64) {
	for _, c := range p.Cells {
		if _, replaceable := c.Operation(); replaceable && c.Ranks > 1 {
			seconds += c.Seconds
		}
	}
	return seconds
}

// replaceableWaits returns the mean time for which a rank waits in calls until the last rank has entered the
// call. It includes only calls that topocoll run can replace. It returns false if no such time is known.
func (p *Profile) replaceableWaits() (seconds float64, known bool) {
	for _, c := range p.Cells {
		if _, replaceable := c.Operation(); replaceable && c.Ranks > 1 && c.Wait != nil {
			seconds, known = seconds+*c.Wait, true
		}
	}
	return seconds, known
}

// ReplaceableShare returns the share of the run time that the program spends in calls that topocoll run can
// replace.
func (p *Profile) ReplaceableShare() float64 { return p.replaceableSeconds() / p.Seconds }

// CanBecomeFaster reports whether faster calls can shorten the run time by more than 2 %. It also returns
// true if there is a target with only non-blocking or persistent calls, because such calls are not timed.
func (p *Profile) CanBecomeFaster() bool {
	untimed := func(t Target) bool { return t.Untimed }
	return p.ReplaceableShare() > equalWithin || slices.ContainsFunc(p.Targets(), untimed)
}

// nonBlockingOperation returns the operation of a cell of non-blocking calls if topocoll run can replace
// them, otherwise "".
func (c Cell) nonBlockingOperation() catalog.Collective {
	name, nonblocking := strings.CutPrefix(c.Call, "MPI_I")
	if !nonblocking || name == "" {
		return ""
	}
	name = "MPI_" + strings.ToUpper(name[:1]) + name[1:]
	op := c.operationOf(name)
	if countsFunctions[op] == name && !everyRankKnowsCounts(op) ||
		(op == catalog.Allgather || op == catalog.Barrier) && c.isShort() {
		return ""
	}
	return op
}

// everyRankKnowsCounts reports whether the operation's function with counts gets all counts on every rank.
// For other functions, ranks must first exchange their counts. The start of a non-blocking call must not wait
// for this exchange.
func everyRankKnowsCounts(op catalog.Collective) bool {
	return op == catalog.Allgather || op == catalog.ReduceScatter
}

// isShort reports whether the calls of a cell are on one host, and have blocks so short that some
// non-blocking or persistent calls are faster natively (LONG_FROM in dropin/communicator.c).
func (c Cell) isShort() bool { return c.Hosts == 1 && c.To < 4096 }

// persistentOperation returns the operation of a cell of persistent calls if topocoll run can replace them,
// otherwise "".
func (c Cell) persistentOperation() catalog.Collective {
	blocking, persistent := strings.CutSuffix(c.Call, "_init")
	if !persistent || c.isShort() {
		return ""
	}
	return c.operationOf(blocking)
}

// operationOf returns the operation of a blocking MPI function, or "" if there is none.
func (c Cell) operationOf(name string) catalog.Collective {
	op, _ := Cell{Call: name, Communicator: c.Communicator}.Operation()
	return op
}

// hasUntimed reports whether topocoll run can replace non-blocking or persistent calls of the program. For
// such calls, a profile contains only the time to start or initialize them.
func (p *Profile) hasUntimed() bool {
	return strings.Contains(p.Library, "Open MPI") && slices.ContainsFunc(p.Cells, func(c Cell) bool {
		return c.Ranks > 1 && (c.nonBlockingOperation() != "" || c.persistentOperation() != "")
	})
}

// allSizes returns the sizes in a cell. The calls whose sizes are not recorded count as calls of a single
// size in the middle of the cell's range.
func (c Cell) allSizes() []Size {
	rest := Size{Calls: c.Calls, Seconds: c.Seconds}
	for _, s := range c.Sizes {
		rest.Calls -= s.Calls
		rest.Seconds -= s.Seconds
	}
	if rest.Calls < 0.5 || rest.Seconds <= 0 {
		return c.Sizes
	}
	rest.Bytes = int64(math.Sqrt(float64(c.From)*float64(c.To))) &^ 7
	return append(slices.Clone(c.Sizes), rest)
}

// mergeSimilar merges targets with similar block sizes. A merged target has the size of the target with the
// most time. The result is sorted by time, with untimed targets last.
func mergeSimilar(targets []Target) (merged []Target) {
	slices.SortStableFunc(targets, func(a, b Target) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(b.Calls, a.Calls))
	})
	for _, t := range targets {
		i := slices.IndexFunc(merged, func(m Target) bool {
			a, b := float64(max(shortBytes, m.Bytes)), float64(max(shortBytes, t.Bytes))
			return m.Op == t.Op && m.Job == t.Job && a <= b*maxSizeRatio && b <= a*maxSizeRatio
		})
		if i < 0 {
			merged = append(merged, t)
			continue
		}
		m := &merged[i]
		m.From, m.To = min(m.From, t.From), max(m.To, t.To)
		m.Seconds += t.Seconds
		m.Calls += t.Calls
		m.Untimed = m.Untimed && t.Untimed
		if m.Root != t.Root {
			m.Root = -1
		}
	}
	slices.SortStableFunc(merged, func(a, b Target) int {
		untimed := map[bool]int{true: 1}
		return cmp.Or(untimed[a.Untimed]-untimed[b.Untimed], cmp.Compare(b.Seconds, a.Seconds),
			cmp.Compare(b.Calls, a.Calls))
	})
	return merged
}

// withoutNegligible removes those timed targets that take the least time, and together a negligible share of
// the time.
func (p *Profile) withoutNegligible(targets []Target) []Target {
	timed := slices.IndexFunc(targets, func(t Target) bool { return t.Untimed })
	if timed < 0 {
		timed = len(targets)
	}
	n, left := timed, 0.0
	for n > 0 && left+targets[n-1].Seconds <= negligibleShare*p.Seconds {
		n--
		left += targets[n].Seconds
	}
	return slices.Delete(targets, n, timed)
}
