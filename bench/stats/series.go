package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Lag1 returns how strongly each value of a series goes with the one before it, -1 to 1.
func Lag1(x []float64) float64 {
	if len(x) < 3 {
		return 0
	}
	r := stat.Correlation(x[1:], x[:len(x)-1], nil)
	if math.IsNaN(r) {
		return 0
	}
	return r
}

// BlockMedian is Median with the interval from a moving-block bootstrap, for a series whose neighbours
// resemble each other: blocks of n^(1/3) values are drawn with the seed, so the same data give the same
// interval.
func BlockMedian(x []float64, confidence float64, seed uint64) Estimate {
	n := len(x)
	if n < 6 {
		return Median(x, confidence)
	}
	const draws = 1000
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	length := int(math.Ceil(math.Cbrt(float64(n))))
	medians := make([]float64, draws)
	sample := make([]float64, 0, n+length)
	for k := range medians {
		sample = sample[:0]
		for len(sample) < n {
			start := random.IntN(n - length + 1)
			sample = append(sample, x[start:start+length]...)
		}
		sample = sample[:n]
		slices.Sort(sample)
		medians[k] = middle(sample)
	}
	slices.Sort(medians)
	tail := (1 - confidence) / 2
	return Estimate{
		middle(slices.Sorted(slices.Values(x))),
		stat.Quantile(tail, stat.Empirical, medians, nil),
		stat.Quantile(1-tail, stat.Empirical, medians, nil),
	}
}
