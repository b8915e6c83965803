package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/topo"
)

// No text hides another text or a node, in any picture of an algorithm on its own network.
func TestNoTextHidesAnother(t *testing.T) {
	for _, row := range catalog.Rows[struct{}]() {
		for _, p := range []int{4, 8, 9, 16} {
			if row.Takes(p) {
				isClear(t, runAt(t, row.ID, nil, Args{P: p, Shift: 3}))
			}
		}
	}
}

func isClear(t *testing.T, f *Figure) {
	t.Helper()
	for _, s := range f.sketches() {
		assert.False(t, s.silent && len(s.curves) < 200, "%s -p %d on %v: %s", f.Info.ID, f.P,
			f.Machine.Network, s.caption)
		assert.True(t, s.isReadable(), "%s -p %d on %v: %s", f.Info.ID, f.P, f.Machine.Network, s.caption)
	}
}

// networksOf8 returns networks of eight nodes, one for every layout.
func networksOf8(t *testing.T) []topo.Network {
	t.Helper()
	networks := []topo.Network{topo.NewRing(8), topo.NewTorus(topo.Mesh{2, 4}), topo.NewHypercube(8),
		topo.NewTree(8), topo.NewStar(8),
		topo.NewTorus(topo.Mesh{2, 2, 2}), topo.NewOpenMesh(topo.Mesh{2, 4})}
	for _, list := range []string{
		"links:h0-s0=1gbit,h1-s0=1gbit,h2-s0=1gbit,h3-s0=1gbit,h4-s1=1gbit,h5-s1=1gbit,h6-s1=1gbit," +
			"h7-s1=1gbit,s0-s1=50mbit",
		"links:h0-h1,h2-h3,h4-h5,h6-h7,h0-h2,h2-h4,h4-h6,h1-h3,h3-h5,h5-h7",
	} {
		listed, err := topo.ParseFabric(list)
		require.NoError(t, err)
		networks = append(networks, listed.Network)
	}
	return networks
}

// No text hides another one on networks where messages take several links, and on 64 nodes.
func TestNoTextHidesAnotherElsewhere(t *testing.T) {
	for _, network := range networksOf8(t) {
		for _, row := range catalog.Rows[struct{}]() {
			if row.Topology() == "network" || row.Topology() == "hcube" {
				isClear(t, runAt(t, row.ID, network, Args{P: 8, Shift: 3}))
			}
		}
	}
	for _, id := range []string{"hcube/bcast", "hcube/allgather", "hcube/scatter", "ring/bcast",
		"mesh/allgather"} {
		isClear(t, runAt(t, id, nil, Args{P: 64, Shift: 3}))
	}
}
