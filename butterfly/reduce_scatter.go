package butterfly

import (
	"cmp"
	"math/bits"

	"topocoll/comm"
	"topocoll/topo"
)

// ReduceScatter combines the i-th blocks of all nodes on node i, for every i, with the rounds of Allgather in
// reverse. In the round of size n, a node exchanges sums with r-1 other nodes. It sends each of them the sums
// for that node's group of n nodes, and keeps the sums for its own group.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. op must
// commute. Any p, any radix r >= 2; nodes that do not fill a group are folded in and out, in two more rounds,
// one of p·m words and one of m words. log_r p rounds of r-1 messages of p·m/r, p·m/r², ... words: T = (r-1)
// log_r p·ts + tw·m(p-1) with one port, if every pair of nodes is one link apart. With r = 2 it is
// hcube.ReduceScatter.
//
// Recursive halving in base r; cf. MPI_Reduce_scatter_block, MPICH's recexch. Unlike in MPICH, the first
// round may have fewer than r groups, so fewer nodes are folded.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], radix int, all, mine []T,
	counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(comm.CheckReduceScatter("butterfly: ReduceScatter", c, op, blocks, all, mine),
		comm.CheckRadix("butterfly: ReduceScatter", radix)); err != nil {
		return err
	}
	g := newGroupMember(c, radix)
	if g.runSpare(all, mine) {
		return c.Err()
	}
	total := c.Scratch(len(all))
	defer c.Release(total)

	sums := all
	if g.spare != comm.None {
		in := c.Scratch(len(all))
		c.Recv(g.spare, in)
		op.Apply(total, all, in)
		c.Release(in)
		sums = total
	}
	for n := g.lastRoundSize(); n > 0; n /= g.radix {
		many, digit := g.membersInRound(n)
		own := g.groupBlocks(blocks, sums, g.node, n)
		in := c.Scratch((many - 1) * len(own))
		for j := many - 1; j > 0; j-- {
			from, k := g.peer(n, j)
			to, _ := g.peer(n, -j)
			c.PostRecv(g.Host(from), vectorOf(in, len(own), k, digit))
			c.PostSend(g.Host(to), g.groupBlocks(blocks, sums, to, n))
		}
		c.Exchange()
		combineVectors(op, g.groupBlocks(blocks, total, g.node, n), own, in, digit, many)
		c.Release(in)
		sums = total
	}
	c.Copy(mine, comm.Block(blocks, sums, c.Label()))
	if g.spare != comm.None {
		c.Send(g.spare, comm.Block(blocks, sums, g.spare))
	}
	return c.Err()
}

// ReduceScatterInOrder combines the i-th blocks of all nodes on node i, for every i, in label order. In the
// first round, neighbours exchange the sums for half of the blocks. In later rounds, groups of two nodes
// exchange sums, then groups of four, and so on. Every sum therefore covers consecutive nodes. At the end,
// every node has the block whose number is the node's number with the bits reversed. It sends this block to
// the block's owner.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. Operands
// are combined in label order. p = 2^d; for any other p, the spare nodes are folded in and out, in two more
// rounds, one of p·m words and one of m words. log p rounds of p·m/2, ..., m words, and one round of m words:
// T = ts(log p + 1) + tw·m·p, if every pair of nodes is one link apart and p > 2.
//
// Träff 2005, the butterfly with a mirror permutation; cf. MPI_Reduce_scatter_block, Open MPI's butterfly.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Reduce_scatter. `mine` may alias this node's block of `all`.
func ReduceScatterInOrder[T any](c *comm.Comm[T], op comm.Op[T], all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckReduceScatterInOrder("butterfly: ReduceScatterInOrder", c, op, blocks, all,
		mine); err != nil {
		return err
	}
	g := newGroupMember(c, 2)
	if g.runSpare(all, mine) {
		return c.Err()
	}
	scratch := c.Scratch(2 * len(all))
	defer c.Release(scratch)
	total, in := scratch[:len(all)], scratch[len(all):]

	sums := all
	if g.spare != comm.None {
		c.Recv(g.spare, in)
		op.Apply(total, all, in)
		sums = total
	}
	last := 0 // index of the first block that this node still sums
	for n := 1; n < g.nodes; n *= 2 {
		half := g.nodes / n / 2
		own, other := last, last+half
		if g.node&n != 0 {
			own, other = other, own
		}
		partner := g.Host(g.node ^ n)
		part := func(x []T,
			first int) []T {
			return comm.BlockRange(blocks, x, g.Host(first), g.Host(first+half))
		}
		c.SendRecv(partner, part(sums, other), partner, part(in, own))
		if g.node&n == 0 {
			op.Apply(part(total, own), part(sums, own), part(in, own))
		} else {
			op.Apply(part(total, own), part(in, own), part(sums, own))
		}
		sums, last = total, own
	}

	result := g.groupBlocks(blocks, in, g.node, 1)
	if mirror := g.mirrorNode(); mirror == g.node {
		result = g.groupBlocks(blocks, sums, g.node, 1)
	} else {
		c.SendRecv(g.Host(mirror), g.groupBlocks(blocks, sums, mirror, 1), g.Host(mirror), result)
	}
	c.Copy(mine, result[:len(mine)])
	if g.spare != comm.None {
		c.Send(g.spare, result[len(mine):])
	}
	return c.Err()
}

