package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A folded cube is the largest full cube of at most p nodes (topo.Fold), as seen from one node. A spare node
// takes no part in the steps. Before the steps it sends its data to its host, and after them it receives the
// result.
type folded[T any] struct {
	topo.Fold
	c     *comm.Comm[T]
	node  int // the logical node this label belongs to
	spare int // the second label of the logical node; comm.None if there is none
}

func foldCube[T any](c *comm.Comm[T]) folded[T] {
	f := topo.FoldCube(c.Size())
	node := f.Node(c.Label())
	return folded[T]{f, c, node, f.Spare(node)}
}

// runSpare performs the call on a spare node: it sends the slice `out` to the host and receives the slice
// `in` from it. On any other node it does nothing and returns false.
func (f folded[T]) runSpare(out, in []T) bool {
	if f.c.Label() != f.spare {
		return false
	}
	host := f.Host(f.node)
	f.c.Send(host, out)
	f.c.Recv(host, in)
	return true
}

// subcube returns the blocks in x of all labels in the level-i subcube of a logical node.
func (f folded[T]) subcube(blocks comm.Blocks, x []T, node, i int) []T {
	first := node >> i << i
	return comm.BlockRange(blocks, x, f.Host(first), f.Host(first+1<<i))
}

// combineInOrder combines the slices mine and theirs in label order.
func combineInOrder[T any](op comm.Op[T], dst, mine, theirs []T, me, partner int) {
	if partner < me {
		op.Apply(dst, theirs, mine)
	} else {
		op.Apply(dst, mine, theirs)
	}
}

// checkCube refuses a p that is not a power of two, for the procedures that need a full cube.
func checkCube(proc string, p int) error {
	if topo.IsPowerOfTwo(p) {
		return nil
	}
	return comm.Refuse("%s: %d processes, want a power of two", proc, p)
}
