package topo

// An incomplete hypercube of p nodes. The 2^i labels that agree in all bits from bit i upwards are a block of
// level i: a subcube and a contiguous range of labels. Its sibling block differs in bit i. When p is not a power
// of two, the last block of a level may be shorter and its sibling may be empty.

// Block returns the labels first..end-1 of the level-i block of label me.
func Block(me, i, p int) (first, end int) {
	first = me >> i << i
	return first, min(first+1<<i, p)
}

// Leader returns the node that collects or distributes the messages of the level-i block beginning at
// label first, in the tree rooted at root. It is the label that agrees with root in the lower i bits. Where the
// incomplete cube lacks that label, the bits of root are taken from the highest down, and a 1 that would lead
// beyond p-1 is left 0. first must be below p.
func Leader(first, i, root, p int) int {
	for j := i - 1; j >= 0; j-- {
		if bit := 1 << j; root&bit != 0 && first|bit < p {
			first |= bit
		}
	}
	return first
}

// VirtualID returns the position of label me in the binomial tree rooted at root. On a full cube it is
// me XOR root. On an incomplete one, bit i is 1 where me lies in the half of its level-i+1 block that
// Leader does not come from. Node 0 is the root.
func VirtualID(me, root, p int) int {
	id := 0
	for i := range CubeDim(p) {
		first, _ := Block(me, i+1, p)
		lead := Leader(first, i+1, root, p)
		id |= (me ^ lead) & (1 << i)
	}
	return id
}

// Partner returns the node with which the leader me of a level-i block exchanges along dimension i in the
// tree rooted at root: the leader of the sibling block; on a full cube, me XOR 2^i. It returns -1 if the
// sibling is empty.
func Partner(me, i, root, p int) int {
	first, _ := Block(me^1<<i, i, p)
	if first >= p {
		return -1
	}
	return Leader(first, i, root, p)
}
