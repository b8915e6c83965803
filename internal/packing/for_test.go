package packing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// asked counts how often trees need the routes of a network.
type asked struct {
	topo.Network
	times int
}

func (a *asked) Route(path []int32, from, to int) []int32 {
	a.times++
	return a.Network.Route(path, from, to)
}

// A node with its part of what has been packed elsewhere has the plans of one that has packed everything itself, and packs nothing.
func TestPartsAreEnough(t *testing.T) {
	networks := map[string]topo.Network{}
	for _, name := range []string{"ring:5", "torus:3x4", "hypercube:8", "tree:8", "star:6", "torus:3x6", "fattree:3x6x3"} {
		fabric, err := topo.ParseFabric(name)
		require.NoError(t, err)
		networks[name] = fabric.Network
	}
	var err error
	networks["a list of links"], err = topo.ReadNetwork("dumbbell", strings.NewReader("h0 s0\nh1 s0\nh2 s1\nh3 s1\ns0 s1\n"))
	require.NoError(t, err)
	networks["two on a host"], err = topo.NewPlaced(topo.NewRing(3), []int{0, 0, 1, 1, 2, 2})
	require.NoError(t, err)
	for name, network := range networks {
		whole, local, p := pack.Into(network), pack.Into(network), network.Nodes()
		var rows []catalog.Row[byte]
		for _, row := range catalog.Rows[byte]() {
			if row.Topology() == "network" {
				rows = append(rows, row)
				require.NoError(t, For(row.Info, whole, func(int, int) {}), name)
			}
		}
		for node := range p {
			text, err := whole.Part(node)
			require.NoError(t, err)
			routes := &asked{Network: network}
			part := pack.PartOf(routes, node)
			require.NoError(t, part.Add(append(text, 0, 0))) // parts of equal length
			for _, row := range rows {
				for root := range p {
					itself, err := planOf(row, local, node, root)
					require.NoError(t, err)
					with, err := planOf(row, part, node, root)
					require.NoError(t, err)
					require.Equal(t, itself, with, "%s on %s, node %d, root %d", row.ID, name, node, root)
				}
			}
			assert.Zero(t, routes.times, name)
		}
	}
}

// The part of another node is refused.
func TestPartOfAnotherNode(t *testing.T) {
	row, _ := catalog.Find[byte]("network/bcast")
	_, err := planOf(row, pack.PartOf(topo.NewRing(4), 1), 2, 0)
	assert.ErrorContains(t, err, "network: Bcast: the part of ring:4 for another node, want that for node 2")
	_, err = pack.PartOf(topo.NewRing(4), 1).Part(2)
	assert.Error(t, err)
	assert.ErrorContains(t, pack.Into(topo.NewRing(4)).Add([]byte("no part")), "pack: Add: ")
}

func planOf(row catalog.Row[byte], n *pack.Network, node, root int) (*plan.Plan, error) {
	return catalog.Plan(row, node, n.Nodes(), 7, catalog.Args[byte]{Root: root, Network: n, Op: comm.Op[byte]{Commutative: true}})
}
