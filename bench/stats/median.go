package stats

import (
	"math"
	"slices"
)

// An Estimate is a value with its interval. With too few samples for an interval, Lo and Hi are infinite.
type Estimate struct {
	Value, Lo, Hi float64
	N             float64 // effective sample size of a Series; number of Launches
	Steady        bool    // no change of level was found
}

// HalfWidth returns the distance from the value to the farther end of the interval, relative to the value.
func (e Estimate) HalfWidth() float64 {
	return max(e.Hi-e.Value, e.Value-e.Lo) / math.Abs(e.Value)
}

// Enough is the effective sample size that one launch needs for a verdict.
const Enough = 50

// Decidable reports whether the samples of one launch suffice for a verdict. They do if there are enough
// effective samples and no change of level.
func (e Estimate) Decidable() bool { return e.Steady && e.N >= Enough }

// Exp returns e with the exponential function applied to the value and to both ends of the interval.
func (e Estimate) Exp() Estimate {
	e.Value, e.Lo, e.Hi = math.Exp(e.Value), math.Exp(e.Lo), math.Exp(e.Hi)
	return e
}

// Median returns the median, or NaN if there are no values. Series.Estimate also returns its interval.
func Median(x []float64) float64 { return medianOfSorted(slices.Sorted(slices.Values(x))) }

func medianOfSorted(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Quantile returns the q-quantile of x. The result `enough` is true if x has enough values for a finite
// two-sided 95 % interval. If `enough` is false, do not print the value.
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
