package network

import (
	"cmp"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// ReduceScatterShort combines, on every node, the blocks that all nodes have for it: AllgatherShort backwards.
//
// On return mine[j] = word j of block i of all on node 0 ⊕ ... ⊕ on node p-1, at node i; len(all) = p·m, len(mine) = m. n has p
// nodes. Any radix r >= 2; nodes that do not fill the groups are folded in and out. op must commute.
// log_r p steps of r-1 messages of p·m/r, p·m/r², ... words, two more where nodes are folded: for short messages where the ways between
// far nodes are as wide as between near ones.
//
// butterfly.ReduceScatter in the order of n, in which the blocks are put by copies. Cf. MPI_Reduce_scatter_block.
func ReduceScatterShort[T any](c *comm.Comm[T], n *pack.Network, op comm.Op[T], radix int, all, mine []T) error {
	if err := cmp.Or(check("network: ReduceScatterShort", c, n), comm.CheckReduceScatter("network: ReduceScatterShort", c, op, all, mine),
		comm.CheckRadix("network: ReduceScatterShort", radix)); err != nil {
		return err
	}
	order := n.Order()
	if ascending(order, 0) == len(order) {
		return butterfly.ReduceScatter(c, op, radix, all, mine)
	}
	near, err := comm.Map(c, order)
	if err != nil {
		return err
	}
	ordered := c.Scratch(len(all))
	defer c.Release(ordered)
	m := len(mine)
	for i := 0; i < len(order); {
		end := ascending(order, i)
		c.Copy(ordered[i*m:end*m], all[order[i]*m:])
		i = end
	}
	return butterfly.ReduceScatter(near, op, radix, ordered, mine)
}
