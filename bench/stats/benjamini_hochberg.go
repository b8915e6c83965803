package stats

import (
	"cmp"
	"slices"
)

// BenjaminiHochberg converts the p values of a table into q values, which control the false discovery rate
// (Benjamini and Hochberg 1995): if every row with q <= 0.05 is declared different, at most 5 % of these
// declarations are expected to be wrong.
func BenjaminiHochberg(p []float64) []float64 {
	n := len(p)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	q := make([]float64, n)
	least := 1.0
	for k := n - 1; k >= 0; k-- {
		least = min(least, p[order[k]]*float64(n)/float64(k+1))
		q[order[k]] = least
	}
	return q
}
