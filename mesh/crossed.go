package mesh

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A half is one half of the words of a procedure such as AllgatherCrossed, in p blocks. One half goes along
// the rows first, and the other half along the columns first. The two halves travel in the same steps, so
// that all four links of a node are used.
type half[T any] struct {
	lines [2]*comm.Comm[T] // this node's row and column; the half uses lines[0] first
	words []T
}

// splitHalves divides x into two halves, the first of which has n words.
func splitHalves[T any](c *comm.Comm[T], g topo.Mesh, x []T, n int) (rowsFirst, columnsFirst half[T]) {
	row, column := lineOf(c, g, 1), lineOf(c, g, 0)
	return half[T]{[2]*comm.Comm[T]{row, column}, x[:n]}, half[T]{[2]*comm.Comm[T]{column, row}, x[n:]}
}

// blocks returns the p blocks of h. The blocks of the nodes of lines[0] are contiguous.
func (h half[T]) blocks() comm.Blocks {
	return comm.SplitBlocks(h.lines[0].Size()*h.lines[1].Size(), len(h.words))
}

// blockAt returns the block of the node at position i of its lines[0] and position j of its lines[1].
func (h half[T]) blockAt(i, j int) []T { return comm.Block(h.blocks(), h.words, j*h.lines[0].Size()+i) }

func (h half[T]) ownBlock() []T { return h.blockAt(h.lines[0].Label(), h.lines[1].Label()) }

// joinHalves copies two halves to result. In each block of result, the words of a precede the words of b.
func joinHalves[T any](c *comm.Comm[T], g topo.Mesh, result []T, a, b half[T]) {
	blocks := comm.SplitBlocks(c.Size(), len(result))
	for node := range c.Size() {
		block, row, column := comm.Block(blocks, result, node), g.Coord(node, 0), g.Coord(node, 1)
		n := c.Copy(block, a.blockAt(column, row))
		c.Copy(block[n:], b.blockAt(row, column))
	}
}

// partsOfLine returns the words that messages carry along this node's line in a phase, in one part for each
// node of the line. In phase 0, the part of a node is its block. In phase 1, it is the blocks of all nodes on
// that node's line of phase 0.
func (h half[T]) partsOfLine(phase int) lineParts[T] {
	blocks, n := h.blocks(), h.lines[0].Size()
	if phase == 1 {
		return lineParts[T]{h.lines[1], blocks.Group(0, h.lines[1].Size(), n), h.words}
	}
	first := h.lines[1].Label() * n
	return lineParts[T]{h.lines[0], blocks.Group(first, n, 1),
		comm.BlockRange(blocks, h.words, first, first+n)}
}

// lineParts holds words in parts, one for each node of a line.
type lineParts[T any] struct {
	*comm.Comm[T]
	parts comm.Blocks
	words []T
}

// partOf returns the part of a node, whose number is taken modulo the size of the line.
func (l lineParts[T]) partOf(node int) []T {
	return comm.Block(l.parts, l.words, topo.Mod(node, l.Size()))
}

// checkMesh returns an error if the mesh does not have one node for each process of c.
func checkMesh[T any](proc string, c *comm.Comm[T], g topo.Mesh) error {
	if err := g.Check(proc, c.Size()); err != nil {
		return comm.Refuse("%v", err)
	}
	return nil
}

// checkPlane returns an error if the mesh does not have two dimensions.
func checkPlane(proc string, g topo.Mesh) error {
	if len(g) == 2 {
		return nil
	}
	return comm.Refuse("%s: a %v mesh, want two dimensions", proc, g)
}
