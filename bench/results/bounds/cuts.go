package bounds

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// mostCut is the number of ranks up to which the worst cut is looked for: it takes a flow between
// every two of them.
const mostCut = 64

// cutBound returns a lower bound of the time with on[i] ranks on node i, in that of one block on a
// link of capacity 1, by the worst cut between any ranks and the others, or for an all-to-all by
// the links of all shortest ways, see pack.Bounds; 0 if on is nil, on more than mostCut ranks, and
// for operations that have no such bound.
func cutBound(network topo.Network, on []int, coll catalog.Collective) float64 {
	var nodes []int
	for node, n := range on {
		nodes = append(nodes, slices.Repeat([]int{node}, n)...)
	}
	if nodes == nil || len(nodes) > mostCut {
		return 0
	}
	placed, err := topo.NewPlaced(network, nodes)
	if err != nil {
		return 0
	}
	b := pack.Into(placed).Bounds()
	return map[catalog.Collective]float64{catalog.Bcast: b.Bcast, catalog.Reduce: b.Reduce,
		catalog.Allgather:     b.Allgather,
		catalog.ReduceScatter: b.ReduceScatter, catalog.Allreduce: b.Allreduce, catalog.Scatter: b.Scatter,
		catalog.Gather: b.Gather, catalog.Alltoall: b.Alltoall}[coll]
}

// leastBlocksOverCable returns how many blocks of an all-to-all some cable must carry in one direction, with
// on[i] ranks on node i. If n of the p ranks are on one side of a cut, n(p-n) blocks cross it each
// way, over the cables that join the two sides. The result is the maximum over a set of cuts, and 0
// if on is nil, and for other operations.
func leastBlocksOverCable(network topo.Network, on []int, coll catalog.Collective) (most float64) {
	if on == nil || coll != catalog.Alltoall {
		return 0
	}
	switch network := network.(type) {
	case *topo.Grid:
		return acrossSlabs(network.Mesh(), on)
	case topo.Hypercube:
		return acrossSlabs(slices.Repeat(topo.Mesh{2}, network.Dim), on)
	case topo.Tree:
		return acrossBranches(on)
	}
	return 0
}

// acrossSlabs considers, for each dimension of a torus, the cuts that separate the nodes with a
// coordinate of i to j from the rest. In every line of nodes, two cables cross the cut, or one if
// the extent is 2.
func acrossSlabs(extents topo.Mesh, on []int) (most float64) {
	p := sum(on)
	for k, extent := range extents {
		layers := make([]int, extent)
		for node, n := range on {
			layers[extents.Coord(node, k)] += n
		}
		cables := len(on) / extent * min(2, extent-1)
		for i := range layers {
			inside := 0
			for _, n := range layers[i : extent-1] {
				inside += n
				most = max(most, float64(inside*(p-inside))/float64(cables))
			}
		}
	}
	return most
}

// acrossBranches considers the cuts of a binary tree between a switch and the one above it: one
// cable each.
func acrossBranches(on []int) (most float64) {
	p := sum(on)
	for width := 1; width < len(on); width *= 2 {
		for leaves := range slices.Chunk(on, width) {
			inside := sum(leaves)
			most = max(most, float64(inside*(p-inside)))
		}
	}
	return most
}

func sum(on []int) (p int) {
	for _, n := range on {
		p += n
	}
	return p
}

// ranksPerNode counts the first p ranks by network node. It returns nil if the nodes of the hosts are
// not known, unless all hosts have the same number of ranks: then it makes no difference.
func ranksPerNode(env results.Env, p int, network topo.Network) []int {
	on, named := nodesOf(env.RankHosts(p), network)
	if slices.Max(on) >= network.Nodes() {
		return nil
	}
	count := make([]int, network.Nodes())
	for _, node := range on {
		count[node]++
	}
	if slices.Min(count) != slices.Max(count) && (!named || len(env.Ranks) < p) {
		return nil
	}
	return count
}
