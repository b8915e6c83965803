package packing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// With many processes, an algorithm that needs trees is too large unless its trees are packed quickly. An
// algorithm that needs routes is always too large. No other algorithm is too large.
func TestTooLarge(t *testing.T) {
	for _, test := range []struct {
		id         string
		quick, any int // largest number of processes that is not too large
	}{
		{"network/bcast", MostQuick, MostAny},
		{"network/alltoall", MostAny, MostAny},
		{"network/bcast-short", 1 << 20, 1 << 20},
		{"ring/bcast", 1 << 20, 1 << 20},
	} {
		row, _ := catalog.FindByteRow(test.id)
		for most, quick := range map[int]bool{test.quick: true, test.any: false} {
			assert.False(t, TooLarge(row.Info, most, quick), test)
			assert.Equal(t, most < 1<<20, TooLarge(row.Info, most+1, quick), test)
		}
	}
}
