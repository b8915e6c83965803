package packing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// With many processes, algorithms that need trees are too large unless packing is quick, and algorithms that
// need routes are always too large. No other algorithm is.
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
		row, _ := catalog.Find[byte](test.id)
		for most, quick := range map[int]bool{test.quick: true, test.any: false} {
			assert.False(t, TooLarge(row.Info, most, quick), test)
			assert.Equal(t, most < 1<<20, TooLarge(row.Info, most+1, quick), test)
		}
	}
}
