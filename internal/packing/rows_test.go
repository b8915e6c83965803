package packing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// With many processes the algorithms that need trees are left out where these take long, those that need routes everywhere, and no others.
func TestTooLarge(t *testing.T) {
	for _, test := range []struct {
		id         string
		quick, any int // the most processes
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
