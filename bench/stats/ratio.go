package stats

import (
	"math"
	"slices"
)

// Ratio compares paired times: it returns exp of the median of ln(a/b), with the interval of Median.
// Each pair was measured in the same block, so what disturbs both cancels.
func Ratio(a, b []float64, confidence float64) Estimate {
	e := Median(LogRatios(a, b), confidence)
	return Estimate{math.Exp(e.Value), math.Exp(e.Lo), math.Exp(e.Hi)}
}

// LogRatios returns ln(a/b) of every pair.
func LogRatios(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range d {
		d[i] = math.Log(a[i] / b[i])
	}
	return d
}

// HodgesLehmann returns the median of the means of all pairs of x, each with itself too.
func HodgesLehmann(x []float64) float64 {
	var means []float64
	for i := range x {
		for j := range i + 1 {
			means = append(means, (x[i]+x[j])/2)
		}
	}
	slices.Sort(means)
	return middle(means)
}

// GeometricMean returns the n-th root of the product.
func GeometricMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(x)))
}
