package results

import (
	"slices"

	"topocoll/topo"
)

// mustCross is how many blocks of an all-to-all some cable must carry in one direction, with on[i] ranks on
// node i: with n of p ranks on the one side of a cut, n(p-n) go each way over the cables that join the two
// sides. It is the most of some cuts, and 0 where on is nil. For the other operations no cut of these
// networks asks more than the cut around one host.
func mustCross(network topo.Network, on []int) (most float64) {
	if on == nil {
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

// acrossSlabs cuts a torus along each dimension into the nodes with a coordinate of i to j and the rest. Two
// cables of every line join them, or one where the extent is 2.
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

// acrossBranches cuts a binary tree between each switch and the one above it: one cable.
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

// onNodes counts the first p ranks by node of a network. It is nil where it is not known which host is
// which node, unless all of them have as many: then it does not matter.
func onNodes(env Env, p, nodes int) []int {
	byRank, _ := homes(env, p)
	if slices.Max(byRank) >= nodes {
		return nil
	}
	byHost := make([]int, nodes)
	for _, host := range byRank {
		byHost[host]++
	}
	if slices.Min(byHost) == slices.Max(byHost) {
		return byHost
	}
	if len(env.Ranks) < p {
		return nil
	}
	number := map[string]int{}
	for node := range nodes {
		number[topo.HostName(node)] = node
	}
	byNode := make([]int, nodes)
	for _, rank := range env.Ranks[:p] {
		node, named := number[rank.Host]
		if !named {
			return nil
		}
		byNode[node]++
	}
	return byNode
}
