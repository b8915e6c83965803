package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
)

// Unranked contenders do not show the cost of messages, even if they are the fastest.
func TestMessengerIsRanked(t *testing.T) {
	native := []int64{1000, 1000}
	cells := []results.Cell{resultstest.Measured("go:ring/a", []int64{500, 500}, native),
		resultstest.Measured("ring/a", []int64{800, 800}, native),
		resultstest.Measured("plan:a.json", []int64{400, 400}, native)}
	assert.Equal(t, "ring/a", messageChange(cells, cells).Algo)
}
