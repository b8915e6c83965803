package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A folded cube is the largest full cube that fits in the p nodes (topo.Fold), as seen from one of them. A spare node
// takes no part in the steps: before them it sends its data to its host, and after them it receives the result.
type folded[T any] struct {
	topo.Fold
	c     *comm.Comm[T]
	node  int // the logical node this label belongs to
	spare int // the second label of that node; comm.None if it has only one
}

func fold[T any](c *comm.Comm[T]) folded[T] {
	f := topo.FoldCube(c.Size())
	node := f.Node(c.Label())
	return folded[T]{f, c, node, f.Spare(node)}
}

// runSpare does the part of a spare node: it sends out to the host and receives in from it. On any other node it does
// nothing and returns false.
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
