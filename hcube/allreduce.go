package hcube

import (
	"cmp"

	"topocoll/comm"
)

// Allreduce combines the vectors x of all nodes on every node of a d-cube. Along each dimension, pairs of
// nodes exchange their sums (butterfly).
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Operands are
// combined in label order. p = 2^d; for any other p, the spare nodes are folded in and out, in two more steps
// of m words. log p steps of m words: T = (ts + tw·m) log p, under SF and CT.
//
// Program 3.6 (1st ed.), Algorithm 4.7 (2nd ed.) with the sum instead of the union; cf. MPI_Allreduce.
func Allreduce[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := comm.CheckAllreduce("hcube: Allreduce", op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	cube := foldCube(c)
	if cube.runSpare(x, result) {
		return c.Err()
	}
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	sum, in := x, result // the first sum is received into `result`
	if comm.Same(x, result) {
		in = scratch // result aliases x, which must not be overwritten yet
	}
	if cube.spare != comm.None {
		c.Recv(cube.spare, in)
		op.Apply(result, sum, in)
		sum, in = result, scratch
	}
	for i := range cube.D {
		partner := cube.Host(cube.node ^ 1<<i)
		c.SendRecv(partner, sum, partner, in)
		combineInOrder(op, result, sum, in, me, partner)
		sum, in = result, scratch
	}
	if p == 1 {
		c.Copy(result, x)
	}
	c.Send(cube.spare, result)
	return c.Err()
}

// AllreduceReduceBcast combines the vectors x of all nodes at node 0 and broadcasts the sum.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. Operands are
// combined in label order. p = 2^d; any other p uses an incomplete hypercube, in 2 ceil(log p) steps.
// 2 log p steps of m words: T = 2(ts + tw·m) log p, under SF and CT.
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

// AllreduceRabenseifner combines the vectors x of all nodes on every node. It is an all-to-all reduction of
// the p parts of x, followed by an all-to-all broadcast of the sums.
//
// On return, result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. p need not divide
// m. op must commute. p = 2^d; for any other p see ReduceScatter and Allgather.
// 2 log p steps: T = 2(ts log p + tw(m/p)(p-1)), under SF and CT.
//
// Algorithms 4.8 and 4.7 (2nd ed.) in sequence; cf. MPI_Allreduce.
func AllreduceRabenseifner[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("hcube: AllreduceRabenseifner"),
		comm.CheckAllreduce("hcube: AllreduceRabenseifner", op, x, result)); err != nil {
		return err
	}
	blocks := comm.SplitBlocks(c.Size(), len(x))
	mine := comm.Block(blocks, result, c.Label())
	if err := ReduceScatter(c, op, x, mine, blocks); err != nil {
		return err
	}
	return Allgather(c, mine, result, blocks)
}
