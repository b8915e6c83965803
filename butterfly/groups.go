package butterfly

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A groupMember describes one node's groups in a butterfly of radix r over the logical nodes of a fold. In
// the round of size n, where n is a power of r, nodes exchange data if their numbers in base r differ only in
// the digit with the place value n. Each node sends the data of its own group of n consecutive nodes, or the
// sums for the other groups. The last round may have fewer than r groups.
type groupMember[T any] struct {
	topo.Fold
	c            *comm.Comm[T]
	radix, nodes int
	node         int // the logical node to which this label belongs
	spare        int // the spare label of the logical node, or comm.None
}

func newGroupMember[T any](c *comm.Comm[T], radix int) groupMember[T] {
	p := c.Size()
	radix = min(radix, max(p, 2))
	f := topo.FoldRadix(p, radix)
	node := f.Node(c.Label())
	return groupMember[T]{f, c, radix, p - f.Extra, node, f.Spare(node)}
}

// runSpare reports whether this label is a spare label. If so, it sends `out` to the host of its logical node
// (see topo.Fold), and then receives `in` from that host.
func (g groupMember[T]) runSpare(out, in []T) bool {
	if g.c.Label() != g.spare {
		return false
	}
	host := g.Host(g.node)
	g.c.Send(host, out)
	g.c.Recv(host, in)
	return true
}

// lastRoundSize returns the group size n of the last round, or 0 if there are no rounds.
func (g groupMember[T]) lastRoundSize() int {
	n := 0
	for next := 1; next < g.nodes; next *= g.radix {
		n = next
	}
	return n
}

// membersInRound returns the number of nodes that exchange data in the round of size n, and this node's index
// among them, which is its digit.
func (g groupMember[T]) membersInRound(n int) (many, digit int) {
	many = min(g.radix, g.nodes/n)
	return many, g.node / n % many
}

// peer returns a logical node with which this node exchanges data in the round of size n, and the digit of
// that node. The digit is this node's digit plus j, modulo the number of nodes that exchange data. If every
// node sends to peer(n, 1), peer(n, 2), ... and receives from peer(n, -1), peer(n, -2), ... in this order, no
// node receives from two nodes at the same time.
func (g groupMember[T]) peer(n, j int) (node, k int) {
	many, digit := g.membersInRound(n)
	k = topo.Mod(digit+j, many)
	return g.node + (k-digit)*n, k
}

// groupBlocks returns the blocks of a group of n logical nodes, which includes the given node. These are the
// blocks in x that belong to the labels of the group.
func (g groupMember[T]) groupBlocks(blocks comm.Blocks, x []T, node, n int) []T {
	first := node / n * n
	return comm.BlockRange(blocks, x, g.Host(first), g.Host(first+n))
}

// vectorOf returns the m words in `in` that came from the node with digit k. The slice `in` has no words for
// this node's own digit.
func vectorOf[T any](in []T, m, k, digit int) []T {
	if k > digit {
		k--
	}
	return in[k*m : (k+1)*m]
}

// combineVectors sets `total` to the sum of `own` and the vectors in `in`, in the order of the senders'
// digits. It overwrites `in`. The slices `own` and `total` may be the same.
func combineVectors[T any](op comm.Op[T], total, own, in []T, digit, many int) {
	below := in[:min(len(own), len(in))]
	for k := 1; k < digit; k++ {
		op.Apply(below, below, vectorOf(in, len(own), k, digit))
	}
	if digit > 0 {
		op.Apply(total, below, own)
		own = total
	}
	for k := digit + 1; k < many; k++ {
		op.Apply(total, own, vectorOf(in, len(own), k, digit))
		own = total
	}
}
