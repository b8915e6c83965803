package stats

// Evidence is what was measured of one quantity, a log ratio as a rule: a Series of one launch, or Launches.
type Evidence interface {
	Estimate(confidence float64) Estimate
	AtMost(value float64) (p float64)  // one-sided p value of the quantity being at most a value
	AtLeast(value float64) (p float64) // and at least a value
}

// Is returns the two-sided p value of the quantity being a value.
func Is(e Evidence, value float64) float64 {
	return min(1, 2*min(e.AtMost(value), e.AtLeast(value)))
}

// Beyond returns the p value of the quantity lying within a margin of 0: where it is small, it lies beyond.
func Beyond(e Evidence, margin float64) float64 {
	return min(1, 2*min(e.AtMost(margin), e.AtLeast(-margin)))
}

// Within returns the p value of the quantity lying a margin or more from 0, by two one-sided tests (Schuirmann 1987): where
// it is small, it lies within.
func Within(e Evidence, margin float64) float64 {
	return max(e.AtLeast(margin), e.AtMost(-margin))
}
