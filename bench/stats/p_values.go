package stats

import (
	"cmp"
	"slices"
)

// Evidence is the measurement of one quantity, usually a log ratio: the Series of one launch, or Launches.
type Evidence interface {
	Estimate(confidence float64) Estimate
	// AtMost returns the one-sided p value of the hypothesis that the quantity is at most `value`.
	AtMost(value float64) (p float64)
	// AtLeast returns the one-sided p value of the hypothesis that the quantity is at least `value`.
	AtLeast(value float64) (p float64)
}

// EqualTo returns the two-sided p value of the hypothesis that the quantity equals `value`.
func EqualTo(e Evidence, value float64) float64 {
	return min(1, 2*min(e.AtMost(value), e.AtLeast(value)))
}

// Beyond returns the p value of the hypothesis that the quantity lies between `below` and `above`. If the p
// value is small, the quantity is outside.
func Beyond(e Evidence, below, above float64) float64 {
	return min(1, 2*min(e.AtMost(above), e.AtLeast(below)))
}

// Within returns the p value of the hypothesis that the quantity does not lie between `below` and `above`, by
// two one-sided tests (Schuirmann 1987). If the p value is small, the quantity is between them.
func Within(e Evidence, below, above float64) float64 {
	return max(e.AtLeast(above), e.AtMost(below))
}

// BenjaminiHochberg converts the p values of a table into q values, which control the false discovery rate
// (Benjamini and Hochberg 1995). If every row with q <= 0.05 is declared different, at most 5 % of these
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
