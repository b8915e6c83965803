package bench

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
)

// On 2 ranks an algorithm of another library is at best as fast as one of the book. On 5 ranks Bruck's allgather takes ceil(log 5) = 3
// rounds for short blocks, where a folded cube takes 4 and a ring 4; on 8 the cube takes 3 too. For long blocks the words decide,
// which are the same.
func TestUnlikely(t *testing.T) {
	for _, test := range []struct {
		p     int
		sizes []int
		bruck bool // stays
	}{{2, []int{8, 1 << 20}, false}, {5, []int{8, 1 << 10, 1 << 20}, true}, {5, []int{16 << 20}, false}, {8, []int{8, 1 << 20}, false}} {
		cfg := Config{Sizes: test.sizes}
		for _, row := range catalog.Rows[byte]() {
			if row.Op == catalog.Allgather {
				cfg.Rows = append(cfg.Rows, row.Info)
			}
		}
		left, err := unlikely(cfg, test.p, coll.Machine{}, func() {})
		require.NoError(t, err)
		assert.Equal(t, !test.bruck, slices.Contains(left, "circulant/allgather-bruck"), "%+v", test)
	}
	assert.Equal(t, []int{8, 512, 1024}, few([]int{64, 8, 512, 1024}))
}

// On more ranks than the model records it goes by formulas; rows without one stay, as nothing is known about them.
func TestUnlikelyWithoutAFormula(t *testing.T) {
	cfg := Config{Sizes: []int{8, 1 << 10}}
	for _, row := range catalog.Rows[byte]() {
		if row.Op == catalog.Bcast {
			cfg.Rows = append(cfg.Rows, row.Info)
		}
	}
	left, err := unlikely(cfg, 65, coll.Machine{}, func() {})
	require.NoError(t, err)
	assert.Contains(t, left, "circulant/bcast")
	assert.NotContains(t, left, "tree/bcast-two-tree")
}
