package topo_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// ManyLinks is true if every node has links to several other nodes.
func TestManyLinks(t *testing.T) {
	for text, many := range map[string]bool{"ring:4": true, "ring:2": false, "torus:2x2": true,
		"star:4": false, "tree:4": false, "hypercube:8": true} {
		fabric, err := topo.ParseFabric(text)
		require.NoError(t, err)
		assert.Equal(t, many, topo.ManyLinks(fabric.Network), text)
	}
	placed, err := topo.NewPlaced(topo.NewRing(4), []int{0, 0, 1, 1, 2, 2, 3, 3})
	require.NoError(t, err)
	assert.False(t, topo.ManyLinks(placed), "a rank has one link, to its host")
}

// Adjacent returns one pair for each direction, even if several links join two places. In a ring of two
// nodes, two links lead from each node to the other.
func TestAdjacent(t *testing.T) {
	assert.Equal(t, [][2]int{{0, 1}, {1, 0}}, topo.Adjacent(topo.NewRing(2)))
	assert.Len(t, topo.Adjacent(topo.NewRing(5)), 10)
}
