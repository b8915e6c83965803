package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A foldedLabel describes one label's role when p labels are folded to the largest hypercube of at most p
// logical nodes (see topo.Fold). A spare label sends its data to the host of its logical node before the
// first step, and receives the result from that host after the last step.
type foldedLabel[T any] struct {
	topo.Fold
	c     *comm.Comm[T]
	node  int // the logical node to which this label belongs
	spare int // the spare label of the logical node, or comm.None
}

func foldCube[T any](c *comm.Comm[T]) foldedLabel[T] {
	f := topo.FoldCube(c.Size())
	node := f.Node(c.Label())
	return foldedLabel[T]{f, c, node, f.Spare(node)}
}

// runSpare reports whether this label is a spare label. If so, it sends `out` to the host of its logical
// node, and then receives `in` from that host.
func (f foldedLabel[T]) runSpare(out, in []T) bool {
	if f.c.Label() != f.spare {
		return false
	}
	host := f.Host(f.node)
	f.c.Send(host, out)
	f.c.Recv(host, in)
	return true
}

// subcube returns the blocks in x of all labels in a logical node's i-dimensional subcube.
func (f foldedLabel[T]) subcube(blocks comm.Blocks, x []T, node, i int) []T {
	first := node >> i << i
	return comm.BlockRange(blocks, x, f.Host(first), f.Host(first+1<<i))
}

// combineInOrder sets `dst` to the combination of `mine` and `theirs` in label order.
func combineInOrder[T any](op comm.Op[T], dst, mine, theirs []T, me, partner int) {
	if partner < me {
		op.Apply(dst, theirs, mine)
	} else {
		op.Apply(dst, mine, theirs)
	}
}

// checkCube returns an error if p is not a power of two. Procedures that need a full cube call it.
func checkCube(proc string, p int) error {
	if topo.IsPowerOfTwo(p) {
		return nil
	}
	return comm.Refuse("%s: %d processes, want a power of two", proc, p)
}
