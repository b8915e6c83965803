package stats

import (
	"math"
	"slices"
)

// A Race finds the fastest of several contenders by successive elimination. Their times come from the same
// repetitions. After some of the repetitions, a test (a "look") compares each contender with the best so far.
// A contender that has lost is no longer measured. Times[i] holds the times of contender i. All contenders
// that have not lost have the same number of times.
//
// The probability that the fastest contender loses at any look is at most 5 %. This 5 % is divided equally
// among the other contenders, and then among the looks: look k gets the fraction 1/(k(k+1)). For any number
// of looks, these fractions add up to less than 1.
type Race struct {
	Times [][]float64
	Looks int // number of looks so far
}

// NextLook returns the number of samples at the next look: 1.5 times the number at the previous look.
func NextLook(samples int) int { return max(FirstLook, samples*3/2) }

// FirstLook is the number of samples at the first look.
const FirstLook = 4

const raceErrorProbability = 0.05

// Indifference is a relative difference of times. If the times of two contenders differ by less, it does not
// matter which of them is chosen.
const Indifference = 0.02

// Look returns the contenders of a group that have lost to the group's best.
func (r *Race) Look(group []int) (lost []int) {
	if len(group) < 2 {
		return nil
	}
	level := significanceAtLook(r.Looks+1, len(r.Times)-1)
	best := r.Best(group)
	for _, i := range group {
		if i != best && pNotSlower(r.logRatios(i, best)) < level {
			lost = append(lost, i)
		}
	}
	return lost
}

// significanceAtLook returns the significance level of the tests at a look (1 is the first) that compares the
// best contender with the given number of others.
func significanceAtLook(look, others int) float64 {
	return raceErrorProbability / float64(others) / float64(look*(look+1))
}

// Best returns the contender of a group with the lowest median log ratio to the group's first contender.
func (r *Race) Best(group []int) int {
	return slices.MinFunc(group, func(i, j int) int {
		a, b := Median(r.logRatios(i, group[0])), Median(r.logRatios(j, group[0]))
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
}

// AllWithin reports whether no contender is slower than the group's best by more than the given fraction.
func (r *Race) AllWithin(group []int, share float64) bool {
	best := r.Best(group)
	return !slices.ContainsFunc(group, func(i int) bool {
		return i != best && !(Gain(r.Times[i], r.Times[best]).Hi <= 1+share)
	})
}

func (r *Race) logRatios(i, j int) []float64 { return LogRatios(r.Times[i], r.Times[j]) }

// minForSignTest is the minimum number of samples for a sign test. With fewer samples, a race applies
// Student's t test to their mean.
const minForSignTest = 16

// errorInflation is the factor by which the standard error is multiplied if there are too few samples to
// estimate their autocorrelation.
const errorInflation = math.Sqrt2

// pNotSlower returns the p value of the hypothesis that the median of the log ratios d is at most 0. With few
// samples, the hypothesis refers to their mean instead.
func pNotSlower(d []float64) float64 {
	if len(d) < 2 {
		return 1
	}
	if len(d) < minForSignTest {
		return meanOfFew(d).AtMost(0)
	}
	return NewSeries(d).AtMost(0)
}

// meanOfFew returns the mean of a few samples, for Student's t, with a variance that allows for correlation.
func meanOfFew(d []float64) Launches {
	l := NewLaunches(d)
	l.Variance *= errorInflation * errorInflation
	return l
}

// Gain compares paired times like Ratio, with a 95 % interval. With too few samples for a sign test, the
// interval is a t interval. It is infinite for fewer than two samples.
func Gain(a, b []float64) Estimate {
	const confidence = 0.95
	d := LogRatios(a, b)
	if len(d) >= minForSignTest {
		if e := NewSeries(d).Estimate(confidence); !math.IsInf(e.Hi, 0) && !math.IsInf(e.Lo, 0) {
			return e.Exp()
		}
	}
	if len(d) < 2 {
		return Estimate{Value: math.Exp(Median(d)), Lo: 0, Hi: math.Inf(1)}
	}
	e := meanOfFew(d).Estimate(confidence)
	e.Value = Median(d)
	e.Lo, e.Hi = min(e.Lo, e.Value), max(e.Hi, e.Value)
	return e.Exp()
}
