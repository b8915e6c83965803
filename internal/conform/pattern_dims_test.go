package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/topo"
)

// Dimension by dimension: k times the steps of a ring of p^(1/k) nodes, and with k = log p those of the
// hypercube (row 5).
func TestPatternOfManyDimensions(t *testing.T) {
	ring := map[string]count{
		"mesh/bcast": halfUp, "mesh/bcast-doubling": logUp, "mesh/reduce": halfUp,
		"mesh/allgather": less1, "mesh/allgather-bidir": half, "mesh/reducescatter-bidir": half, "mesh/reducescatter": less1, "mesh/scatter": less1, "mesh/gather": less1, "mesh/alltoall": less1,
	}
	for _, g := range []topo.Mesh{{3, 3, 3}, {4, 4, 4}, {2, 2, 2, 2}, {2, 2, 2, 2, 2}} {
		for id, steps := range ring {
			row, found := catalog.Find[uint64](id)
			require.True(t, found, id)
			trace := trace(t, row, Case{P: g.Size(), M: 2, Mesh: g, Commuting: true})
			assert.Equal(t, len(g)*steps(g[0]), trace.Steps(), "%s on %v", id, g)
			for _, msg := range trace.Messages() {
				assert.True(t, neighbours(g, msg.From, msg.To) || id == "mesh/bcast-doubling", "%s on %v: %+v", id, g, msg)
				if g[0] == 2 {
					assert.True(t, cubeLink(msg.From, msg.To, 0), "%s on %v: %+v", id, g, msg)
				}
			}
		}
	}
}

func neighbours(g topo.Mesh, from, to int) bool {
	for k := range g {
		if to == g.Neighbour(from, k, 1) || to == g.Neighbour(from, k, -1) {
			return true
		}
	}
	return false
}
