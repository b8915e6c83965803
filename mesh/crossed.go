package mesh

import (
	"topocoll/comm"
	"topocoll/topo"
)

// A half is half of the words of a crossed procedure, cut into p blocks. One half goes along the rows first and the
// other along the columns first, in the same steps, so that all four links of a node are busy.
type half[T any] struct {
	lines [2]*comm.Comm[T] // of this node, in the order in which the half takes them
	words []T
}

// cut returns x as two halves, the first of which has n words.
func cut[T any](c *comm.Comm[T], g topo.Mesh, x []T, n int) (rowsFirst, columnsFirst half[T]) {
	row, column := lineOf(c, g, 1), lineOf(c, g, 0)
	return half[T]{[2]*comm.Comm[T]{row, column}, x[:n]}, half[T]{[2]*comm.Comm[T]{column, row}, x[n:]}
}

// blocks returns the p blocks of h. Those of a line of the first kind lie next to each other.
func (h half[T]) blocks() comm.Blocks {
	return comm.SplitBlocks(h.lines[0].Size()*h.lines[1].Size(), len(h.words))
}

// block returns the block of the node at place i of a line of the first kind and at place j of one of the second.
func (h half[T]) block(i, j int) []T { return comm.Block(h.blocks(), h.words, j*h.lines[0].Size()+i) }

// own returns the block of this node.
func (h half[T]) own() []T { return h.block(h.lines[0].Label(), h.lines[1].Label()) }

// joinHalves puts the two parts of every block together.
func joinHalves[T any](c *comm.Comm[T], g topo.Mesh, result []T, a, b half[T]) {
	blocks := comm.SplitBlocks(c.Size(), len(result))
	for node := range c.Size() {
		block, row, column := comm.Block(blocks, result, node), g.Coord(node, 0), g.Coord(node, 1)
		n := c.Copy(block, a.block(column, row))
		c.Copy(block[n:], b.block(row, column))
	}
}

// along returns what the nodes of this node's line of a phase hold: in phase 0 their blocks; in phase 1, where the line
// is of the second kind, each of them the blocks of its line of the first kind as one.
func (h half[T]) along(phase int) lineParts[T] {
	blocks, n := h.blocks(), h.lines[0].Size()
	if phase == 1 {
		return lineParts[T]{h.lines[1], blocks.Group(0, h.lines[1].Size(), n), h.words}
	}
	first := h.lines[1].Label() * n
	return lineParts[T]{h.lines[0], blocks.Group(first, n, 1), comm.BlockRange(blocks, h.words, first, first+n)}
}

// lineParts are words of which each node of a line has a part.
type lineParts[T any] struct {
	*comm.Comm[T]
	parts comm.Blocks
	words []T
}

// of returns the part of a node of the line.
func (l lineParts[T]) of(node int) []T { return comm.Block(l.parts, l.words, topo.Mod(node, l.Size())) }
