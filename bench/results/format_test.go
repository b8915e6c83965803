package results_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// FormatRatio keeps five characters, and FormatMultiple keeps about three digits, just below and just above
// each change of precision.
func TestFormatsOfNumbers(t *testing.T) {
	for ratio, want := range map[float64]string{0.5: "0.500", 9.9994: "9.999", 9.9996: "10.00", 99.99: "99.99",
		99.996: "100.0", 999.94: "999.9", 999.96: "1000", 9999: "9999"} {
		assert.Equal(t, want, results.FormatRatio(ratio))
	}
	for factor, want := range map[float64]string{0.25: "0.250", 1: "1.00", 9.5: "9.50", 10: "10.0",
		99.5: "99.5", 100: "100", 1234: "1234"} {
		assert.Equal(t, want, results.FormatMultiple(factor))
	}
	assert.Equal(t, "1.50 us", results.FormatTime(1500))
	assert.Equal(t, "-", results.FormatTime(math.NaN()))
}
