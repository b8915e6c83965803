package stats

// Evidence is what was measured of one quantity, usually a log ratio: a Series of one launch, or Launches.
type Evidence interface {
	Estimate(confidence float64) Estimate
	AtMost(value float64) (p float64)  // one-sided p value of the hypothesis that the quantity is at most value
	AtLeast(value float64) (p float64) // the same for at least value
}

// Is returns the two-sided p value of the hypothesis that the quantity equals value.
func Is(e Evidence, value float64) float64 {
	return min(1, 2*min(e.AtMost(value), e.AtLeast(value)))
}

// Beyond returns the p value of the hypothesis that the quantity is from below to above. If it is small, the
// quantity is less than below or more than above.
func Beyond(e Evidence, below, above float64) float64 {
	return min(1, 2*min(e.AtMost(above), e.AtLeast(below)))
}

// Within returns the p value of the hypothesis that the quantity is below or less, or above or more, by two
// one-sided tests (Schuirmann 1987). If it is small, the quantity is between them.
func Within(e Evidence, below, above float64) float64 {
	return max(e.AtLeast(above), e.AtMost(below))
}
