//go:build cgo

package contender

import (
	"fmt"
	"time"

	"topocoll/bench/buffers"
	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/plan"
)

// A Set holds the contenders of one case.
type Set[T words.Number] struct {
	Case       results.Case
	Contenders []Contender[T] // the native call first
	InC        Contender[T]   // the native call, timed in C; see newInC
	Roots      []int          // the ranks that take turns as the root
	Left       []string       // contenders and calls that are left out, with the reasons

	run     *Run
	byRank  node[T] // node of this process in native calls
	byLabel node[T] // node of this process in our calls
	lanes   buffers.Lanes[T]
	loaded  []bool // by root: whether the programs for this root have been made
}

// NewSet returns the contenders of a case. The argument `rows` lists the catalog algorithms among them.
func NewSet[T words.Number](r *Run, c results.Case, rows []catalog.Info, memory *buffers.Memory) (*Set[T],
	error) {
	size := words.Size[T]()
	m := c.Bytes / size
	segment := r.Segment
	if segment == 0 {
		segment = r.Calibration.Exchanges().OfCall(c.Bytes).BestSegment(c.P, c.Bytes)
	}
	segment = (segment + size - 1) / size
	s := &Set[T]{
		Case: c, run: r, loaded: make([]bool, c.P),
		byRank: newNode[T](r, c.Op, m, segment, nil), byLabel: newNode[T](r, c.Op, m, segment, r.Mapping),
	}
	s.InC = newInC(r, s.byRank)
	s.Roots, s.Left = r.roots(c)
	b, err := newBuilder(r, c, s.byLabel, s.Roots[0])
	if err != nil {
		return s, err
	}
	if err := b.addAll(rows); err != nil {
		return s, err
	}
	s.Contenders, s.Left = b.contenders, append(s.Left, b.omitted...)
	in := max(s.byRank.maxInWords(), s.byLabel.maxInWords())
	out := max(s.byRank.maxOutWords(), s.byLabel.maxOutWords())
	s.lanes, err = buffers.Lay[T](memory, in, out, r.guard.Beat)
	return s, err
}

// newInC returns the native call, timed in C as a C program would time it. This call is made in every
// repetition, with caches in the same state as for the contenders, but it is not a contender. The contender
// "native" itself is timed from Go, like our algorithms, because two more readings of the clock in C would
// make it slower.
func newInC[T words.Number](r *Run, n node[T]) Contender[T] {
	port := newPort[T](r, r.ranks.World)
	port.TimeCalls()
	return Contender[T]{Name: "native in C", Run: native.Call(n.op, port, n.counts), LastCall: port.LastCall}
}

// Root returns the rank that is the root in a repetition.
func (s *Set[T]) Root(repetition int) int { return s.Roots[repetition%len(s.Roots)] }

// At returns contender i. Index len(s.Contenders) stands for the native call timed in C.
func (s *Set[T]) At(i int) Contender[T] {
	if i == len(s.Contenders) {
		return s.InC
	}
	return s.Contenders[i]
}

// With returns a copy of the set with the given contenders in place of its own. The programs of these
// contenders are not loaded.
func (s *Set[T]) With(list []Contender[T]) *Set[T] {
	other := *s
	other.Contenders, other.loaded = list, make([]bool, len(s.loaded))
	return &other
}

func (s *Set[T]) nodeOf(c Contender[T]) node[T] {
	if c.Mapped {
		return s.byLabel
	}
	return s.byRank
}

// Args returns the arguments of a contender's next call with the given rank as the root.
func (s *Set[T]) Args(c Contender[T], root int) catalog.Args[T] {
	a, _ := s.nodeOf(c).nextArgs(&s.lanes, root)
	return a
}

func (s *Set[T]) timesKey(i int) string { return string(s.Case.Op) + " " + s.At(i).Name }

// UsualTime returns the usual time of a contender's call, for the watchdog.
func (s *Set[T]) UsualTime(i int) time.Duration { return s.run.usualTime(s.timesKey(i), s.Case.Bytes) }

// NoteTime records the time of a contender's call in ns, for UsualTime.
func (s *Set[T]) NoteTime(i int, ns int64) { s.run.times.record(s.timesKey(i), s.Case.Bytes, ns) }

// Watched returns a copy of contender i that reports its calls to the watchdog, as the loop of timed calls
// does.
func (s *Set[T]) Watched(i int) Contender[T] {
	c := s.At(i)
	call, guard := c.Call, s.run.guard
	c.Run = func(a catalog.Args[T]) error {
		guard.Beat(s.UsualTime(i))
		defer guard.Beat(0)
		return call(a)
	}
	return c
}

