//go:build cgo

package sampler

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A rule determines when a case has enough samples, and after how many samples this is checked.
type rule struct {
	first  int             // number of samples at the first check
	next   func(n int) int // number of samples at the next check after n
	enough func() bool
	fewest int // minimum number of samples, even beyond the time limit
}

func (s *Sampler[T]) stoppingRule() rule {
	switch {
	case s.limits.Race:
		return rule{stats.FirstLook, stats.NextLook, s.endRace, 2}
	case s.limits.Exact > 0:
		return rule{s.limits.Least, double, func() bool { return false }, fewest}
	}
	return rule{s.limits.Least, double, s.isSettled, fewest}
}

func double(n int) int { return 2 * n }

// isSettled reports whether every ratio to native has enough samples for a verdict, and a narrow enough
// interval.
func (s *Sampler[T]) isSettled() bool {
	native := results.Floats(s.Samples[0].Longest)
	if len(native) == 0 {
		return false
	}
	for i := range s.set.Contenders[1:] {
		ratio := stats.Ratio(results.Floats(s.Samples[i+1].Longest), native, results.Confidence)
		if !ratio.Decidable() || ratio.HalfWidth() > s.limits.Rel {
			return false
		}
	}
	return true
}

// A race holds the state of the race between the contenders of a case.
type race struct {
	looks int
	lost  []bool // whether each contender has lost; nil if there is no race
}

// HasLost reports whether a contender has lost a race.
func (s *Sampler[T]) HasLost(i int) bool { return s.race.lost != nil && s.race.lost[i] }

// endRace removes contenders that have lost. It reports whether all remaining contenders are equally fast. It
// uses the times of all ranks, so every rank gets the same result.
func (s *Sampler[T]) endRace() bool {
	contenders := s.set.Contenders
	r := stats.Race{Looks: s.race.looks, Times: make([][]float64, len(contenders))}
	var left, native []int // the native call is the first in both lists
	for i, c := range contenders {
		r.Times[i] = results.Floats(s.Samples[i].Longest)
		if s.race.lost[i] {
			continue
		}
		left = append(left, i)
		if c.IsNative() {
			native = append(native, i)
		}
	}
	lost := r.Look(native)
	for _, i := range r.Look(left) {
		if !contenders[i].IsNative() {
			lost = append(lost, i)
		}
	}
	s.race.looks++
	for _, i := range lost {
		s.race.lost[i] = true
	}
	withoutLost := func(group []int) []int {
		return slices.DeleteFunc(group, func(i int) bool { return s.race.lost[i] })
	}
	left, native = withoutLost(left), withoutLost(native)
	// keep calling native until the end of the race
	s.called = slices.DeleteFunc(s.called, func(i int) bool { return i > 0 && s.race.lost[i] })
	if s.limits.Left != nil {
		s.limits.Left(len(s.called), len(contenders))
	}
	// A native algorithm that is slower than one of our algorithms does not prolong the race.
	best := r.Best(left)
	front := slices.DeleteFunc(left, func(i int) bool {
		return i != best && contenders[i].IsNative() && !r.AllWithin([]int{best, i}, stats.Indifference)
	})
	return r.AllWithin(native, stats.Indifference) && r.AllWithin(front, stats.Indifference)
}
