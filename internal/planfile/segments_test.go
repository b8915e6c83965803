package planfile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// Plans that have been fused do not change when they are fused again. A plan file can therefore be executed
// like an algorithm.
func TestPlansAreFusedOnce(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		job, err := catalog.Plans(row, 8, 24,
			catalog.Args[byte]{Root: 3, Shift: 1, Op: comm.Op[byte]{Commutative: true}})
		require.NoError(t, err)
		assert.True(t, SameSteps(job, job.Improve(plan.Passes{Fuse: true})), row.ID)
	}
}
