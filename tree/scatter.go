package tree

import (
	"cmp"

	"topocoll/comm"
)

// ScatterKnomial sends a distinct block from node root to every node over the tree of BcastKnomial; each
// message contains the blocks of the group that its receiver leads.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of p·m/r, p·m/r², ..., m words: T = (r-1) log_r p·ts + tw·m(p-1) with
// one port, if every pair of nodes is one link apart and p is a power of r.
//
// Cf. MPI_Scatter, UCC's knomial. Unlike in UCC, labels are consecutive in every subtree, so blocks need no
// reordering for any root.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Scatterv.
func ScatterKnomial[T any](c *comm.Comm[T], root, radix int, all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := cmp.Or(comm.CheckScatter("tree: ScatterKnomial", c, root, blocks, all, mine),
		comm.CheckRadix("tree: ScatterKnomial", radix)); err != nil {
		return err
	}
	t := newKnomialNode(c, root, radix)
	n, parent := t.ledGroup()
	first, end := t.group(n)
	base := blocks.Start(first)
	defer c.ReleaseTo(c.Mark())
	held := comm.Held(c, root, blocks, first, end, all, mine)

	c.Recv(parent, held)
	for ; n > 1; n /= t.radix {
		part := n / t.radix
		for first, end := t.group(n); first < end; first += part {
			if child := t.leader(first, part); child != t.me {
				c.PostSend(child, held[blocks.Start(first)-base:blocks.Start(min(first+part, end))-base])
			}
		}
		c.Exchange()
	}
	if own := held[blocks.Start(t.me)-base:]; !comm.Same(own, mine) {
		c.Copy(mine, own)
	}
	return c.Err()
}

// ScatterBine sends a distinct block from node root to every node over the tree of BcastBine. Each message
// contains the blocks of the receiver's subtree.
//
// On return, the slice `mine` of node i is block i of root's slice `all`. len(all) = p·m, len(mine) = m. On
// the other nodes the slice `all` may be nil. p = 2^d; for any other p, the spare nodes receive in one more
// round (see topo.Fold). log p rounds of p·m/2, p·m/4, ..., m words: T = ts log p + tw·m(p-1), if every pair
// of nodes is one link apart.
//
// De Sensi et al. 2025; cf. MPI_Scatter. In the ring of labels, the labels of every subtree are consecutive,
// so only root copies blocks: those of one message, if its labels pass p-1.
//
// If the blocks have different lengths, pass them as `counts`; `mine` then has the length of this node's
// block; cf. MPI_Scatterv.
func ScatterBine[T any](c *comm.Comm[T], root int, all, mine []T, counts ...comm.Blocks) error {
	blocks := comm.BlocksOf(c, len(mine), counts)
	if err := comm.CheckScatter("tree: ScatterBine", c, root, blocks, all, mine); err != nil {
		return err
	}
	t := newBineNode(c, root)
	sends, parent := t.sendRounds()
	defer c.ReleaseTo(c.Mark())
	held := newBineBlocks(c, t, sends, blocks, all, mine)

	c.Recv(parent, held.words)
	for round := sends - 1; round >= 0; round-- {
		first, count := t.subtree(t.partnerNode(round), round)
		held.send(t.partner(round), first, count)
	}
	if spare := t.spareChild(); spare != comm.None {
		held.send(spare, spare, 1)
	}
	if own := held.own(); !comm.Same(own, mine) {
		c.Copy(mine, own)
	}
	return c.Err()
}
