package stats

// Evidence is the measurement of one quantity, usually a log ratio: the Series of one launch, or Launches.
type Evidence interface {
	Estimate(confidence float64) Estimate
	// one-sided p value of the hypothesis that the quantity is at most value
	AtMost(value float64) (p float64)
	AtLeast(value float64) (p float64) // one-sided p value of the hypothesis that it is at least value
}

// EqualTo returns the two-sided p value of the hypothesis that the quantity equals value.
func EqualTo(e Evidence, value float64) float64 {
	return min(1, 2*min(e.AtMost(value), e.AtLeast(value)))
}

// Beyond returns the p value of the hypothesis that the quantity lies between the arguments below and above.
// If it is small, the quantity is outside.
func Beyond(e Evidence, below, above float64) float64 {
	return min(1, 2*min(e.AtMost(above), e.AtLeast(below)))
}

// Within returns the p value of the hypothesis that the quantity does not lie between the arguments below and
// above, by two one-sided tests (Schuirmann 1987). If it is small, the quantity is between them.
func Within(e Evidence, below, above float64) float64 {
	return max(e.AtLeast(above), e.AtMost(below))
}
