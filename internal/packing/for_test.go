package packing

import (
	"bytes"
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

func (a *asked) Capacity(link int32) int { return topo.Capacity(a.Network, link) }

// networks are small ones of every construction.
func networks(t *testing.T) map[string]topo.Network {
	all := map[string]topo.Network{}
	for _, name := range []string{"ring:5", "torus:3x4", "hypercube:8", "tree:8", "star:6", "torus:3x6", "fattree:3x6x3"} {
		fabric, err := topo.ParseFabric(name)
		require.NoError(t, err)
		all[name] = fabric.Network
	}
	var err error
	all["a list of links"], err = topo.ReadNetwork("dumbbell", strings.NewReader("h0 s0\nh1 s0\nh2 s1\nh3 s1\ns0 s1\n"))
	require.NoError(t, err)
	all["two on a host"], err = topo.NewPlaced(topo.NewRing(3), []int{0, 0, 1, 1, 2, 2})
	require.NoError(t, err)
	return all
}

// alike wants every procedure to have the same plans with two networks, at some nodes.
func alike(t *testing.T, name string, local, other *pack.Network, nodes ...int) {
	for _, info := range Rows(local.Nodes()) {
		row, _ := catalog.Find[byte](info.ID)
		for _, node := range nodes {
			for root := range local.Nodes() {
				itself, err := planOf(row, local, node, root)
				require.NoError(t, err)
				with, err := planOf(row, other, node, root)
				require.NoError(t, err)
				require.Equal(t, itself, with, "%s on %s, node %d, root %d", row.ID, name, node, root)
			}
		}
	}
}

// packed is a network with everything that the procedures want.
func packed(t *testing.T, network topo.Network) *pack.Network {
	n := pack.Into(network)
	require.NoError(t, All(Rows(n.Nodes()), n, func(string) {}))
	return n
}

// A node with its part of what has been packed elsewhere has the plans of one that has packed everything itself, and packs nothing.
func TestPartsAreEnough(t *testing.T) {
	for name, network := range networks(t) {
		whole, local := packed(t, network), pack.Into(network)
		for node := range network.Nodes() {
			text, err := whole.Part(node)
			require.NoError(t, err)
			routes := &asked{Network: network}
			part := pack.PartOf(routes, node)
			require.NoError(t, part.Add(append(text, 0, 0))) // parts of equal length
			alike(t, name, local, part, node)
			assert.Zero(t, routes.times, name)
		}
	}
}

// So has one with what has been written to a file, and so have the nodes with their parts of that.
func TestFilesAreEnough(t *testing.T) {
	for name, network := range networks(t) {
		var file bytes.Buffer
		require.NoError(t, packed(t, network).Write(&file))
		routes, local := &asked{Network: network}, pack.Into(network)
		whole := pack.Into(routes)
		require.NoError(t, whole.Read(&file))
		routes.times = 0 // the digest has asked for all
		nodes := make([]int, network.Nodes())
		for node := range nodes {
			nodes[node] = node
		}
		alike(t, name, local, whole, nodes...)
		assert.Equal(t, local.FromAll().Depth, whole.FromAll().Depth, name)
		assert.Equal(t, local.To(1), whole.To(1), name)
		text, err := whole.Part(1)
		require.NoError(t, err)
		part := pack.PartOf(routes, 1)
		require.NoError(t, part.Add(text))
		alike(t, name, local, part, 1)
		assert.Zero(t, routes.times, name)
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
