package topo

// On an incomplete hypercube of p nodes, the labels that agree in all bits from bit i upwards form a block of
// level i. A block is a subcube and a contiguous range of up to 2^i labels. Its sibling block differs in bit
// i. If p is not a power of two, the last block of a level may be shorter and its sibling may be empty.

// Block returns the range of labels in the level-i block of label `me`: `first`, `first`+1, ..., `end`-1.
func Block(me, i, p int) (first, end int) {
	first = me >> i << i
	return first, min(first+1<<i, p)
}

// Leader returns the node that collects or distributes the messages of a level-i block in the tree rooted at
// root. The block begins at label `first`, which must be below p. The leader is the label in the block that
// agrees with root in the lower i bits. If the incomplete cube lacks that label, these bits are processed
// from the highest down, and a 1 that would make the label exceed p-1 becomes 0.
func Leader(first, i, root, p int) int {
	for j := i - 1; j >= 0; j-- {
		if bit := 1 << j; root&bit != 0 && first|bit < p {
			first |= bit
		}
	}
	return first
}

// VirtualID returns the position of label `me` in the binomial tree rooted at root, which has position 0. On
// a full cube it is `me` XOR `root`. On an incomplete one, bit i is 1 if label `me` is not in the same half
// of its level-(i+1) block as the leader of that block.
func VirtualID(me, root, p int) int {
	id := 0
	for i := range CubeDim(p) {
		first, _ := Block(me, i+1, p)
		lead := Leader(first, i+1, root, p)
		id |= (me ^ lead) & (1 << i)
	}
	return id
}

// Partner returns the node with which node `me` exchanges messages along dimension i in the tree rooted at
// root. `me` must be the leader of a level-i block. The result is the leader of the sibling block (on a full
// cube, `me` XOR 2^i), or -1 if the sibling block is empty.
func Partner(me, i, root, p int) int {
	first, _ := Block(me^1<<i, i, p)
	if first >= p {
		return -1
	}
	return Leader(first, i, root, p)
}

// A Fold assigns p labels to logical nodes, which form a grid of D dimensions. Each logical node j < Extra
// has two labels: its host 2j and its spare 2j+1. Every other logical node has one label, its host. The
// logical nodes are numbered in the order of their labels.
type Fold struct{ D, Extra int }

// FoldCube returns the fold of p labels to the largest full hypercube with at most p nodes, 2^D. If p is a
// power of two, every label is its own logical node.
func FoldCube(p int) Fold { return FoldRadix(p, 2) }

// FoldRadix returns the fold of p labels to the largest number of logical nodes of the form radix^d·q with q
// < radix. There are d dimensions of extent radix and, if q > 1, one more dimension of extent q. p must be 1
// or more, and radix 2 or more.
func FoldRadix(p, radix int) Fold {
	n, d := 1, 0
	for n <= p/radix {
		n, d = n*radix, d+1
	}
	if p/n > 1 {
		d++
	}
	return Fold{D: d, Extra: p % n}
}

// Node returns the logical node that label `me` belongs to.
func (f Fold) Node(me int) int { return max(me/2, me-f.Extra) }

// Host returns the label that acts for a logical node.
func (f Fold) Host(node int) int { return node + min(node, f.Extra) }

// Spare returns the spare label of a logical node, or -1 if it has none.
func (f Fold) Spare(node int) int {
	if node < f.Extra {
		return 2*node + 1
	}
	return -1
}
