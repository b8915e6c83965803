package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Bcast sends x from node root to every node of a d-cube, one dimension at a time, highest first.
//
// x has the same length on every node; on return it holds root's values. p = 2^d; any other p uses an
// incomplete hypercube, in ceil(log p) steps.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT.
//
// GENERAL_ONE_TO_ALL_BC, Program 3.2 (1st ed.), Algorithm 4.2 (2nd ed.); cf. MPI_Bcast.
func Bcast[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("hcube: Bcast", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	d := topo.CubeDim(p)
	virtualID := topo.VirtualID(me, root, p) // me XOR root on a full cube, so root becomes node 0
	mask := 1<<d - 1

	for i := d - 1; i >= 0; i-- {
		bit := 1 << i
		mask ^= bit
		if virtualID&mask != 0 {
			continue // x has not reached this node yet, because a lower bit is set
		}
		partner := topo.Partner(me, i, root, p) // me XOR 2^i on a full cube
		if virtualID&bit == 0 {
			c.Send(partner, x)
		} else {
			c.Recv(partner, x)
		}
	}
	return c.Err()
}

// BcastScatter sends x from node root to every node of a d-cube in two phases. Root scatters the p parts of
// x, and an all-to-all broadcast then collects all parts on every node.
//
// x has the same length on every node; on return it holds root's values. p need not divide m. p = 2^d; for
// any other p see Scatter and Allgather. 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT.
//
// Section 3.7.1 (1st ed.), section 4.7 (2nd ed.); van de Geijn's broadcast; cf. MPI_Bcast.
func BcastScatter[T any](c *comm.Comm[T], root int, x []T) error {
	if err := comm.CheckRoot("hcube: BcastScatter", root, c.Size()); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	blocks := comm.SplitBlocks(p, len(x))

	// Every part is received at its final place in x and forwarded from there.
	first, end := subtreeLabels(me, root, p)
	scatterDown(c, root, blocks, comm.BlockRange(blocks, x, first, end), blocks.Start(first))
	return Allgather(c, comm.Block(blocks, x, me), x, blocks)
}

// BcastESBT sends x from node root to every node of a d-cube in chunks, which use the d edge-disjoint
// spanning binomial trees in turn. In every step all nodes communicate along one dimension.
//
// x has the same length on every node; on return it holds root's values. p = 2^d only. The argument `segment`
// is the length of a chunk in words. If it is 0, comm.Segments chooses the length.
// K chunks take K+d steps: T = (ts + tw·m/K)(K + d), under SF and CT. With the best K, T is about
// tw·m + ts·d + 2 sqrt(ts·tw·m·d).
//
// The ESBT broadcast of Johnsson and Ho (1989). The texts F0 to F4 of docs/reference/sources.md describe it
// only in part. Cf. MPI_Bcast.
func BcastESBT[T any](c *comm.Comm[T], root, segment int, x []T) error {
	if err := cmp.Or(checkCube("hcube: BcastESBT", c.Size()),
		comm.CheckRoot("hcube: BcastESBT", root, c.Size()),
		comm.CheckSegment("hcube: BcastESBT", segment)); err != nil {
		return err
	}
	return bcastESBT(c, root, comm.Segments(len(x), topo.CubeDim(c.Size()), segment), x)
}

// BcastTrees sends x from node root to every node of a d-cube in d parts, over d spanning binomial trees
// rooted at the neighbours of root.
//
// x has the same length on every node; on return it holds root's values. p = 2^d only; d need not divide m.
// 2d steps of m/d words: T = 2(ts log p + tw·m), under SF.
//
// Section 3.7.1, figure 3.25 (1st ed.); cf. MPI_Bcast. BcastTrees is BcastESBT with d chunks.
func BcastTrees[T any](c *comm.Comm[T], root int, x []T) error {
	if err := cmp.Or(checkCube("hcube: BcastTrees", c.Size()),
		comm.CheckRoot("hcube: BcastTrees", root, c.Size())); err != nil {
		return err
	}
	return bcastESBT(c, root, comm.SplitBlocks(max(1, topo.CubeDim(c.Size())), len(x)), x)
}

func bcastESBT[T any](c *comm.Comm[T], root int, chunks comm.Blocks, x []T) error {
	p, me := c.Size(), c.Label()
	if p == 1 {
		return c.Err()
	}
	d := topo.CubeDim(p)

	for s := 1; s <= chunks.Count()+d; s++ {
		partner := me ^ 1<<topo.ESBTDimension(s, d)
		send, recv := topo.ESBTChunks(me^root, s, chunks.Count(), d)
		to, from := comm.None, comm.None
		var out, in []T
		if send > 0 {
			to, out = partner, comm.Block(chunks, x, send-1)
		}
		if recv > 0 {
			from, in = partner, comm.Block(chunks, x, recv-1)
		}
		c.SendRecv(to, out, from, in)
	}
	return c.Err()
}
