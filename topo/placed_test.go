package topo

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A rank that is alone on a node is this node. Messages between ranks of one node use only the links between
// these ranks and the node.
func TestPlaced(t *testing.T) {
	n, err := NewPlaced(NewRing(4), []int{2, 0, 0, 3})
	require.NoError(t, err)
	assert.Equal(t, 4, n.Nodes())
	assert.Equal(t, 3, n.Hosts())
	places := func(from, to int) (places []int) {
		for _, link := range n.Route(nil, from, to) {
			a, b := n.Ends(link)
			if places == nil {
				places = []int{a}
			}
			assert.Equal(t, places[len(places)-1], a)
			places = append(places, b)
		}
		return places
	}
	assert.Equal(t, []int{0, 3}, places(0, 3), "neighbours on the ring")
	assert.Equal(t, []int{1, 4, 2}, places(1, 2), "both on node 0")
	assert.Equal(t, []int{3, 4, 1}, places(3, 1), "from node 3 to node 0")
	assert.Equal(t, []int{0, 3, 4, 2}, places(0, 2), "node 2 by way of node 3 to node 0")
	assert.Nil(t, places(1, 1))
	assert.Equal(t, 1, n.Capacity(0))
	assert.Greater(t, Capacity(n, n.Route(nil, 1, 2)[0]), 3, "more than all ranks need of a link")
	assert.Equal(t, "ring:4 with ranks on [2 0 0 3]", n.String())
	_, err = NewPlaced(NewRing(4), []int{0, 4})
	assert.EqualError(t, err, "topo: rank 1 is on node 4 of ring:4, want a node in 0..3")
}

// ParseFabric can read the text of the network that Between returns for a full fabric.
func TestBetween(t *testing.T) {
	for text, want := range map[string]string{"torus:2x2,slots=4": "2x2x4", "star:3,slots=2": "3x2",
		"ring:5": "1x5", "ring:5@1gbit": "1x5", "tree:4": ""} {
		f, err := ParseFabric(text)
		require.NoError(t, err)
		n := f.Between()
		assert.Equal(t, f.Ranks(), n.Nodes())
		assert.Equal(t, Fabric{Network: f.Network, Slots: f.Slots}.String(), n.String())
		assert.Equal(t, want, f.FilledExtents().String(), text)
	}
	f, err := ParseFabric("star:2,slots=2")
	require.NoError(t, err)
	assert.Len(t, f.Between().Route(nil, 0, 1), 2, "through the host")
	assert.Len(t, f.Between().Route(nil, 1, 2), 4, "through the switch")
}

// A rank's host is a host of the innermost network.
func TestHostOf(t *testing.T) {
	slots, err := NewPlaced(NewStar(2), []int{0, 0, 0, 1, 1, 1})
	require.NoError(t, err)
	ranks, err := NewPlaced(slots, []int{5, 0, 3, 2})
	require.NoError(t, err)
	var hosts []int
	for rank := range ranks.Nodes() {
		hosts = append(hosts, HostOf(ranks, rank))
	}
	assert.Equal(t, []int{1, 0, 1, 0}, hosts)
	assert.Equal(t, 3, HostOf(NewRing(5), 3))
}
