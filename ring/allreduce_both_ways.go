package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AllreduceBothWays is Allreduce with half of every part going each way round at once.
//
// Lengths as in Allreduce. Any p; 2p need not divide m. op must commute.
// 2(p-1) steps with m/2p words each way: T = 2(ts + tw·m/2p)(p-1) on nodes that drive both links at once,
// under SF and CT alike; twice that on nodes with one port.
//
// Not in the book: Allreduce with the remark on both directions of section 4.5.1 (2nd ed.); cf. MPI_Allreduce.
func AllreduceBothWays[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	p, me, m := c.Size(), c.Rank(), len(x)
	if err := comm.CheckLen("ring: AllreduceBothWays", "result", len(result), m); err != nil {
		return err
	}
	if err := op.CheckCommutes("ring: AllreduceBothWays"); err != nil {
		return err
	}
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	halves := comm.SplitBlocks(2*p, m)
	toLeft := func(i int) []T { return comm.Block(halves, result, 2*topo.Mod(i, p)) }
	toRight := func(i int) []T { return comm.Block(halves, result, 2*topo.Mod(i, p)+1) }
	longest := halves.Longest()
	scratch := c.Scratch(2 * longest)
	defer c.Release(scratch)

	copy(result, x)
	for i := 1; i < p; i++ { // the sum of part me+i+1 comes from the right, of me-i-1 from the left
		sumFromRight, sumFromLeft := toLeft(me+i+1), toRight(me-i-1)
		fromRight, fromLeft := scratch[:len(sumFromRight)], scratch[longest:][:len(sumFromLeft)]
		c.Isend(left, toLeft(me+i))
		c.Irecv(right, fromRight)
		c.Isend(right, toRight(me-i))
		c.Irecv(left, fromLeft)
		c.Waitall()
		op.Apply(sumFromRight, fromRight, sumFromRight)
		op.Apply(sumFromLeft, fromLeft, sumFromLeft)
	}
	for i := range p - 1 { // and the finished parts follow
		c.Isend(left, toLeft(me+i))
		c.Irecv(right, toLeft(me+i+1))
		c.Isend(right, toRight(me-i))
		c.Irecv(left, toRight(me-i-1))
		c.Waitall()
	}
	return c.Err()
}
