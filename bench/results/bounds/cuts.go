package bounds

import (
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// maxCutRanks is the maximum number of ranks for cutBound, which computes a maximum flow between every two
// ranks.
const maxCutRanks = 64

// cutBound returns a lower bound on the time with on[i] ranks on node i. The unit is the time of one block on
// a link of capacity 1. The bound comes from the worst cut between any set of ranks and the other ranks. For
// an all-to-all it comes from some cuts, or from the links of all shortest routes; see pack.Bounds. cutBound
// returns 0 if `on` is nil, if there are more than maxCutRanks ranks, or if the operation has no such bound.
func cutBound(network topo.Network, on []int, coll catalog.Collective) float64 {
	var nodes []int
	for node, n := range on {
		nodes = append(nodes, slices.Repeat([]int{node}, n)...)
	}
	if nodes == nil || len(nodes) > maxCutRanks {
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

// minBlocksOverCable returns a lower bound on the number of blocks that the busiest cable carries in one
// direction in an all-to-all, with on[i] ranks on node i. The bound is the maximum over a set of cuts. If n
// of the p ranks are on one side of a cut, n(p-n) blocks cross it in each direction, over the cables between
// its sides. The result is 0 if `on` is nil, or if the operation is not an all-to-all.
func minBlocksOverCable(network topo.Network, on []int, coll catalog.Collective) (most float64) {
	if on == nil || coll != catalog.Alltoall {
		return 0
	}
	switch network := network.(type) {
	case *topo.Grid:
		return maxBlocksAcrossSlabs(network.Mesh(), on)
	case topo.Hypercube:
		return maxBlocksAcrossSlabs(slices.Repeat(topo.Mesh{2}, network.Dim), on)
	case topo.Tree:
		return maxBlocksAcrossBranches(on)
	}
	return 0
}

// maxBlocksAcrossSlabs is minBlocksOverCable for a torus. In each dimension, a cut separates the nodes with
// coordinates i to j from the other nodes. In every line of nodes along this dimension, two cables cross the
// cut, or one if the extent is 2.
func maxBlocksAcrossSlabs(extents topo.Mesh, on []int) (most float64) {
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

// maxBlocksAcrossBranches is minBlocksOverCable for a binary tree, with the cuts between a switch and its
// parent.
func maxBlocksAcrossBranches(on []int) (most float64) {
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

// ranksPerNode returns the number of ranks, among the first p, on each node of the network. It returns nil if
// there are more hosts than nodes, or if the nodes of the ranks are unknown and do not all have the same
// number of ranks.
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
