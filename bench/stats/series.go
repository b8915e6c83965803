package stats

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// A Series is the samples of one launch in the order they were taken. They may resemble their neighbours, and their level
// may change.
type Series struct {
	all    part
	levels []part // the parts with a level of their own, or all
}

// A part is samples in a row.
type part struct {
	sorted    []float64
	effective float64
}

func newPart(x []float64) part { return part{slices.Sorted(slices.Values(x)), EffectiveN(x)} }

// NewSeries looks at what the samples say of each other.
func NewSeries(x []float64) Series {
	s := Series{all: newPart(x)}
	s.levels = []part{s.all}
	if at, changed := levelChange(x); changed {
		s.levels = []part{newPart(x[:at]), newPart(x[at:])}
	}
	return s
}

// Estimate returns the median and its interval: from order statistics, so that it holds whatever the distribution. The number
// of samples below a median is binomial, here of as many as are effective; of independent samples that is the exact
// interval. Where the level of the series changes, the interval spans those of both levels.
func (s Series) Estimate(confidence float64) Estimate {
	e := Estimate{Value: middle(s.all.sorted), Lo: math.Inf(1), Hi: math.Inf(-1), N: s.all.effective, Steady: len(s.levels) == 1}
	for _, p := range s.levels {
		lo, hi := p.interval(confidence)
		e.Lo, e.Hi = min(e.Lo, lo), max(e.Hi, hi)
	}
	return e
}

// AtMost returns the p value of a median that is at most a value: a sign test with as many samples as are effective. It asks
// for no symmetry, and it is what the interval is made of. Samples at the value speak for it.
func (s Series) AtMost(value float64) (p float64) {
	return s.test(func(sorted []float64) int {
		above, _ := slices.BinarySearchFunc(sorted, value, func(x, value float64) int {
			if x <= value {
				return -1
			}
			return 1
		})
		return above
	})
}

// AtLeast returns the p value of a median that is at least a value.
func (s Series) AtLeast(value float64) (p float64) {
	return s.test(func(sorted []float64) int {
		at, _ := slices.BinarySearch(sorted, value)
		return len(sorted) - at
	})
}

// test is the sign test with the number of samples that speak for a hypothesis; of several levels, all have to refuse it.
func (s Series) test(speakFor func(sorted []float64) int) (p float64) {
	for _, level := range s.levels {
		n := float64(len(level.sorted))
		p = max(p, binomialTail(level.effective, level.effective*float64(speakFor(level.sorted))/n))
	}
	return p
}

// interval returns the values that a two-sided sign test does not refuse as the median.
func (p part) interval(confidence float64) (lo, hi float64) {
	n := len(p.sorted)
	outside := sort.Search((n+1)/2, func(k int) bool { // how many samples lie below the interval, and above it
		return binomialTail(p.effective, p.effective*float64(k)/float64(n)) > (1-confidence)/2
	})
	if outside == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return p.sorted[outside-1], p.sorted[n-outside]
}

// binomialTail is the probability of at most k heads in n throws of a coin, continued to all real n and k.
func binomialTail(n, k float64) float64 {
	if k >= n {
		return 1
	}
	return mathext.RegIncBeta(n-k, k+1, 0.5)
}
