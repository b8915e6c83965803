package ring

import (
	"cmp"

	"topocoll/comm"
)

// AllreduceBothWays is Allreduce with the sums and the parts going both ways round at once.
//
// Lengths as in Allreduce. Any p; p need not divide m. op must commute.
// 2 floor(p/2) steps with a part each way: T = 2ts floor(p/2) + tw(m/p)(p-1) on nodes that drive both links
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: ReduceScatterBothWays and AllgatherBothWays after each other; cf. MPI_Allreduce.
func AllreduceBothWays[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("ring: AllreduceBothWays"),
		comm.CheckAllreduce("ring: AllreduceBothWays", op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(x)
	blocks := comm.SplitBlocks(p, m)
	if err := ReduceScattervBothWays(c, op, blocks, x, comm.Block(blocks, result, me)); err != nil {
		return err
	}
	return AllgathervBothWays(c, blocks, result)
}
