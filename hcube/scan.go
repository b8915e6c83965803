package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Scan combines on node i the x of the nodes 0 to i (prefix sums).
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i; len(result) = len(x) = m. Label order is kept.
// p = 2^d; any other p uses an incomplete hypercube, in ceil(log p) steps. A sum that lacks the part of a missing
// partner is never part of a prefix, because no node has a label above it.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT alike.
//
// PREFIX_SUMS_HCUBE, Program 3.7 (1st ed.), Algorithm 4.9 (2nd ed.); cf. MPI_Scan. Differs: a sum received from a
// lower label is the left operand.
func Scan[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: Scan", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	msg, number := scratch[:m], scratch[m:]
	c.Copy(msg, x)
	c.Copy(result, x)

	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		if partner >= p {
			continue
		}
		c.SendRecv(partner, msg, partner, number)
		inOrder(op, msg, msg, number, me, partner)
		if partner < me {
			op.Apply(result, number, result)
		}
	}
	return c.Err()
}
