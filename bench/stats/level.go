package stats

import (
	"cmp"
	"math"
	"slices"
)

// levelChange looks for the index at which the level of a series changes. At this index, the mean ranks of
// the values before and after it differ by the greatest number of standard errors (the maximum of two-sample
// rank statistics, as in Pettitt 1979). The result `found` is true if this number is greater than 3.1. This
// is Andrews' 5 % limit (1993) for the maximum over all indices except the outer twentieths. The standard
// error takes the lag-1 autocorrelation on either side into account.
func levelChange(x []float64) (at int, found bool) {
	const limit = 3.1
	n := len(x)
	least := max(4, n/20) // minimum number of samples before and after the change
	if n < 4*least {
		return 0, false
	}
	ranks := centredRanks(x)
	variance := dot(ranks, ranks) / float64(n)
	if variance == 0 {
		return 0, false
	}
	largest, sum := 0.0, 0.0
	for before := 1; before <= n-least; before++ {
		sum += ranks[before-1]
		z := math.Abs(sum) / math.Sqrt(variance*float64(before)*float64(n-before)/float64(n))
		if before >= least && z > largest {
			largest, at = z, before
		}
	}
	rest := slices.Concat(subtractMean(ranks[:at]), subtractMean(ranks[at:]))
	r := lag1(rest)
	r = min(0.99, max(0, r+(2+4*r)/float64(n))) // r is corrected for the bias of subtracting two means
	return at, largest > limit*math.Sqrt((1+r)/(1-r))
}

// centredRanks returns the ranks of the values, minus the mean rank. Equal values share their mean rank.
func centredRanks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+j-len(x)) / 2
		}
		i = j
	}
	return ranks
}

func subtractMean(x []float64) []float64 {
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	rest := make([]float64, len(x))
	for i, v := range x {
		rest[i] = v - mean
	}
	return rest
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
