package job

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

func TestLocal(t *testing.T) {
	assert.NoError(t, Local(3, func(c *comm.Comm[int]) error { return nil }))
	for _, p := range []int{-1, 0, 1025, 99999999999} {
		err := Local(p, func(c *comm.Comm[int]) error { return nil })
		assert.ErrorIs(t, err, ErrInput)
		assert.ErrorContains(t, err, "want 1 to 1024")
	}
}

func TestCopies(t *testing.T) {
	t.Setenv("PMIX_NAMESPACE", "a job")
	t.Setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "6")
	assert.Equal(t, 6, Copies(0), "every rank generates its own matrix")
	assert.Equal(t, 1, Copies(4), "goroutines share one matrix")
	t.Setenv("PMIX_NAMESPACE", "")
	assert.Equal(t, 1, Copies(0))
}
