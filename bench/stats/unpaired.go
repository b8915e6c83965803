package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// MedianRatio compares times that were measured apart: the ratio of the medians of a and b, with the
// interval of the given confidence from a bootstrap of both. The same seed gives the same interval, with a
// and b exchanged its inverse. Below 6 values on a side there is no interval.
func MedianRatio(a, b []float64, confidence float64, seed uint64) Estimate {
	x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	e := Estimate{middle(x) / middle(y), 0, math.Inf(1)}
	if min(len(x), len(y)) < 6 {
		return e
	}
	const draws = 2000
	logs := make([]float64, 0, draws)
	for _, turn := range [][2]uint64{{1, 2}, {2, 1}} { // each side has each stream once: neither is the first
		ofX, ofY := newResampled(x, seed, turn[0]), newResampled(y, seed, turn[1])
		for range draws / 2 {
			logs = append(logs, math.Log(ofX.median())-math.Log(ofY.median()))
		}
	}
	slices.Sort(logs)
	outside := int((1 - confidence) / 2 * draws)
	e.Lo, e.Hi = math.Exp(logs[outside]), math.Exp(logs[draws-1-outside])
	return e
}

// resampled draws medians of resamples of sorted values, as many as there are and with replacement, without
// making the resamples: of n uniform numbers the k-th smallest has a beta distribution, and says which value
// the k-th smallest of a resample is.
type resampled struct {
	sorted []float64
	random *rand.Rand
	lower  distuv.Beta // of the (n+1)/2-th smallest uniform number
}

func newResampled(sorted []float64, seed, stream uint64) resampled {
	n := len(sorted)
	random := rand.New(rand.NewPCG(seed, stream))
	k := float64((n + 1) / 2)
	return resampled{sorted, random, distuv.Beta{Alpha: k, Beta: float64(n) + 1 - k, Src: random}}
}

func (r resampled) median() float64 {
	n := len(r.sorted)
	u := r.lower.Rand()
	low := r.at(u)
	if n%2 == 1 {
		return low
	}
	// The next larger one is the least of the n/2 numbers that are uniform above u.
	u += (1 - u) * (1 - math.Pow(1-r.random.Float64(), 2/float64(n)))
	return (low + r.at(u)) / 2
}

func (r resampled) at(u float64) float64 {
	n := len(r.sorted)
	return r.sorted[min(n-1, int(u*float64(n)))]
}
