package topo

// DisjointPath appends the nodes of path j of the d node-disjoint paths between two nodes of a d-cube, both
// ends included. If from and to differ in bit j, the path flips the differing bits in cyclic order from bit j
// on; it has as many links as there are differing bits. If they agree in bit j, it flips that bit first and
// last, and has two links more.
func DisjointPath(path []int, from, to, j, d int) []int {
	node, differ := from, from^to
	path = append(path, node)
	detour := differ&(1<<j) == 0
	if detour {
		node ^= 1 << j
		path = append(path, node)
	}
	for i := range d {
		if bit := 1 << ((j + i) % d); differ&bit != 0 {
			node ^= bit
			path = append(path, node)
		}
	}
	if detour {
		path = append(path, node^1<<j)
	}
	return path
}
