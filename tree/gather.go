package tree

import (
	"cmp"

	"topocoll/comm"
)

// GatherKnomial collects the block of every node at node root over the tree of BcastKnomial. It is the
// reverse of ScatterKnomial. The leader of a group collects the blocks of its subgroups.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of m, rm, ..., p·m/r words: T = (r-1) log_r p·ts + tw·m(p-1) with one
// port, if every pair of nodes is one link apart and p is a power of r.
//
// Cf. MPI_Gather, UCC's knomial. Unlike in UCC, labels are consecutive in every subtree, so blocks need no
// reordering for any root.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Gatherv. At root, `mine` may alias root's block of `all`.
func GatherKnomial[T any](c *comm.Comm[T], root, radix int, mine, all []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(comm.CheckScatter("tree: GatherKnomial", c, root, blocks, all, mine),
		comm.CheckRadix("tree: GatherKnomial", radix)); err != nil {
		return err
	}
	t := newKnomialNode(c, root, radix)
	n, parent := t.ledGroup()
	first, end := t.group(n)
	base := blocks.Start(first)
	defer c.ReleaseTo(c.Mark())
	held := comm.Held(c, root, blocks, first, end, all, mine)
	if own := held[blocks.Start(t.me)-base:]; !comm.Same(own, mine) {
		c.Copy(own, mine)
	}

	for part := 1; part < n; part *= t.radix {
		first, end := t.group(part * t.radix)
		for at := (end - 1) / part * part; at >= first; at -= part {
			if child := t.leader(at, part); child != t.me {
				c.PostRecv(child, held[blocks.Start(at)-base:blocks.Start(min(at+part, end))-base])
			}
		}
		c.Exchange()
	}
	c.Send(parent, held)
	return c.Err()
}

// GatherBine collects the block of every node at node root over the tree of BcastBine. It is the reverse of
// ScatterBine.
//
// On return, block i of root's slice `all` is the slice `mine` of node i. len(mine) = m, len(all) = p·m. On
// the other nodes the slice `all` may be nil. p = 2^d; for any other p, the spare nodes send in one more
// round (see topo.Fold). log p rounds of m, 2m, ..., p·m/2 words: T = ts log p + tw·m(p-1), if every pair of
// nodes is one link apart.
//
// De Sensi et al. 2025; cf. MPI_Gather.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Gatherv. At root, `mine` may alias root's block of `all`.
func GatherBine[T any](c *comm.Comm[T], root int, mine, all []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("tree: GatherBine", c, root, blocks, all, mine); err != nil {
		return err
	}
	t := newBineNode(c, root)
	sends, parent := t.sendRounds()
	defer c.ReleaseTo(c.Mark())
	held := newBineBlocks(c, t, sends, blocks, all, mine)
	if own := held.own(); !comm.Same(own, mine) {
		c.Copy(own, mine)
	}

	if spare := t.spareChild(); spare != comm.None {
		held.receive(spare, spare, 1)
	}
	for round := range sends {
		first, count := t.subtree(t.partnerNode(round), round)
		held.receive(t.partner(round), first, count)
	}
	c.Send(parent, held.words)
	return c.Err()
}
