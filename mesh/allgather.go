package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast): along the rows, then
// along the columns with the blocks of a whole row as one. With k dimensions it is the last one first.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. g is a mesh
// of p nodes.
// Extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT alike.
//
// ALL_TO_ALL_BC_MESH, Algorithm 4.6 (2nd ed.); cf. MPI_Allgather.
func Allgather[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	return allgather("mesh: Allgather", c, g, mine, result, ring.Allgatherv)
}

// AllgatherBothWays is Allgather with the blocks going both ways round every row and column.
//
// Lengths as in Allgather. g is a mesh of p nodes.
// Extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/2 on nodes that drive both links of a row or column
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: Algorithm 4.6 (2nd ed.) with ring.AllgatherBothWays for both phases; cf. MPI_Allgather.
func AllgatherBothWays[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	return allgather("mesh: AllgatherBothWays", c, g, mine, result, ring.AllgathervBothWays)
}

// allgather puts mine where it belongs in result, and gathers.
func allgather[T any](proc string, c *comm.Comm[T], g topo.Mesh, mine, result []T, along gatherLine[T]) error {
	if err := cmp.Or(check(proc, c, g), comm.CheckAllgather(proc, c, mine, result)); err != nil {
		return err
	}
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	copy(comm.Block(blocks, result, c.Rank()), mine)
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
		first, parts := partsOf(g, k, c.Rank(), blocks)
		region := comm.BlockRange(blocks, result, first, first+g[k:].Size())
		if err := along(line, parts, region); err != nil {
			return err
		}
	}
	return c.Err()
}

// partsOf returns the adjacent labels, from first on, that the nodes of the line of me along dimension k and
// of the dimensions after it have, and their blocks as one part for each node of the line.
func partsOf(g topo.Mesh, k, me int, blocks comm.Blocks) (first int, parts comm.Blocks) {
	size := g[k:].Size()
	first = me / size * size
	return first, blocks.Group(first, g[k], size/g[k])
}
