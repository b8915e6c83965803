package conform

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// An algorithm with two levels contains an algorithm between hosts, which moves the blocks of all nodes of a
// host together. The messages between hosts are the messages of that algorithm.
func TestHosts(t *testing.T) {
	const hosts, slots, m, root = 4, 3, 5, 1
	blocks := map[catalog.Collective]int{catalog.Allgather: slots, catalog.ReduceScatter: slots,
		catalog.Scatter: slots, catalog.Gather: slots, catalog.Alltoall: slots * slots}
	for _, on := range [][]int{{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}} {
		placed, err := topo.NewPlaced(topo.NewStar(hosts), on)
		require.NoError(t, err)
		network := pack.Into(placed)
		tried := 0
		for _, row := range catalog.ByteRows() {
			if row.Between == "" {
				continue
			}
			for _, between := range []string{row.Between, "ring", "mesh", "ring-linear", "circulant"} {
				topology, method, _ := strings.Cut(between, "-")
				id := strings.TrimSuffix(topology+"/"+string(row.Op)+"-"+method, "-")
				if _, found := catalog.FindByteRow(row.ID + "=" + between); !found {
					continue
				}
				tried++
				want, err := recorded(id, Case{P: hosts, M: m * max(1, blocks[row.Op]), Root: on[root],
					Commuting: true})
				require.NoError(t, err)
				got, err := recorded(row.ID+"="+between, Case{P: len(on), M: m, Root: root, Commuting: true,
					Network: network})
				require.NoError(t, err)
				everywhere := func(int, int) bool { return true }
				assert.Equal(t, messagesAndWords(want, everywhere), messagesAndWords(got,
					func(from, to int) bool { return on[from] != on[to] }), "%s with %s on %v", row.ID, id, on)
			}
		}
		assert.Greater(t, tried, 25)
	}
}

// messagesAndWords returns the number of messages for which `counts` is true, and the number of their words.
func messagesAndWords(job plan.Job, counts func(from, to int) bool) (sums [2]int) {
	for from := range job {
		for _, s := range job[from].Steps {
			if s.Kind == plan.Send && counts(from, s.Peer) {
				sums[0]++
				sums[1] += s.Words()
			}
		}
	}
	return sums
}
