package topo

// In the Swing algorithm and in Bine trees, nodes have the same partners on a ring of n = 2^d nodes. In round
// i, the partner of an even node is 1 - 2 + 4 - ... ± 2^i = (1-(-2)^(i+1))/3 nodes further along the ring,
// that is 1, -1, 3, -5, 11, ... The partner of an odd node is the same number of nodes back. Partnership is
// therefore mutual. The distance is about 2^(i+1)/3; on a hypercube it is 2^i.

// SwingPartner returns the partner of a node in round i.
func SwingPartner(node, i, n int) int {
	by := (1 - 1<<(i+1)*(1-2*((i+1)&1))) / 3
	if node&1 == 1 {
		by = -by
	}
	return Mod(node+by, n)
}

// SwingPath returns the rounds in which a message from node 0 to the given node is sent, as a bit mask: bit i
// stands for round i. The rounds take place in descending order, round d-1 first. Successive distances of a
// path have alternating signs, and the difference of two distances is a run of digits 1 in base -2. The path
// is therefore the reflected Gray code of the node in base -2.
func SwingPath(node, n int) int {
	return Gray((Mod(node, n) + negativeDigits ^ negativeDigits) & (n - 1))
}

// SwingSubtree returns the first node of a subtree. The subtree consists of the given node, the partners to
// which it sends in the rounds below `rounds`, the nodes to which these send, and so on. These are 2^rounds
// consecutive nodes on the ring: from an even node, the differences are all numbers with `rounds` digits in
// base -2. From an odd node, they have the opposite signs.
func SwingSubtree(node, rounds, n int) (first int) {
	before := negativeDigits
	if node&1 == 1 {
		before >>= 1
	}
	return Mod(node-before&(1<<rounds-1), n)
}

const negativeDigits = 0x2aaaaaaa // the digits of base -2 with negative weights, for up to 2^30 nodes
