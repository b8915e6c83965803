package bench

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/topo"
)

// On 2 ranks, no algorithm of another library is faster than the textbook's algorithms. On 5 ranks, Bruck's
// allgather takes ceil(log 5) = 3 rounds for short blocks, and a folded cube or a ring takes 4. On 8 ranks
// the cube also takes 3. For long blocks the number of words determines the time, and this number is the same
// for all these algorithms.
func TestUnlikely(t *testing.T) {
	for _, test := range []struct {
		p     int
		sizes []int
		bruck bool // Bruck's algorithm is not removed
	}{{2, []int{8, 1 << 20}, false}, {5, []int{8, 1 << 10, 1 << 20}, true}, {5, []int{16 << 20}, false}, {8,
		[]int{8, 1 << 20}, false}} {
		cfg := Config{MeasuredCases: MeasuredCases{Sizes: test.sizes}}
		for _, row := range catalog.ByteRows() {
			if row.Op == catalog.Allgather {
				cfg.Rows = append(cfg.Rows, row.Info)
			}
		}
		left, err := unlikelyRows(cfg, test.p, coll.Machine{}, func() {})
		require.NoError(t, err)
		assert.Equal(t, !test.bruck, slices.Contains(left, "circulant/allgather-bruck"), "%+v", test)
	}
	assert.Equal(t, []int{8, 512, 1024}, threeSizes([]int{64, 8, 512, 1024}))
}

// If there are more ranks than the model can record, the selection uses formulas. Algorithms without a
// formula are not removed, because nothing is known about them.
func TestUnlikelyWithoutAFormula(t *testing.T) {
	cfg := Config{MeasuredCases: MeasuredCases{Sizes: []int{8, 1 << 10}}}
	for _, row := range catalog.ByteRows() {
		if row.Op == catalog.Bcast {
			cfg.Rows = append(cfg.Rows, row.Info)
		}
	}
	left, err := unlikelyRows(cfg, 65, coll.Machine{}, func() {})
	require.NoError(t, err)
	assert.Contains(t, left, "circulant/bcast")
	assert.NotContains(t, left, "tree/bcast-two-tree")
}

// Entrants are the algorithms that are predicted to be about as fast as the textbook's best algorithm. On a
// star of 5 ranks with links of 100 Mbit/s, Bruck's algorithm gathers blocks of 8 bytes in 3 rounds, and the
// textbook's best algorithm needs 4 rounds. At most three algorithms enter a race. An algorithm without a
// prediction does not enter.
func TestEntrants(t *testing.T) {
	star := coll.Machine{Network: topo.NewStar(5), Between: coll.Link(100e6)}
	ids, err := selectForRace(coll.Call{Op: catalog.Allgather, P: 5, Bytes: 8}, star)
	require.NoError(t, err)
	assert.Contains(t, ids, "circulant/allgather-bruck")
	for _, op := range catalog.Collectives() {
		for _, bytes := range []int{0, 8, 4096, 1 << 20} {
			call := coll.Call{Op: op, P: 5, Bytes: bytes, Shift: 1}
			ids, err := selectForRace(call, star)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(ids), 3)
			list, err := coll.Rank(call, star)
			require.NoError(t, err)
			time, book := map[string]float64{}, math.Inf(1)
			for _, c := range list {
				if time[c.ID] = c.Time; !strings.HasPrefix(c.ID, "circulant/") &&
					!strings.HasPrefix(c.ID, "tree/") && !strings.HasPrefix(c.ID, "butterfly/") {
					book = min(book, c.Time)
				}
			}
			for _, id := range ids {
				assert.LessOrEqual(t, time[id], 1.15*book, "%s of %d bytes", id, bytes)
				assert.Contains(t, []string{"circulant", "tree", "butterfly"},
					infoOf(coll.Candidate{ID: id}).Topology())
			}
		}
	}
	ids, err = selectForRace(coll.Call{Op: catalog.Bcast, P: 65, Bytes: 8}, coll.Machine{})
	require.NoError(t, err)
	assert.NotContains(t, ids, "tree/bcast-two-tree")
}
