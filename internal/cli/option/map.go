package option

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/exit"
	"topocoll/topo"
)

// Placement returns the node of each of p labels for a value of --map; nil means the identity.
func Placement(name string, p int, network topo.Network) ([]int, error) {
	kind, seed, seeded := strings.Cut(name, ":")
	nodes := make([]int, p)
	switch {
	case seeded && slices.Contains([]string{"identity", "gray", "snake"}, kind):
		return nil, exit.Usagef("--map %s, want %s: only random takes a seed", name, kind)
	case kind == "identity":
		return nil, nil
	case kind == "gray":
		if !topo.IsPowerOfTwo(p) {
			return nil, exit.Usagef("--map gray: %d processes, want a power of two", p)
		}
		for i := range nodes {
			nodes[i] = topo.Gray(i)
		}
	case kind == "snake":
		grid, ok := network.(*topo.Grid)
		if !ok || grid.Nodes() != p {
			return nil, exit.Usagef("--map snake: %d processes on %v, want a torus or mesh that the processes fill",
				p, network)
		}
		for i := range nodes {
			nodes[i] = snakeNode(grid.Mesh(), i)
		}
	case kind == "random":
		n, err := strconv.ParseUint(seed, 10, 64)
		if seeded && err != nil {
			return nil, exit.Usagef("--map %s, want random:SEED, where SEED is a whole number", name)
		}
		nodes = rand.New(rand.NewPCG(n, 0)).Perm(network.Nodes())[:p]
	default:
		return parseNodes(name, p, network.Nodes())
	}
	return nodes, nil
}

// snakeNode returns the i-th node of a walk through a mesh. The walk reverses its direction on every line, so
// consecutive nodes are neighbours.
func snakeNode(g topo.Mesh, i int) int {
	node := 0
	for k, extent := range g {
		coord := i / g.Stride(k) % extent
		if lines := i / g.Stride(k) / extent; lines%2 == 1 { // lines is the number of lines before this one
			coord = extent - 1 - coord
		}
		node += coord * g.Stride(k)
	}
	return node
}

// parseNodes parses a list of nodes, the value of --map.
func parseNodes(list string, p, most int) ([]int, error) {
	words := strings.Split(list, ",")
	nodes, used := make([]int, len(words)), map[int]bool{}
	for i, word := range words {
		node, err := strconv.Atoi(word)
		switch {
		case err != nil:
			return nil, exit.Usagef(
				"--map %s, want identity, gray, snake, random[:SEED] or a list of %d nodes", list, p)
		case node < 0 || node >= most || used[node]:
			return nil, exit.Usagef("--map %s: node %d, want nodes from 0 to %d, each at most once", list, node,
				most-1)
		}
		nodes[i], used[node] = node, true
	}
	if len(nodes) != p {
		return nil, exit.Usagef("--map %s: %d nodes, want one for each of %d processes", list, len(nodes), p)
	}
	return nodes, nil
}
