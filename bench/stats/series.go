package stats

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// A Series holds the samples of one launch in the order of their measurement. Neighbouring samples may be
// correlated, and the level may change.
type Series struct {
	all         sortedSamples
	steadyParts []sortedSamples // the parts before and after a change of level; without a change, one part
}

// sortedSamples holds consecutive samples in ascending order, and their effective sample size.
type sortedSamples struct {
	sorted         []float64
	effectiveCount float64
}

func newSortedSamples(x []float64) sortedSamples {
	return sortedSamples{slices.Sorted(slices.Values(x)), effectiveN(x)}
}

// NewSeries determines the effective sample size and looks for a change of level.
func NewSeries(x []float64) Series {
	s := Series{all: newSortedSamples(x)}
	s.steadyParts = []sortedSamples{s.all}
	if at, changed := levelChange(x); changed {
		s.steadyParts = []sortedSamples{newSortedSamples(x[:at]), newSortedSamples(x[at:])}
	}
	return s
}

// Estimate returns the median and an interval whose ends are order statistics, so the interval is valid for
// any distribution, and exact for independent samples. The number of samples below the median is assumed to
// be binomial, with the effective sample size as n. If the level changes, the interval spans the intervals of
// both parts.
func (s Series) Estimate(confidence float64) Estimate {
	e := Estimate{Value: medianOfSorted(s.all.sorted), Lo: math.Inf(1), Hi: math.Inf(-1),
		N:      s.all.effectiveCount,
		Steady: len(s.steadyParts) == 1}
	for _, p := range s.steadyParts {
		lo, hi := p.interval(confidence)
		e.Lo, e.Hi = min(e.Lo, lo), max(e.Hi, hi)
	}
	return e
}

// AtMost returns the p value of the hypothesis that the median is at most `value`, by a sign test with the
// effective sample size. The test does not assume symmetry, and its inversion is the interval of Estimate.
// Samples equal to `value` support the hypothesis.
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

// AtLeast returns the p value of the hypothesis that the median is at least `value`.
func (s Series) AtLeast(value float64) (p float64) {
	return s.test(func(sorted []float64) int {
		at, _ := slices.BinarySearch(sorted, value)
		return len(sorted) - at
	})
}

// test returns the p value of the sign test of a hypothesis. The function `supporting` returns the number of
// samples that support the hypothesis. If the level changes, test returns the larger p value of the parts
// before and after the change.
func (s Series) test(supporting func(sorted []float64) int) (p float64) {
	for _, level := range s.steadyParts {
		n := float64(len(level.sorted))
		p = max(p, binomialTail(level.effectiveCount, level.effectiveCount*float64(supporting(level.sorted))/n))
	}
	return p
}

// interval returns the range of medians that a two-sided sign test does not reject.
func (p sortedSamples) interval(confidence float64) (lo, hi float64) {
	n := len(p.sorted)
	outside := sort.Search((n+1)/2, func(k int) bool { // number of samples on each side of the interval
		return binomialTail(p.effectiveCount, p.effectiveCount*float64(k)/float64(n)) > (1-confidence)/2
	})
	if outside == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return p.sorted[outside-1], p.sorted[n-outside]
}

// binomialTail returns the probability of at most k heads in n tosses of a fair coin. The arguments need not
// be integers.
func binomialTail(n, k float64) float64 {
	if k >= n {
		return 1
	}
	return mathext.RegIncBeta(n-k, k+1, 0.5)
}

// Ratio compares paired times: it returns exp of the median of ln(a/b), with the interval of Series.Estimate.
// The two times of a pair come from the same repetition, so a disturbance that affects both cancels out.
func Ratio(a, b []float64, confidence float64) Estimate {
	return NewSeries(LogRatios(a, b)).Estimate(confidence).Exp()
}

// LogRatios returns ln(a/b) for every pair.
func LogRatios(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range d {
		d[i] = math.Log(a[i] / b[i])
	}
	return d
}

// Logs returns ln(x) of every time.
func Logs(x []float64) []float64 {
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(v)
	}
	return logs
}

// GeometricMean returns the geometric mean, or NaN if x is empty.
func GeometricMean(x []float64) float64 { return stat.GeometricMean(x, nil) }