// mirrorNode returns the node whose number is this node's number with the D bits reversed.
func (g groupMember[T]) mirrorNode() int {
	return int(bits.Reverse64(uint64(g.node)) >> (64 - g.D))
}

// ReduceScatterSwing combines the i-th blocks of all nodes of a torus on node i, for every i. Along the
// dimensions in turn, pairs of nodes exchange the sums for half of their remaining blocks, nearest nodes
// first.
//
// On return, the slice `mine` of node i is the sum over all nodes of block i of the slice `all`: mine[j] =
// word j of node 0's block i ⊕ ... ⊕ word j of node p-1's block i; len(all) = p·m, len(mine) = m. g is a mesh
// of p nodes. op must commute. p = 2^d; for any other p, the spare nodes are folded in and out (two more
// rounds, one of p·m words and one of m words), and the other nodes form a ring. log p rounds of p·m/2, ...,
// m words: T = ts log p + tw·m(p-1), if every pair of nodes is one link apart or the extents of the torus are
// at most 4, plus tr to reorder the blocks.
//
// De Sensi, Bonato, Saam, Hoefler 2024; cf. MPI_Reduce_scatter_block, PICO's bine. Unlike in the paper, the
// blocks are first put in an order in which each message is contiguous.
func ReduceScatterSwing[T any](c *comm.Comm[T], g topo.Mesh, op comm.Op[T], all, mine []T) error {
	blocks := comm.EqualBlocks(c.Size(), len(mine))
	if err := cmp.Or(checkTorus("butterfly: ReduceScatterSwing", c, g),
		comm.CheckReduceScatter("butterfly: ReduceScatterSwing", c, op, blocks, all, mine)); err != nil {
		return err
	}
	s, m := newSwingNode(c, g), len(mine)
	if s.runSpare(all, mine) {
		return c.Err()
	}
	startOf := func(place int) int { return s.labelsBefore(place) * m }
	sums := c.Scratch(len(all))
	defer c.Release(sums)

	in := all
	if s.spare != comm.None {
		in = c.Scratch(len(all))
		c.Recv(s.spare, in)
		op.Apply(in, all, in)
	}
	for place := range 1 << s.D {
		node := s.nodeAt(place)
		c.Copy(sums[startOf(place):], comm.BlockRange(blocks, in, s.Host(node), s.Host(node+1)))
	}
	if s.spare != comm.None {
		c.Release(in)
	}
	s.reduceScatter(op, startOf, sums, sums)
	own := sums[startOf(s.placeOf(s.node)):]
	c.Copy(mine, own[:m])
	if s.spare != comm.None {
		c.Send(s.spare, own[m:2*m])
	}
	return c.Err()
}
