package tree

import (
	"cmp"

	"topocoll/comm"
)

// BcastKnomial sends x from node root to every node over a k-nomial tree: the leader of a group sends to the leaders of the other
// parts of the group, those of the largest group first.
//
// x has the same length on every node; on return it holds root's values. Any p, any radix r >= 2.
// ceil(log_r p) rounds of r-1 messages of m words: T = (ts + tw·m)(r-1) log_r p with one port, where every node is one link away.
// With r = 2 it is a binomial tree, as hcube.Bcast; with r = p all messages are root's.
//
// A binomial tree in base r, for nodes of several ports; cf. MPI_Bcast, Open MPI's and UCC's knomial.
// Differs: labels are consecutive in every subtree, for every root.
func BcastKnomial[T any](c *comm.Comm[T], root, radix int, x []T) error {
	if err := cmp.Or(comm.CheckRoot("tree: BcastKnomial", root, c.Size()),
		comm.CheckRadix("tree: BcastKnomial", radix)); err != nil {
		return err
	}
	t := newKnomial(c, root, radix)
	n, parent := t.place()

	c.Recv(parent, x)
	for ; n > 1; n /= t.radix {
		part := n / t.radix
		for first, end := t.group(n); first < end; first += part {
			if child := t.leader(first, part); child != t.me {
				c.PostSend(child, x)
			}
		}
		c.Exchange()
	}
	return c.Err()
}
