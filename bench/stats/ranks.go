package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// exact is up to how many samples the null distributions are counted out; beyond, they are as good as
// normal.
const exact = 50

// SignedRank returns the two-sided p value of Wilcoxon's signed-rank test that x is symmetric around 0.
// Zeros are left out.
func SignedRank(x []float64) float64 {
	var d []float64
	for _, v := range x {
		if v != 0 {
			d = append(d, v)
		}
	}
	n := len(d)
	if n == 0 {
		return 1
	}
	size := make([]float64, n)
	for i, v := range d {
		size[i] = math.Abs(v)
	}
	ranks, ties := Ranks(size)
	w := 0.0
	for i, v := range d {
		if v > 0 {
			w += ranks[i]
		}
	}
	mean := float64(n*(n+1)) / 4
	if n <= exact && ties == 0 {
		return tails(subsetSums(n), int(math.Min(w, 2*mean-w)))
	}
	variance := float64(n*(n+1)*(2*n+1))/24 - ties/48
	return normalTails(w, mean, variance)
}

// MannWhitney returns the two-sided p value of the rank-sum test that x and y are of one distribution.
func MannWhitney(x, y []float64) float64 {
	n, m := len(x), len(y)
	if n == 0 || m == 0 {
		return 1
	}
	ranks, ties := Ranks(slices.Concat(x, y))
	u := -float64(n*(n+1)) / 2
	for _, r := range ranks[:n] {
		u += r
	}
	mean := float64(n*m) / 2
	if n+m <= exact && ties == 0 {
		return tails(rankSums(n, m), int(math.Min(u, 2*mean-u)))
	}
	all := float64(n + m)
	variance := mean / 6 * (all + 1 - ties/(all*(all-1)))
	return normalTails(u, mean, variance)
}

// Ranks returns the rank of every value, ties at their mean rank, and the sum of t³-t over the ties.
func Ranks(x []float64) (ranks []float64, ties float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return compare(x[i], x[j]) })
	ranks = make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+j+1) / 2
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return ranks, ties
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// subsetSums counts the subsets of 1..n by their sum.
func subsetSums(n int) []float64 {
	count := make([]float64, n*(n+1)/2+1)
	count[0] = 1
	for k := 1; k <= n; k++ {
		for s := len(count) - 1; s >= k; s-- {
			count[s] += count[s-k]
		}
	}
	return count
}

// rankSums counts the ways to interleave n and m values by U.
func rankSums(n, m int) []float64 {
	ways := make([][]float64, n+1) // ways[i][u]: i of the first kind among those seen
	for i := range ways {
		ways[i] = make([]float64, n*m+1)
	}
	ways[0][0] = 1
	for seen := 1; seen <= n+m; seen++ {
		for i := min(n, seen); i >= 1; i-- {
			for u := n * m; u >= 0; u-- {
				if above := u - (seen - i); above >= 0 && seen-i <= m {
					ways[i][u] += ways[i-1][above]
				}
			}
		}
	}
	return ways[n]
}

// tails is twice the share of counts up to w.
func tails(counts []float64, w int) float64 {
	total, below := 0.0, 0.0
	for s, c := range counts {
		total += c
		if s <= w {
			below += c
		}
	}
	return min(1, 2*below/total)
}

// normalTails is the normal approximation with continuity correction.
func normalTails(w, mean, variance float64) float64 {
	if variance <= 0 {
		return 1
	}
	z := (math.Abs(w-mean) - 0.5) / math.Sqrt(variance)
	return min(1, 2*distuv.UnitNormal.Survival(max(0, z)))
}
