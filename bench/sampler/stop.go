//go:build cgo

package sampler

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A stoppingRule determines when a case has enough samples, and after which numbers of samples this is
// checked.
type stoppingRule struct {
	first          int             // number of samples at the first check
	next           func(n int) int // number of samples at the next check after n
	enough         func() bool
	minRepetitions int // minimum number of samples, even beyond the time limit
}

func (s *Sampler[T]) newStoppingRule() stoppingRule {
	switch {
	case s.limits.Race:
		return stoppingRule{stats.FirstLook, stats.NextLook, s.endRace, 2}
	case s.limits.Exact > 0:
		return stoppingRule{s.limits.Least, double, func() bool { return false }, minRepetitions}
	}
	return stoppingRule{s.limits.Least, double, s.ratiosAreSettled, minRepetitions}
}

func double(n int) int { return 2 * n }

// ratiosAreSettled reports whether every ratio has enough samples for a verdict, and a narrow interval. If
// only the native call is timed, its time must have both.
func (s *Sampler[T]) ratiosAreSettled() bool {
	native := results.Floats(s.Samples[0].Longest)
	if len(native) == 0 {
		return false
	}
	if len(s.set.Contenders) == 1 {
		time := stats.NewSeries(stats.Logs(native)).Estimate(results.Confidence).Exp()
		return time.Decidable() && time.HalfWidth() <= s.limits.Rel
	}
	for i := range s.set.Contenders[1:] {
		ratio := stats.Ratio(results.Floats(s.Samples[i+1].Longest), native, results.Confidence)
		if !ratio.Decidable() || ratio.HalfWidth() > s.limits.Rel {
			return false
		}
	}
	return true
}

// endRace removes contenders that have lost, and reports whether all remaining ones are equally fast. It uses
// the times of all ranks, so every rank gets the same result.
func (s *Sampler[T]) endRace() bool {
	contenders := s.set.Contenders
	r := stats.Race{Looks: s.raceState.looks, Times: make([][]float64, len(contenders))}
	var left, native []int // the native call is the first in both lists
	for i, c := range contenders {
		r.Times[i] = results.Floats(s.Samples[i].Longest)
		if s.raceState.lost[i] {
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
	s.raceState.looks++
	for _, i := range lost {
		s.raceState.lost[i] = true
	}
	withoutLost := func(group []int) []int {
		return slices.DeleteFunc(group, func(i int) bool { return s.raceState.lost[i] })
	}
	left, native = withoutLost(left), withoutLost(native)
	// keep timing the native call until the end of the race
	s.activeContenders = slices.DeleteFunc(s.activeContenders,
		func(i int) bool { return i > 0 && s.raceState.lost[i] })
	if s.limits.Left != nil {
		s.limits.Left(len(s.activeContenders), len(contenders))
	}
	// A native algorithm that is slower than one of our algorithms does not prolong the race.
	best := r.Best(left)
	front := slices.DeleteFunc(left, func(i int) bool {
		return i != best && contenders[i].IsNative() && !r.AllWithin([]int{best, i}, stats.Indifference)
	})
	return r.AllWithin(native, stats.Indifference) && r.AllWithin(front, stats.Indifference)
}
