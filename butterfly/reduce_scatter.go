package butterfly

import (
	"cmp"

	"topocoll/comm"
)

// ReduceScatter combines, on every node, the blocks that all nodes have for it, the rounds of Allgather backwards: in the round of size
// n a node sends each of r-1 others the sums for its group of n nodes, and keeps those for its own group.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m. op must
// commute. Any p, any radix r >= 2; nodes that do not fill the groups are folded in and out: two more rounds, of p·m and of m words.
// log_r p rounds of r-1 messages of p·m/r, p·m/r², ... words: T = (r-1) log_r p·ts + tw·m(p-1) with one port, where every node is
// one link away. With r = 2 it is hcube.ReduceScatter.
//
// Recursive halving in base r; cf. MPI_Reduce_scatter_block, MPICH's recexch. Differs: the first round may be among fewer than r groups,
// so fewer nodes are folded.
func ReduceScatter[T any](c *comm.Comm[T], op comm.Op[T], radix int, all, mine []T) error {
	if err := cmp.Or(comm.CheckReduceScatter("butterfly: ReduceScatter", c, op, all, mine),
		comm.CheckRadix("butterfly: ReduceScatter", radix)); err != nil {
		return err
	}
	return ReduceScatterv(c, op, radix, comm.EqualBlocks(c.Size(), len(mine)), all, mine)
}

// ReduceScatterv is ReduceScatter with blocks of any lengths. mine may be this node's block of all.
//
// Cf. MPI_Reduce_scatter.
func ReduceScatterv[T any](c *comm.Comm[T], op comm.Op[T], radix int, blocks comm.Blocks, all, mine []T) error {
	if err := cmp.Or(comm.CheckReduceScatterv("butterfly: ReduceScatterv", c, op, blocks, all, mine),
		comm.CheckRadix("butterfly: ReduceScatterv", radix)); err != nil {
		return err
	}
	g := groupsOf(c, radix)
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
	for n := g.last(); n > 0; n /= g.radix {
		many, digit := g.round(n)
		own := g.group(blocks, sums, g.node, n)
		in := c.Scratch((many - 1) * len(own))
		for j := many - 1; j > 0; j-- {
			from, k := g.peer(n, j)
			to, _ := g.peer(n, -j)
			c.PostRecv(g.Host(from), vector(in, len(own), k, digit))
			c.PostSend(g.Host(to), g.group(blocks, sums, to, n))
		}
		c.Exchange()
		combine(op, g.group(blocks, total, g.node, n), own, in, digit, many)
		c.Release(in)
		sums = total
	}
	c.Copy(mine, comm.Block(blocks, sums, c.Label()))
	if g.spare != comm.None {
		c.Send(g.spare, comm.Block(blocks, sums, g.spare))
	}
	return c.Err()
}
