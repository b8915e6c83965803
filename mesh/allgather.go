package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast): along the rows, then
// along the columns with the blocks of a whole row as one. With k dimensions, the last one comes first.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. g is a mesh
// of p nodes.
// Extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT alike.
//
// ALL_TO_ALL_BC_MESH, Algorithm 4.6 (2nd ed.); cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	return allgather("mesh: Allgather", c, g, mine, result, ring.Allgatherv)
}

// AllgatherBidirectional is Allgather with the blocks sent in both directions along every row and column.
//
// Lengths as in Allgather. g is a mesh of p nodes.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/2 on nodes that drive both links of a row or column
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: Algorithm 4.6 (2nd ed.) with ring.AllgatherBidirectional for both phases; cf. MPI_Allgather.
func AllgatherBidirectional[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	return allgather("mesh: AllgatherBidirectional", c, g, mine, result, ring.AllgathervBidirectional)
}

// allgather puts mine into its block of result and gathers the others; along is the method for a line.
func allgather[T any](proc string, c *comm.Comm[T], g topo.Mesh, mine, result []T, along gatherLine[T]) error {
	if err := cmp.Or(check(proc, c, g), comm.CheckAllgather(proc, c, mine, result)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return gatherLines(c, g, blocks, result, along)
}

// Allgatherv is Allgather in place, with blocks of any lengths: node i's own block is in result already.
//
// Cf. MPI_Allgatherv with MPI_IN_PLACE.
func Allgatherv[T any](c *comm.Comm[T], g topo.Mesh, blocks comm.Blocks, result []T) error {
	if err := cmp.Or(check("mesh: Allgatherv", c, g),
		comm.CheckAllgatherv("mesh: Allgatherv", c, blocks, result)); err != nil {
		return err
	}
	return gatherLines(c, g, blocks, result, ring.Allgatherv)
}

// gatherLine is an all-to-all broadcast on a ring.
type gatherLine[T any] func(line *comm.Comm[T], parts comm.Blocks, region []T) error

// gatherLines gathers along the lines of every dimension, the last one first.
func gatherLines[T any](c *comm.Comm[T], g topo.Mesh, blocks comm.Blocks, result []T, along gatherLine[T]) error {
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		first, parts := partsOf(g, k, c.Label(), blocks)
		region := comm.BlockRange(blocks, result, first, first+g[k:].Size())
		if err := along(line, parts, region); err != nil {
			return err
		}
	}
	return c.Err()
}

// partsOf takes the nodes that agree with me in the dimensions before k; their labels are consecutive. It returns
// the first of these labels, and their blocks as one part for each node of the line of me along dimension k.
func partsOf(g topo.Mesh, k, me int, blocks comm.Blocks) (first int, parts comm.Blocks) {
	size := g[k:].Size()
	first = me / size * size
	return first, blocks.Group(first, g[k], size/g[k])
}
