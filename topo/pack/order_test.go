package pack_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
	"topocoll/topo/pack"
)

// Quick is true for tori and for hosts with one link, but not for a mesh.
func TestQuick(t *testing.T) {
	for name, quick := range map[string]bool{"torus:4x5": true, "hypercube:32": true, "fattree:4x4x4": true,
		"mesh:5x5": false} {
		fabric, err := topo.ParseFabric(name)
		require.NoError(t, err)
		assert.Equal(t, quick, pack.Into(fabric.Network).Quick(), name)
	}
}

// If ranks are placed round-robin, the ranks of a host follow each other in the order, and neighbouring hosts
// follow each other as well.
func TestOrder(t *testing.T) {
	two, err := topo.NewPlaced(topo.NewOpenMesh(topo.Mesh{3}), []int{0, 1, 2, 0, 1, 2})
	require.NoError(t, err)
	ring, err := topo.NewPlaced(topo.NewRing(4), []int{2, 0, 3, 1})
	require.NoError(t, err)
	leaves, err := topo.ParseFabric("fattree:2x2x1")
	require.NoError(t, err)
	for _, test := range []struct {
		network topo.Network
		order   []int
	}{
		{two, []int{0, 3, 1, 4, 2, 5}},
		{ring, []int{1, 3, 0, 2}},
		{leaves.Network, []int{0, 1, 2, 3}},
		{topo.NewStar(3), []int{0, 1, 2}},
	} {
		assert.Equal(t, test.order, pack.Into(test.network).Order(), test.network)
	}
}
