//go:build cgo

package sampler

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"topocoll/bench/arrival"
	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/bench/words"
	"topocoll/mpi"
)

// Instruments are the tools that a sampler needs to time calls.
type Instruments struct {
	Ranks *group.Ranks
	Guard *group.Guard
	Clock *clock.Clock
	Gate  *clock.Gate
	Sync  string // start method of the samples, if the clocks are accurate enough

	Arrival arrival.Pattern // how late the ranks enter the calls
}

// A Sampler times the contenders of a case.
type Sampler[T words.Number] struct {
	Samples []Samples // samples of each contender; the last entry is for the native call, timed in C
	Late    int       // repetitions dropped because a rank missed a start time

	set              *contender.Set[T]
	instruments      Instruments
	limits           Limits
	order            *rand.Rand // random source; in the same state on every rank
	delays           []int64    // by rank: delay before the calls of a repetition, in ns
	batch            batch
	activeContenders []int // called in a repetition: the native call, and all that have not lost a race
	raceState        raceState
	repetitionTime   int64 // time in ns of one call of every contender, as measured by the last check
}

// A raceState is the state of the race between the contenders of a case.
type raceState struct {
	looks int
	lost  []bool // whether each contender has lost; nil if there is no race
}

// New returns a sampler for the contenders in `set`, without samples.
func New[T words.Number](set *contender.Set[T], instruments Instruments, limits Limits) *Sampler[T] {
	s := &Sampler[T]{set: set, instruments: instruments, limits: limits}
	s.order = rand.New(rand.NewPCG(limits.Seed, uint64(set.Case.Bytes)))
	s.reset()
	return s
}

// Variant returns a sampler without samples for other contenders of the same case. It shares the random
// number generator of s.
func (s *Sampler[T]) Variant(set *contender.Set[T]) *Sampler[T] {
	other := *s
	other.set = set
	other.reset()
	return &other
}

func (s *Sampler[T]) reset() {
	n := len(s.set.Contenders)
	s.Samples, s.Late, s.delays = make([]Samples, n+1), 0, make([]int64, s.set.Case.P)
	s.activeContenders, s.raceState = make([]int, n+1), raceState{}
	for i := range s.activeContenders {
		s.activeContenders[i], s.Samples[i].RankTotal = i, make([]int64, s.set.Case.P)
	}
	if s.limits.Race {
		s.activeContenders = s.activeContenders[:n] // a race omits the last entry, the native call timed in C
		s.raceState.lost = make([]bool, n+1)
	}
}

// HasLost reports whether a contender has lost a race.
func (s *Sampler[T]) HasLost(i int) bool { return s.raceState.lost != nil && s.raceState.lost[i] }

// median returns the median of a contender's times in ns, or NaN if it has not been timed.
func (s *Sampler[T]) median(contender int) float64 {
	return stats.Median(results.Floats(s.Samples[contender].Longest))
}

// Check checks the results of all contenders with the given root.
func (s *Sampler[T]) Check(root int) (err error) {
	s.repetitionTime, err = s.set.Check(root, s.limits.Time, s.HasLost)
	return err
}

// CheckAnyRoot checks the results of all contenders with a random root, which is the same on every rank.
func (s *Sampler[T]) CheckAnyRoot() error { return s.Check(s.set.Root(s.order.IntN(s.set.Case.P))) }

// Run warms up, takes the samples, and returns why it stopped: "rel", "max" or "time". If the clocks are not
// accurate enough for a common start time, samples start after our barrier instead. Run decides this before
// the first sample, from the last known error. If the alignment after the samples shows that the clocks were
// too inaccurate after all, all samples are taken again.
func (s *Sampler[T]) Run() (stop string, err error) {
	gate := s.instruments.Gate
	for gate.Sync = s.initialSync(); ; gate.Sync = clock.Dissem {
		s.reset()
		if err := s.warmUp(); err != nil {
			return "", err
		}
		if stop, err = s.sample(); err != nil {
			return "", err
		}
		if err := s.instruments.Clock.Align(); err != nil || s.startTimesAreValid() {
			return stop, err
		}
	}
}

// initialSync returns the synchronisation method for the first samples. It depends on the time of the calls
// in the check.
func (s *Sampler[T]) initialSync() string {
	perCall := s.repetitionTime / int64(len(s.set.Contenders))
	if s.instruments.Sync == clock.Round && !s.instruments.Gate.TrustsClock(float64(perCall)) {
		return clock.Dissem
	}
	return s.instruments.Sync
}

// startTimesAreValid reports whether the clocks were accurate enough for common start times, according to the
// alignment after the samples. If the samples had no common start times, it returns true.
func (s *Sampler[T]) startTimesAreValid() bool {
	if s.instruments.Gate.Sync != clock.Round {
		return true
	}
	quickest := math.Inf(1) // the lowest median of the contenders in ns
	for i := range s.set.Contenders {
		quickest = min(quickest, s.median(i))
	}
	return s.instruments.Gate.TrustsClock(quickest)
}

// warmUp runs repetitions until the time of a repetition no longer falls by more than 5 %. If a repetition
// takes a large part of the time limit of the case, there is no warm-up, because the calls during the check
// are sufficient.
func (s *Sampler[T]) warmUp() error {
	if s.repetitionTime > s.limits.Time.Nanoseconds()/8 && s.limits.Exact == 0 {
		return nil
	}
	before, late := int64(math.MaxInt64), s.Late
	for range s.limits.Warmup {
		if err := s.Repeat(0, 1); err != nil {
			return err
		}
		if s.Late > late { // the repetition was dropped
			late = s.Late
			continue
		}
		total := int64(0)
		for i := range s.set.Contenders {
			times := s.Samples[i].Longest
			total += times[len(times)-1]
		}
		if hasSettled(before, total) {
			break
		}
		before = total
	}
	s.reset()
	return nil
}

