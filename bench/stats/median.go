package stats

import (
	"math"
	"slices"
)

// An Estimate is a value with its interval; without enough samples for one, Lo and Hi are infinite.
type Estimate struct {
	Value, Lo, Hi float64
	N             float64 // of a Series, how many independent samples would say as much; of Launches, how many
	Steady        bool    // no change of level was found
}

// HalfWidth is the larger distance of the interval's ends from the value, relative to the value.
func (e Estimate) HalfWidth() float64 {
	return max(e.Hi-e.Value, e.Value-e.Lo) / math.Abs(e.Value)
}

// Enough is how many effective samples of one launch a verdict asks for.
const Enough = 50

// Decidable reports whether one launch can carry a verdict: it has enough effective samples, and one level.
func (e Estimate) Decidable() bool { return e.Steady && e.N >= Enough }

// Exp returns the estimate of exp of the quantity.
func (e Estimate) Exp() Estimate {
	e.Value, e.Lo, e.Hi = math.Exp(e.Value), math.Exp(e.Lo), math.Exp(e.Hi)
	return e
}

// Median returns the median of the samples of one launch with its interval.
func Median(x []float64, confidence float64) Estimate { return NewSeries(x).Estimate(confidence) }

func median(x []float64) float64 { return middle(slices.Sorted(slices.Values(x))) }

// middle is the median of sorted values, NaN for none.
func middle(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
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
