package topo

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every node of the cube is used once, and no neighbour is more than one link away.
func TestMeshToCube(t *testing.T) {
	for _, g := range []Mesh{{8}, {4, 4}, {2, 8}, {1, 4}, {2, 4, 2}} {
		nodes, err := MeshToCube(g)
		assert.NoError(t, err)
		seen := map[int]bool{}
		for label, node := range nodes {
			seen[node] = true
			for k, extent := range g {
				if extent > 1 {
					next := nodes[g.Neighbour(label, k, 1)]
					assert.Equal(t, 1, bits.OnesCount(uint(node^next)), "%v: label %d along %d", g, label, k)
				}
			}
		}
		assert.Len(t, seen, g.Size())
	}
	_, err := MeshToCube(Mesh{3, 4})
	assert.EqualError(t, err, "topo: MeshToCube: a 3x4 mesh, want extents that are powers of two")
}
