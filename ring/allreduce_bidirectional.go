package ring

import (
	"cmp"

	"topocoll/comm"
)

// AllreduceBidirectional is Allreduce with the parts and the sums sent in both directions at once.
//
// Lengths as in Allreduce. Any p; p need not divide m. op must commute.
// 2 floor(p/2) steps with a part in each direction: T = 2ts floor(p/2) + tw(m/p)(p-1) on nodes that drive both links
// at once, and twice that on nodes with one port, under SF and CT alike.
//
// Not in the book: ReduceScatterBidirectional and AllgatherBidirectional in sequence; cf. MPI_Allreduce.
func AllreduceBidirectional[T any](c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	if err := cmp.Or(op.CheckCommutes("ring: AllreduceBidirectional"),
		comm.CheckAllreduce("ring: AllreduceBidirectional", op, x, result)); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	blocks := comm.SplitBlocks(p, m)
	if err := ReduceScattervBidirectional(c, op, blocks, x, comm.Block(blocks, result, me)); err != nil {
		return err
	}
	return AllgathervBidirectional(c, blocks, result)
}
