package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// networks returns networks for tests: with links in both directions, with several routes, with switches, and
// with several processes on a host.
func networks(t *testing.T) []topo.Network {
	list := []topo.Network{topo.NewRing(5), topo.NewTorus(topo.Mesh{2, 4}), topo.NewTorus(topo.Mesh{3, 3}),
		topo.NewOpenMesh(topo.Mesh{2, 3}),
		topo.NewHypercube(8), topo.NewTree(8), topo.Crossbar{Size: 4}}
	for _, on := range [][]int{{0, 0, 1, 1, 2, 2}, {0, 1, 2, 0, 1, 2}, {0, 1, 1, 2, 0}} {
		for _, between := range []topo.Network{topo.NewStar(3), topo.NewRing(3)} {
			placed, err := topo.NewPlaced(between, on)
			require.NoError(t, err)
			list = append(list, placed)
		}
	}
	return list
}

// large returns networks that need other methods to build trees than small networks do. On some, trees are
// shifted from one root to all others, or follow a walk through hosts with one link. On others, each of two
// trees carries half of a block. On a line, other nodes lie between the nodes of a walk.
func large(t *testing.T) (list []topo.Network) {
	for _, name := range []string{"torus:3x6", "hypercube:32", "fattree:3x6x3", "fattree:5x4x3", "tree:32",
		"mesh:18"} {
		spec, err := topo.ParseSpec(name)
		require.NoError(t, err)
		list = append(list, spec.Network)
	}
	return list
}

// The algorithms for any network give the right result on networks of every kind and for every root. On large
// networks, the test uses only some roots.
func TestNetworks(t *testing.T) {
	for _, n := range networks(t) {
		checkNetwork(t, n, Strings(), 1)
	}
	for _, n := range large(t) {
		checkNetwork(t, n, Numbers(), 11) // 11 is coprime to the number of lengths, roots and operators
	}
}

// checkNetwork runs the algorithms for any network in one of `turns` cases.
func checkNetwork[T comparable](t *testing.T, n topo.Network, payload Payload[T], turns int) {
	packed := pack.Into(n)
	p := n.Nodes()
	for _, row := range catalog.Rows[T]() {
		if row.Topology() != "network" {
			continue
		}
		cases := Cases(row.Info, p)
		for i := 0; i < len(cases); i += turns {
			cases[i].Network = packed
			exam := Set(row.Op, payload, cases[i])
			require.NoError(t, local.Run(p, func(port comm.AsyncPort[T]) error {
				return Check(row, comm.New[T](port), exam)
			}), "%s on %v", row.ID, n)
		}
	}
}

// Messages go only between nodes with no other node on the path between them.
func TestNetworkLinks(t *testing.T) {
	for _, n := range append(networks(t), large(t)...) {
		packed := pack.Into(n)
		for _, row := range catalog.ByteRows() {
			if row.Topology() != "network" || row.Radix > 0 { // algorithms with a radix are for short messages
				continue
			}
			job, err := recorded(row.ID, Case{P: n.Nodes(), M: 12, Root: 1, Commuting: true, Network: packed})
			require.NoError(t, err)
			for rank, to := range receivers(job) {
				for _, to := range to {
					for _, link := range n.Route(nil, rank, to)[1:] {
						from, _ := n.Ends(link)
						assert.GreaterOrEqual(t, from, n.Nodes(), "%s on %v: %d to %d", row.ID, n, rank, to)
					}
				}
			}
		}
	}
}
