package explain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/topo"
)

func TestBroken(t *testing.T) {
	assert.Equal(t, []string{"2 (0-3)"}, breakLines("2 (0-3)"))
	assert.Equal(t, []string{"(0>0,3,6", "2>0,1,3,4,6,7)"}, breakLines("(0>0,3,6 2>0,1,3,4,6,7)"))
	assert.Equal(t, []string{"7 (0>1,3,5,7,9,11,", "13,15)"}, breakLines("7 (0>1,3,5,7,9,11,13,15)"))
	long := breakLines(strings.Repeat("0>1,3,5,7,9,11,13 ", 20))
	assert.Len(t, long, 8)
	assert.Equal(t, "…", long[7])
}

// Messages between two nodes in the same direction and step are shown as one arrow, with the data of all of
// them.
func TestBundles(t *testing.T) {
	f := runAt(t, "network/bcast", networksOf8(t)[7], Args{P: 8, Shift: 3})
	messages, arrows := 0, 0
	for step := range f.Steps {
		for _, b := range f.bundles(step + 1) {
			arrows++
			messages += b.messages
			if b.messages > 1 {
				assert.Len(t, strings.Fields(b.label), 2, "the step and one list of words")
			}
		}
	}
	assert.Equal(t, f.Result.Messages, messages)
	assert.Less(t, arrows, messages)
}

// The two messages of an exchange never share a curve.
func TestOppositeArrowsDiffer(t *testing.T) {
	for _, id := range []string{"ring/allgather-bidir", "mesh/allgather-crossed", "hcube/alltoall-ecube",
		"network/alltoall"} {
		for _, kind := range networksOf8(t) {
			f := runAt(t, id, kind, Args{P: 8, Shift: 3})
			l := newLayout(kind, f.nodesByLabel(), labelWidths{})
			for step := range f.Steps {
				middle := map[[2]int]point{}
				for _, b := range f.bundles(step + 1) {
					middle[[2]int{b.from, b.to}], _ = l.bundleCurve(b).pointAt(0.5)
				}
				for pair, at := range middle {
					if back, both := middle[[2]int{pair[1], pair[0]}]; both {
						assert.Greater(t, at.minus(back).length(), 6.0, "%s on %v: %v", id, kind, pair)
					}
				}
			}
		}
	}
}

// No text hides another text or a node in the picture of any algorithm on the network of its formula.
func TestNoTextHidesAnother(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{4, 8, 9, 16} {
			if row.Takes(p) {
				isClear(t, runAt(t, row.ID, nil, Args{P: p, Shift: 3}))
			}
		}
	}
}

func isClear(t *testing.T, f *Figure) {
	t.Helper()
	for _, s := range placePanels(f.Machine.Network, f.nodesByLabel(), f.panels()) {
		assert.False(t, s.withoutLabels && len(s.arrows) < 200, "%s -p %d on %v: %s", f.Info.ID, f.P,
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

// No text hides another text on networks where messages cross several links, or on 64 nodes.
func TestNoTextHidesAnotherElsewhere(t *testing.T) {
	for _, network := range networksOf8(t) {
		for _, row := range catalog.ByteRows() {
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
