package hcube

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Scan combines the vectors x of the nodes 0 to i on node i (prefix sums).
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i; len(result) = len(x) = m. Operands are
// combined in label order. p = 2^d; any other p uses an incomplete hypercube, in ceil(log p) steps. If a
// partner is missing, a sum stays incomplete. No result is affected, because only prefixes of labels above
// p-1 would contain that sum.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT.
//
// PREFIX_SUMS_HCUBE, Program 3.7 (1st ed.), Algorithm 4.9 (2nd ed.); cf. MPI_Scan. Unlike in the book, a sum
// received from a lower label is the left operand.
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
		combineInOrder(op, msg, msg, number, me, partner)
		if partner < me {
			op.Apply(result, number, result)
		}
	}
	return c.Err()
}

// Exscan combines the vectors x of the nodes 0 to i-1 on node i (exclusive prefix sums).
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node i-1; len(result) = len(x) = m; node 0's result
// is unchanged. Operands are combined in label order. p = 2^d; for any other p see Scan.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT.
//
// PREFIX_SUMS_HCUBE, Program 3.7 (1st ed.), Algorithm 4.9 (2nd ed.), without this node's own vector in the
// result; cf. MPI_Exscan.
func Exscan[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: Exscan", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	scratch := c.Scratch(2 * m)
	defer c.Release(scratch)
	msg, number := scratch[:m], scratch[m:]
	c.Copy(msg, x)

	first := true // no prefix has been stored in result yet
	for i := range topo.CubeDim(p) {
		partner := me ^ 1<<i
		if partner >= p {
			continue
		}
		c.SendRecv(partner, msg, partner, number)
		combineInOrder(op, msg, msg, number, me, partner)
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
