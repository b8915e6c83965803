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
