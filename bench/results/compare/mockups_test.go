package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
)

func TestMockupsAreOfOperationsThereAre(t *testing.T) {
	for _, way := range mockups {
		assert.Contains(t, catalog.Collectives(), way.op)
		for _, call := range way.calls {
			assert.Contains(t, catalog.Collectives(), call.op)
			assert.NotEqual(t, way.op, call.op)
		}
	}
}

// Contenders that are measured for comparison with ours do not show what messages cost, however
// fast they are.
func TestMessengerIsRanked(t *testing.T) {
	native := []int64{1000, 1000}
	cells := []results.Cell{resultstest.Measured("go:ring/a", []int64{500, 500}, native),
		resultstest.Measured("ring/a", []int64{800, 800}, native),
		resultstest.Measured("plan:a.json", []int64{400, 400}, native)}
	assert.Equal(t, "ring/a", messageChange(cells, cells).Algo)
}
