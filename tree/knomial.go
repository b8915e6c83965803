package tree

import "topocoll/comm"

// A knomialNode is the position of node `me` in the k-nomial tree of radix r over the labels 0..p-1. A group
// of size r^i consists of up to r^i consecutive labels below p, and its first label is a multiple of r^i. It
// has r subgroups of size r^(i-1). The leader of the group is root if the group contains root, and otherwise
// the first label. The children of the leader are the leaders of the other subgroups. Every subtree has
// consecutive labels, for every root.
type knomialNode struct{ radix, me, root, p int }

func newKnomialNode[T any](c *comm.Comm[T], root, radix int) knomialNode {
	return knomialNode{min(radix, max(c.Size(), 2)), c.Label(), root, c.Size()}
}

// group returns this node's group of size n, as the range of labels `first`, ..., `end`-1.
func (t knomialNode) group(n int) (first, end int) {
	first = t.me / n * n
	return first, min(first+n, t.p)
}

// leader returns the leader of the group of size n that begins at label `first`.
func (t knomialNode) leader(first, n int) int {
	if first <= t.root && t.root < first+n {
		return t.root
	}
	return first
}

// ledGroup returns the size of the largest group that this node leads, and the leader of the next larger
// group, which is the node's parent. The parent of root is comm.None.
func (t knomialNode) ledGroup() (n, parent int) {
	for n = 1; n < t.p; n *= t.radix {
		first, _ := t.group(n * t.radix)
		if parent = t.leader(first, n*t.radix); parent != t.me {
			return n, parent
		}
	}
	return n, comm.None
}
