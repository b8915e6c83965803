package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Exscan combines on node i the x of the nodes 0 to i-1 (exclusive prefix sums).
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i-1; len(result) = len(x) = m; node 0's result
// is unchanged. Label order is kept. Other p as in Scan.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT alike.
//
// PREFIX_SUMS_HCUBE, Program 3.7 (1st ed.), Algorithm 4.9 (2nd ed.), without this node's own x in the result; cf.
// MPI_Exscan.
func Exscan[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: Exscan", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	msg, number := scratch[:m], scratch[m:]
	c.Copy(msg, x)

	first := true // result has no prefix yet
	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		if partner >= p {
			continue
		}
		c.SendRecv(partner, msg, partner, number)
		inOrder(op, msg, msg, number, me, partner)
		switch {
		case partner > me:
		case first:
			c.Copy(result, number)
			first = false
		default:
			op.Apply(result, number, result)
		}
	}
	return c.Err()
}
