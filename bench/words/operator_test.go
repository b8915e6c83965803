package words

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// For every operator, Combine gives the same value as combining all words one by one.
func TestOperators(t *testing.T) {
	for _, o := range operators {
		for _, end := range []int{1, 4, 5, 7, 11, 23, 26, 1000} {
			for j := range 7 {
				total := o.Input(2, j)
				for rank := 3; rank < 2+end; rank++ {
					total = o.combine(total, o.Input(rank, j))
				}
				got := o.Combine(2, 2+end, j)
				assert.Equal(t, float64(total), float64(got), "%s of %d", o.Name, end)
				assert.Equal(t, int32(total), int32(got), "%s of %d", o.Name, end)
				assert.Equal(t, uint8(total), uint8(got), "%s of %d", o.Name, end)
			}
		}
		assert.Zero(t, o.Combine(2, 2, 0), "of nothing")
	}
}
