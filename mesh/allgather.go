package mesh

import (
	"cmp"

	"topocoll/comm"
	"topocoll/ring"
	"topocoll/topo"
)

// Allgather collects the block of every node on every node (all-to-all broadcast): first along the rows, then
// along the columns, where the blocks of a whole row count as one block. With k dimensions, the order is from
// the last dimension to the first.
//
// On return, block i of result is the slice `mine` of node i. len(mine) = m, len(result) = p·m. g is a mesh
// of p nodes.
// With extents of sqrt p: T = 2ts(sqrt p - 1) + tw·m(p-1), under SF and CT.
//
// ALL_TO_ALL_BC_MESH, Algorithm 4.6 (2nd ed.); cf. MPI_Allgather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Allgatherv. `mine` may alias this node's block of result, as with MPI_IN_PLACE.
func Allgather[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	return allgather("mesh: Allgather", c, g, blocks, mine, result, gatherLine)
}

// AllgatherBidirectional is like Allgather, but sends the blocks in both directions along every row and
// column.
//
// Lengths are as in Allgather. g is a mesh of p nodes.
// With extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/2 under SF and CT, if a node uses both links of
// a row or column at once. With one port, the time is twice as long.
//
// This procedure is not in the book. It executes Algorithm 4.6 (2nd ed.) with ring.AllgatherBidirectional
// in both phases. Cf. MPI_Allgather.
func AllgatherBidirectional[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	return allgather("mesh: AllgatherBidirectional", c, g, blocks, mine, result, gatherLineBidirectional)
}

// allgather copies the slice `mine` to its block of result and collects the other blocks. The argument
// `along` is the algorithm for a line of the mesh.
func allgather[T any](proc string, c *comm.Comm[T], g topo.Mesh, blocks comm.Blocks, mine, result []T,
	along lineAllgather[T]) error {
	if err := cmp.Or(checkMesh(proc, c, g), comm.CheckAllgather(proc, c, blocks, mine, result)); err != nil {
		return err
	}
	c.Copy(comm.Block(blocks, result, c.Label()), mine)
	return gatherLines(c, g, blocks, result, along)
}

// A lineAllgather performs an all-to-all broadcast in place along a line of a mesh, which is a ring.
type lineAllgather[T any] func(line *comm.Comm[T], parts comm.Blocks, region []T) error

func gatherLine[T any](line *comm.Comm[T], parts comm.Blocks, region []T) error {
	return ring.Allgather(line, comm.Block(parts, region, line.Label()), region, parts)
}

func gatherLineBidirectional[T any](line *comm.Comm[T], parts comm.Blocks, region []T) error {
	return ring.AllgatherBidirectional(line, comm.Block(parts, region, line.Label()), region, parts)
}

// gatherLines collects the blocks along the lines of every dimension, from the last dimension to the first.
func gatherLines[T any](c *comm.Comm[T], g topo.Mesh, blocks comm.Blocks, result []T,
	along lineAllgather[T]) error {
	for k := len(g) - 1; k >= 0; k-- {
		line := lineOf(c, g, k)
		first, parts := groupBlocks(g, k, c.Label(), blocks)
		region := comm.BlockRange(blocks, result, first, first+g[k:].Size())
		if err := along(line, parts, region); err != nil {
			return err
		}
	}
	return c.Err()
}

// groupBlocks returns the parts of a line in an allgather. The line passes through node `me` along dimension
// k, and each of its nodes gets one part. The parts consist of the blocks of the nodes that have the same
// coordinates as node `me` in the dimensions before k. The labels of these nodes are consecutive, and `first`
// is the lowest.
func groupBlocks(g topo.Mesh, k, me int, blocks comm.Blocks) (first int, parts comm.Blocks) {
	size := g[k:].Size()
	first = me / size * size
	return first, blocks.Group(first, g[k], size/g[k])
}

// AllgatherCrossed runs AllgatherBidirectional on both halves of every block at the same time. One half goes
// along the rows first, the other along the columns first.
//
// Lengths are as in Allgather. g has two dimensions and p nodes.
// With extents of sqrt p: T = 2ts floor(sqrt p/2) + tw·m(p-1)/4 under SF and CT, if a node uses all four
// links at once. With one port, the time is four times as long.
//
// This procedure is not in the book. It executes Algorithm 4.6 (2nd ed.) twice at the same time, once for
// each order of the two dimensions. Cf. MPI_Allgather.
func AllgatherCrossed[T any](c *comm.Comm[T], g topo.Mesh, mine, result []T) error {
	p, m := c.Size(), len(mine)
	if err := cmp.Or(checkMesh("mesh: AllgatherCrossed", c, g), checkPlane("mesh: AllgatherCrossed", g),
		comm.CheckAllgather("mesh: AllgatherCrossed", c, comm.EqualBlocks(p, m), mine, result)); err != nil {
		return err
	}
	scratch := c.Scratch(p * m)
	defer c.Release(scratch)
	a, b := splitHalves(c, g, scratch, p*(m/2))
	c.Copy(a.ownBlock(), mine)
	c.Copy(b.ownBlock(), mine[m/2:])

	gatherHalves(c, a, b)
	joinHalves(c, g, result, a, b)
	return c.Err()
}

// gatherHalves collects the blocks of every node on every node, for both halves. Each node's own blocks must
// already be in place.
func gatherHalves[T any](c *comm.Comm[T], a, b half[T]) {
	for phase := range 2 {
		a, b := a.partsOfLine(phase), b.partsOfLine(phase)
		for distance := 1; distance <= max(a.Size(), b.Size())/2; distance++ {
			a.postGather(distance)
			b.postGather(distance)
			c.Exchange()
		}
	}
}

// postGather posts the messages of one step of ring.AllgatherBidirectional. They carry the parts of the nodes
// at the given distance.
func (l lineParts[T]) postGather(distance int) {
	n, me := l.Size(), l.Label()
	if distance > n/2 {
		return
	}
	left, right := topo.Mod(me-1, n), topo.Mod(me+1, n)
	l.PostSend(left, ring.OtherWay(l.partOf(me+distance-1), distance, n))
	l.PostRecv(right, ring.OtherWay(l.partOf(me+distance), distance, n))
	l.PostSend(right, ring.OneWay(l.partOf(me-distance+1), distance, n))
	l.PostRecv(left, ring.OneWay(l.partOf(me-distance), distance, n))
}
