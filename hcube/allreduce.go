package hcube

import "topocoll/comm"

// Allreduce combines the x of every node on every node of a d-cube: along each dimension, pairs exchange
// their sums (butterfly).
//
// On return result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Label order is
// kept. p = 2^d; for any other p the spare nodes are folded in and out: two more steps of m words.
// log p steps of m words: T = (ts + tw·m) log p, under SF and CT alike.
//
// Program 3.6 (1st ed.), Algorithm 4.7 (2nd ed.) with the sum in place of the union; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: Allreduce", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	cube := fold(c)
	if cube.runSpare(x, result) {
		return c.Err()
	}
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	sum, in := x, result // the first sum is received where the result goes,
	if comm.Same(x, result) {
		in = scratch // unless result is x
	}
	if cube.spare != comm.None {
		c.Recv(cube.spare, in)
		op.Apply(result, sum, in)
		sum, in = result, scratch
	}
	for i := range cube.D {
		partner := cube.Host(cube.node ^ 1<<i)
		c.SendRecv(partner, sum, partner, in)
		inOrder(op, result, sum, in, me, partner)
		sum, in = result, scratch
	}
	if p == 1 {
		c.Copy(result, x)
	}
	c.Send(cube.spare, result)
	return c.Err()
}
