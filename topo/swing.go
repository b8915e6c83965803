package topo

// The partners of Swing and of Bine trees, on a ring of n = 2^d nodes: in round i an even node goes up by 1 - 2 + 4 - ... ± 2^i =
// (1-(-2)^(i+1))/3, that is by 1, -1, 3, -5, 11, ..., and an odd one goes down by as much. So two nodes are each other's partners, and a
// distance is a third of 2^(i+1), where that of a hypercube is 2^i.

// SwingPartner returns the partner of a node in round i.
func SwingPartner(node, i, n int) int {
	by := (1 - 1<<(i+1)*(1-2*((i+1)&1))) / 3
	if node&1 == 1 {
		by = -by
	}
	return Mod(node+by, n)
}

// SwingPath returns the rounds over which node 0 reaches a node: bit i for round i, those of the highest bits first. A sum of partners'
// distances is a run of digits 1 in base -2 for each two of them, so the path is the reflected Gray code of the node in base -2.
func SwingPath(node, n int) int {
	const odd = 0x2aaaaaaa // the digits of the powers that are negative, up to 2^30 nodes
	return Gray((Mod(node, n) + odd ^ odd) & (n - 1))
}
