package network

import (
	"cmp"

	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/topo/pack"
)

// AllgatherShort collects the block of every node on every node: in each step groups that are near each other exchange what they have.
//
// On return result holds node i's mine as its i-th block; len(mine) = m, len(result) = p·m. n has p nodes. Any radix r >= 2; nodes that
// do not fill the groups are folded in and out.
// log_r p steps of r-1 messages of m, rm, r²m, ... words, two more where nodes are folded: for short messages where the ways between
// far nodes are as wide as between near ones, as in a fat tree.
//
// butterfly.Allgather in the order of n, from which the blocks are put in the order of labels by copies. Cf. MPI_Allgather.
func AllgatherShort[T any](c *comm.Comm[T], n *pack.Network, radix int, mine, result []T) error {
	if err := cmp.Or(check("network: AllgatherShort", c, n), comm.CheckAllgather("network: AllgatherShort", c, mine, result),
		comm.CheckRadix("network: AllgatherShort", radix)); err != nil {
		return err
	}
	order := n.Order()
	if ascending(order, 0) == len(order) {
		return butterfly.Allgather(c, radix, mine, result)
	}
	near, err := comm.Map(c, order)
	if err != nil {
		return err
	}
	held := c.Scratch(len(result))
	defer c.Release(held)
	if err := butterfly.Allgather(near, radix, mine, held); err != nil {
		return err
	}
	m := len(mine)
	for i := 0; i < len(order); {
		end := ascending(order, i)
		c.Copy(result[order[i]*m:], held[i*m:end*m])
		i = end
	}
	return c.Err()
}

// ascending returns the place in an order after the labels that follow each other from place i on.
func ascending(order []int, i int) int {
	for i++; i < len(order) && order[i] == order[i-1]+1; i++ {
	}
	return i
}
