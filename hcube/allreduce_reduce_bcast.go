package hcube

import "topocoll/comm"

// AllreduceReduceBcast combines the x of every node at node 0 and broadcasts the sum.
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Label order is
// kept. p = 2^d; any other p uses an incomplete hypercube, in 2 ceil(log p) steps.
// 2 log p steps of m words: T = 2(ts + tw·m) log p, under SF and CT alike.
//
// "All-to-one reduction followed by one-to-all broadcast", section 4.3 (2nd ed.); cf. MPI_Allreduce.
func AllreduceReduceBcast[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: AllreduceReduceBcast", op, x, result); err != nil {
		return err
	}
	if err := Reduce(c, 0, op, x, result); err != nil {
		return err
	}
	return Bcast(c, 0, result)
}
