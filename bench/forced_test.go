//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Open MPI 5 has other defaults than 4, which is what the tests run on.
func TestHanGoesBeforeTuned(t *testing.T) {
	four := map[string]string{"coll_han_priority": "0", "coll_tuned_priority": "30"}
	five := map[string]string{"coll_han_priority": "35", "coll_tuned_priority": "30"}
	assert.NoError(t, hanFirst(four, 2))
	assert.NoError(t, hanFirst(five, 1), "han leaves one host alone")
	assert.NoError(t, hanFirst(map[string]string{}, 2), "MPICH")
	err := hanFirst(five, 2)
	assert.ErrorIs(t, err, ErrNative)
	assert.ErrorContains(t, err, "OMPI_MCA_coll_han_priority=0")
}
