// Package stats is the statistics of a benchmark table: medians with exact intervals, paired ratios,
// signed ranks, false discovery rates. Quantiles and distributions are gonum's.
package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate is a value with its interval; without enough samples for one, Lo and Hi are infinite.
type Estimate struct{ Value, Lo, Hi float64 }

// HalfWidth is the larger distance of the interval's ends from the value, relative to the value.
func (e Estimate) HalfWidth() float64 {
	return max(e.Hi-e.Value, e.Value-e.Lo) / math.Abs(e.Value)
}

// Median returns the median of x and its exact interval of the given confidence, from order statistics:
// it holds whatever the distribution.
func Median(x []float64, confidence float64) Estimate {
	sorted := slices.Sorted(slices.Values(x))
	e := Estimate{middle(sorted), math.Inf(-1), math.Inf(1)}
	if lo, hi, ok := MedianRanks(len(x), confidence); ok {
		e.Lo, e.Hi = sorted[lo-1], sorted[hi-1]
	}
	return e
}

// middle is the median of sorted values, NaN for none.
func middle(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// MedianRanks returns which order statistics of n, counted from 1, enclose the median with at least the
// given confidence: the number of samples below it is binomial. Below 6 samples there are none for 95 %.
func MedianRanks(n int, confidence float64) (lo, hi int, ok bool) {
	below := distuv.Binomial{N: float64(n), P: 0.5}
	for lo = n / 2; lo >= 1; lo-- {
		if 1-2*below.CDF(float64(lo-1)) >= confidence {
			return lo, n + 1 - lo, true
		}
	}
	return 0, 0, false
}

// Quantile returns the q-quantile of x, and whether n is enough for a two-sided 95 % interval of it to
// be finite; the value is not worth printing otherwise.
func Quantile(x []float64, q float64) (value float64, enough bool) {
	sorted := slices.Sorted(slices.Values(x))
	n := float64(len(sorted))
	if n == 0 {
		return math.NaN(), false
	}
	value = sorted[min(len(sorted)-1, int(math.Ceil(q*n))-1)]
	tail := min(q, 1-q)
	return value, math.Pow(1-tail, n) <= 0.025
}