// sample runs repetitions until a stopping rule ends them, and returns the reason. The rule is checked after
// 16, 32, 64 ... samples. If the case is a race (see stats.Race), it is checked after 4 samples and then
// whenever the number of samples has grown by half. sample also stops at the time limit and at the maximum
// number of samples. It uses the times of all ranks, so every rank stops at the same point.
func (s *Sampler[T]) sample() (stop string, err error) {
	limits, stoppingRule := s.limits, s.newStoppingRule()
	began := int64(0)
	for done, n := 0, min(stoppingRule.first, limits.Most); ; n = min(stoppingRule.next(n), limits.Most) {
		for done < n {
			// Run few repetitions at a time, so that a case with slow calls can end at its time limit.
			repetitions := min(n-done, minRepetitions)
			if s.repetitionTime > limits.Time.Nanoseconds()/minRepetitions {
				repetitions = 1
			}
			if err := s.Repeat(done+s.Late, repetitions); err != nil {
				return "", err
			}
			if began == 0 {
				began = s.batch.firstStart()
			}
			done = len(s.Samples[0].Longest)
			spent, longest := s.batch.lastEnd()-began, limits.Time.Nanoseconds()
			enough := done >= stoppingRule.minRepetitions || spent > overtimeFactor*longest
			if limits.Exact == 0 && spent > longest && enough {
				return "time", nil
			}
		}
		switch {
		case stoppingRule.enough():
			return "rel", nil
		case n == limits.Most:
			return "max", nil
		}
	}
}

// RunFor runs at least `least` and at most `most` repetitions. After the first `least` repetitions it stops
// when the given time is over.
func (s *Sampler[T]) RunFor(least, most int, time time.Duration) error {
	began := int64(0)
	for done := 0; done < most; done++ {
		if err := s.Repeat(done, 1); err != nil {
			return err
		}
		if done == 0 {
			began = s.batch.firstStart()
		}
		if done+1 >= least && s.batch.lastEnd()-began > time.Nanoseconds() {
			break
		}
	}
	return nil
}

// Repeat runs the given number of repetitions and then gathers the times. In each repetition every contender
// runs once, and the native call runs once more, timed in C. The order is random, and the root is the same
// for all calls. Between Gate.Enter and the end of a call, no other work is done.
func (s *Sampler[T]) Repeat(first, repetitions int) error {
	set, gate, n, now := s.set, s.instruments.Gate, len(s.activeContenders), s.instruments.Clock.Now
	s.batch.resize(repetitions, n, set.Case.P)
	for b := range repetitions {
		root := set.Root(first + b)
		if err := set.Load(root, s.HasLost); err != nil {
			return err
		}
		if err := s.callUntimed(s.activeContenders[s.order.IntN(n)], root); err != nil {
			return err
		}
		s.instruments.Arrival.Delays(s.delays, s.order)
		for turn, k := range s.order.Perm(n) {
			i := s.activeContenders[k]
			c := set.At(i)
			args := set.Args(c, root)
			// Prepare compiles the call again only if the cache has evicted its program.
			if err := c.Prepare(args); err != nil {
				return err
			}
			usual := set.UsualTime(i)
			if err := c.Select(); err != nil {
				return err
			}
			if err := gate.Enter(usual); err != nil {
				return err
			}
			entered := s.delayEntry(now)
			start := now()
			err := c.Run(args)
			end := now()
			s.instruments.Guard.Beat(0)
			if err := errors.Join(err, c.Deselect()); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			if c.LastCall != nil {
				start, end = c.LastCall()
			}
			if s.instruments.Arrival.Time > 0 { // count the time from the last arrival, on every rank
				start = entered + slices.Max(s.delays)
				end = max(start, end)
			}
			s.batch.record(b, k, turn, s.instruments.Clock.ToRank0(start), s.instruments.Clock.ToRank0(end),
				gate.Late)
		}
	}
	if err := mpi.Allgather(s.instruments.Ranks.Times, s.batch.ownValues, s.batch.allValues); err != nil {
		return err
	}
	for b := range repetitions {
		if s.batch.wasLate(b) && gate.DoubleAhead() {
			s.Late++
			continue
		}
		for k, i := range s.activeContenders {
			set.NoteTime(i, s.Samples[i].add(&s.batch, b, k, set.Root(first+b)))
		}
	}
	return nil
}

// delayEntry waits until the time at which this rank must enter the call. It returns the time at which the
// wait began, or 0 without an arrival pattern.
func (s *Sampler[T]) delayEntry(now func() int64) (entered int64) {
	if s.instruments.Arrival.Time == 0 {
		return 0
	}
	late := s.delays[s.instruments.Ranks.World.Rank]
	for entered = now(); now()-entered < late; {
	}
	return entered
}

// callUntimed begins a repetition with a call that is not timed, so that all timed calls follow a call with
// the same root. The untimed call brings the library's data for each direction of communication into the
// caches. With --cache warm, it also brings the words into the caches.
func (s *Sampler[T]) callUntimed(i, root int) error {
	c := s.set.At(i)
	args := s.set.Args(c, root)
	if err := s.instruments.Gate.Enter(s.set.UsualTime(i)); err != nil {
		return err
	}
	err := c.Call(args)
	s.instruments.Guard.Beat(0)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	return nil
}
