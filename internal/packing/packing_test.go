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

// A countingNetwork counts the requests for its routes.
type countingNetwork struct {
	topo.Network
	times int
}

func (a *countingNetwork) Route(path []int32, from, to int) []int32 {
	a.times++
	return a.Network.Route(path, from, to)
}

func (a *countingNetwork) Capacity(link int32) int { return topo.Capacity(a.Network, link) }

// networks returns small networks, one for each construction of package pack.
func networks(t *testing.T) map[string]topo.Network {
	all := map[string]topo.Network{}
	for _, name := range []string{"ring:5", "torus:3x4", "hypercube:8", "tree:8", "star:6", "torus:3x6",
		"fattree:3x6x3"} {
		fabric, err := topo.ParseFabric(name)
		require.NoError(t, err)
		all[name] = fabric.Network
	}
	var err error
	all["a list of links"],
		err = topo.ReadNetwork("dumbbell", strings.NewReader("h0 s0\nh1 s0\nh2 s1\nh3 s1\ns0 s1\n"))
	require.NoError(t, err)
	all["two on a host"], err = topo.NewPlaced(topo.NewRing(3), []int{0, 0, 1, 1, 2, 2})
	require.NoError(t, err)
	return all
}

// requireSamePlans checks that every procedure has the same plans with both networks, at the given nodes.
func requireSamePlans(t *testing.T, name string, local, other *pack.Network, nodes ...int) {
	for _, info := range Rows(local.Nodes()) {
		row, _ := catalog.FindByteRow(info.ID)
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

// packAll returns a network with all trees and routes that the procedures request.
func packAll(t *testing.T, network topo.Network) *pack.Network {
	n := pack.Into(network)
	require.NoError(t, All(Rows(n.Nodes()), n, func(string) {}))
	return n
}

// If a node gets its part of a network that another node has packed, it has the same plans as a node that
// packs the network itself. The node that gets its part packs nothing.
func TestPartsAreEnough(t *testing.T) {
	for name, network := range networks(t) {
		whole, local := packAll(t, network), pack.Into(network)
		for node := range network.Nodes() {
			text, err := whole.Part(node)
			require.NoError(t, err)
			routes := &countingNetwork{Network: network}
			part := pack.PartOf(routes, node)
			require.NoError(t, part.Add(append(text, 0, 0))) // Share pads the parts to equal length
			requireSamePlans(t, name, local, part, node)
			assert.Zero(t, routes.times, name)
		}
	}
}

// A network that was read from a file gives the same plans and is not packed again. The same holds for nodes
// that get their parts of such a network.
func TestFilesAreEnough(t *testing.T) {
	for name, network := range networks(t) {
		var file bytes.Buffer
		require.NoError(t, packAll(t, network).Write(&file))
		routes, local := &countingNetwork{Network: network}, pack.Into(network)
		whole := pack.Into(routes)
		require.NoError(t, whole.Read(&file))
		routes.times = 0 // the digest has called Route for all pairs
		nodes := make([]int, network.Nodes())
		for node := range nodes {
			nodes[node] = node
		}
		requireSamePlans(t, name, local, whole, nodes...)
		assert.Equal(t, local.FromAll().Depth, whole.FromAll().Depth, name)
		assert.Equal(t, local.To(1), whole.To(1), name)
		text, err := whole.Part(1)
		require.NoError(t, err)
		part := pack.PartOf(routes, 1)
		require.NoError(t, part.Add(text))
		requireSamePlans(t, name, local, part, 1)
		assert.Zero(t, routes.times, name)
	}
}

// A procedure rejects the part of another node.
func TestPartOfAnotherNode(t *testing.T) {
	row, _ := catalog.FindByteRow("network/bcast")
	_, err := planOf(row, pack.PartOf(topo.NewRing(4), 1), 2, 0)
	assert.ErrorContains(t, err,
		"network: Bcast: the network is the part of ring:4 for a different node; pass the part for node 2")
	_, err = pack.PartOf(topo.NewRing(4), 1).Part(2)
	assert.Error(t, err)
	assert.ErrorContains(t, pack.Into(topo.NewRing(4)).Add([]byte("no part")), "pack: Add: ")
}

func planOf(row catalog.Row[byte], n *pack.Network, node, root int) (*plan.Plan, error) {
	return catalog.Plan(row, node, n.Nodes(), 7,
		catalog.Args[byte]{Root: root, Network: n, Op: comm.Op[byte]{Commutative: true}})
}