// Load creates the programs for a root, as many as fit in the cache. No sample then includes the time to
// record the plans. On a slow network, this time would otherwise affect most samples, because there are few.
// The first call of Load with a root returns when all ranks have made their programs. Load skips contenders
// for which isOut returns true.
func (s *Set[T]) Load(root int, isOut func(i int) bool) error {
	if s.loaded[root] {
		return s.loadPrograms(root, isOut)
	}
	s.loaded[root] = true
	return s.run.guard.Prepare(s.recordingActivity(), func() error { return s.loadPrograms(root, isOut) })
}

func (s *Set[T]) loadPrograms(root int, isOut func(i int) bool) error {
	for i, c := range s.Contenders {
		if c.Load == nil || isOut(i) {
			continue
		}
		s.run.guard.Step()
		if err := c.Load(s.nodeOf(c).sampleArgs(&s.lanes, root)); err != nil {
			return err
		}
		s.run.collectGarbage()
	}
	s.run.guard.Beat(0)
	return nil
}

func (s *Set[T]) recordingActivity() string { return "recording " + s.Case.String() }

// checkRepetitions is the number of repetitions in one call of Check.
const checkRepetitions = 3

// Check checks every contender once in each of several repetitions. Each call uses a new slot of the buffers.
// Check skips contenders for which the function isOut returns true. This function must return the same value
// on every rank. Check stops after a repetition that takes longer than `limit`, and returns the time of the
// last repetition in ns.
func (s *Set[T]) Check(root int, limit time.Duration, isOut func(i int) bool) (ns int64, err error) {
	for range checkRepetitions {
		if err := s.Load(root, isOut); err != nil {
			return 0, err
		}
		began := mpi.Now()
		for i, c := range s.Contenders {
			if isOut(i) {
				continue
			}
			failure, err := s.nodeOf(c).check(s.Watched(i), &s.lanes, root)
			if err != nil {
				return 0, err
			}
			if failure, err = native.Agree(s.run.ranks.Bytes, failure); err != nil {
				return 0, err
			}
			if failure != "" {
				return 0, fmt.Errorf("%w: %s", ErrWrong, failure)
			}
		}
		all, err := s.run.ranks.Maxima(mpi.Now() - began)
		if err != nil {
			return 0, err
		}
		if ns = all[0]; ns > limit.Nanoseconds() {
			break
		}
	}
	return ns, nil
}

// Count returns the numbers of messages and bytes in our algorithms' plans for the first root. If all whole
// messages of a contender have at most Segment words, Count also sets its Segment to 0.
func (s *Set[T]) Count() ([]results.Counters, error) {
	const numbers = 4 // number of values that the ranks exchange for each contender
	mine := make([]int64, numbers*len(s.Contenders))
	if err := s.run.guard.Prepare(s.recordingActivity(), func() error {
		for i, c := range s.Contenders {
			if c.Plan == nil {
				continue
			}
			s.run.guard.Step()
			recorded, err := c.Plan(s.byLabel.me)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			n := countersOf(recorded.Segment(c.Segment), words.Size[T]())
			if c.wholeMessagePlan != nil {
				if recorded, err = c.wholeMessagePlan(s.byLabel.me); err != nil {
					return fmt.Errorf("%s: %w", c.Name, err)
				}
			}
			longest := plan.Job{*recorded}.LongestMessage()
			copy(mine[numbers*i:],
				[]int64{int64(n.Rounds), int64(n.Messages), int64(n.Bytes), int64(longest)})
		}
		return nil
	}); err != nil {
		return nil, err
	}
	most, err := s.run.ranks.Maxima(mine...)
	if err != nil {
		return nil, err
	}
	counters := make([]results.Counters, len(s.Contenders))
	for i, c := range s.Contenders {
		n := most[numbers*i:]
		counters[i] = results.Counters{Rounds: int(n[0]), Messages: int(n[1]), Bytes: int(n[2])}
		if c.Plan != nil && int(n[3]) <= c.Segment {
			s.Contenders[i].Segment = 0
		}
	}
	return counters, nil
}

// SendWhole replaces contender i with its field Undivided.
func (s *Set[T]) SendWhole(i int) {
	c := &s.Contenders[i]
	whole := *c.Undivided
	whole.Alike = c.Alike
	c.release()
	*c = whole
}

// Free frees the resources of the contenders, and their ports.
func (s *Set[T]) Free() {
	for _, c := range s.Contenders {
		c.release()
		if c.Undivided != nil {
			c.Undivided.release()
		}
	}
	s.run.freePorts()
}
