package errata

import (
	"context"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// Each case has the number of neighbours to which node 0 sends, and the number of words in each message. F0
// to F4 in this file are the textbook's sources (docs/reference/sources.md).
func TestMessagesOfNode0(t *testing.T) {
	for _, test := range []struct {
		printed, id      string
		p, m, neighbours int
		words            []int
	}{
		{"13, F2: trees at 3 neighbours of the source, not log p", "hcube/bcast-trees", 16, 4, 4,
			[]int{1, 1, 1, 1}},
		{"13, F2: trees at 3 neighbours of the source, not log p", "hcube/bcast-esbt", 32, 5, 5,
			[]int{1, 1, 1, 1, 1}},
		{"27, F4: - ts log p, as if steps made it cheaper", "hcube/allgather", 16, 3, 4, []int{3, 6, 12, 24}},
		{"39, F2: sizes 2^(i-1) m, rising", "hcube/scatter", 16, 3, 4, []int{24, 12, 6, 3}},
		{"42, F4: to all neighbours, not to one", "ring/alltoall", 6, 2, 1, []int{10, 8, 6, 4, 2}},
		{"44, F2: ln for m, F2 and F4: m_p and t_tmp", "mesh/alltoall", 16, 5, 2,
			[]int{60, 40, 20, 60, 40, 20}},
	} {
		row, _ := catalog.FindByteRow(test.id)
		job, err := catalog.Record(row, test.p, test.m, catalog.Args[byte]{Segment: 1})
		require.NoError(t, err)
		var words []int
		neighbours := map[int]bool{}
		for _, step := range job[0].Steps {
			if step.Kind == plan.Send {
				words = append(words, step.Words())
				neighbours[step.Peer] = true
			}
		}
		assert.Equal(t, test.words, words, "%s: %s", test.id, test.printed)
		assert.Len(t, neighbours, test.neighbours, "%s: %s", test.id, test.printed)
	}
}

// The caption of Table 3.1 in F2 says that a broadcast "can be improved to 2(ts + tw m + th ceil(log p))"
// (row 16 of textbook.md). Two start-ups cannot reach p nodes (row 11). The correct time is 2(ts log p + tw
// m).
func TestNoBroadcastInTwoStartups(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{5, 8, 16} {
			if row.Op == catalog.Bcast && row.Takes(p) {
				result, err :=
					sim.Run(context.Background(), p, sim.Config{}, func(port comm.Port[byte]) error {
						return row.Run(comm.New(port), catalog.Args[byte]{Out: make([]byte, 2*p)})
					})
				require.NoError(t, err)
				assert.GreaterOrEqual(t, result.Rounds, topo.CubeDim(p), row.ID)
			}
		}
	}
}

// F4 prints sum[j] | X[j] instead of sum[j] + X[j] (row 20 of textbook.md), but 1 | 1 is not 1 + 1.
func TestReductionAdds(t *testing.T) {
	x := []int64{1}
	comm.Sum[int64]().Apply(x, x, x)
	assert.Equal(t, []int64{2}, x)
}

// distance returns the number of links between two labels of a hypercube.
func distance(a, b int) int { return bits.OnesCount(uint(a ^ b)) }

// F2 says that nodes at distance 2^i on the Gray-coded ring are "exactly 2^i links" apart (row 50). The
// correct distance is 2 links, or 1 link for i = 0. F1 says that broadcast and reduction are "based on Gray
// code numbering" (row 53). They need plain labels: with node i at place Gray(i) of the cube, partners i and
// i XOR 2^j are not neighbours. conform.TestNeighbours checks that they are neighbours with plain labels.
func TestGrayRingDistance(t *testing.T) {
	for d := 2; d <= 8; d++ {
		for i := range d {
			for v := range 1 << d {
				links := distance(topo.Gray(v), topo.Gray((v+1<<i)%(1<<d)))
				assert.Equal(t, min(2, 1<<i), links, "d = %d, i = %d, node %d", d, i, v)
				assert.Equal(t, min(2, 1<<i), distance(topo.Gray(v), topo.Gray(v^1<<i)),
					"d = %d, i = %d, node %d", d, i, v)
			}
		}
	}
}

// For the last step of the total exchange (row 46), figure 4.21 in F4 has the line 4 -> 5 -> 7 -> 6. Figure
// 3.21 in F2 has 4 -> 5 -> 7 -> 3. In this step node 4 exchanges with 4 XOR 7 = 3, and the link from 7 to 6
// would cross a dimension a second time.
func TestECubeRoutesOfFigure321(t *testing.T) {
	h := topo.NewHypercube(8)
	for _, want := range [][]int{{0, 1, 3, 7}, {1, 0, 2, 6}, {2, 3, 1, 5}, {3, 2, 0, 4}, {4, 5, 7, 3},
		{5, 4, 6, 2}, {6, 7, 5, 1}, {7, 6, 4, 0}, {4, 6}} {
		route := want[:1:1]
		for _, link := range h.Route(nil, want[0], want[len(want)-1]) {
			_, next := h.Ends(link)
			route = append(route, next)
		}
		assert.Equal(t, want, route)
	}
}
