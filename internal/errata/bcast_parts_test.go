package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/internal/conform"
	"topocoll/topo"
)

// The caption of Table 3.1 in F2 says a broadcast "can be improved to 2(ts + tw m + th ceil(log p))" (row
// 16). Two start-ups cannot reach p nodes: it has to be 2(ts log p + tw m).
func TestNoBroadcastInTwoStartups(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		for _, p := range []int{5, 8, 16} {
			if row.Op == catalog.Bcast && row.Takes(p) && row.Topology() != "network" { // that one has many ports
				assert.GreaterOrEqual(t, steps(messages(t, row.ID, conform.Case{P: p, M: 2 * p})), topo.CubeDim(p), row.ID)
			}
		}
	}
	assert.Equal(t, 8, steps(messages(t, "hcube/bcast-scatter", conform.Case{P: 16, M: 16})), "2 log p")
}

// Figure 3.25 of F2 has the trees "rooted at 3 neighbors of source" (row 13). They are log p: on 16 nodes the
// source sends to 4 neighbours.
func TestAsManyTreesAsDimensions(t *testing.T) {
	for d := 2; d <= 5; d++ {
		for _, id := range []string{"hcube/bcast-trees", "hcube/bcast-esbt"} {
			neighbours := map[int]bool{}
			for _, msg := range messages(t, id, conform.Case{P: 1 << d, M: 4 * d, Segment: 1}) {
				if msg.From == 0 {
					neighbours[msg.To] = true
				}
			}
			assert.Len(t, neighbours, d, id)
		}
	}
}
