package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallBothWays is Alltoall with every block going the shorter way round: one message to the right and
// one to the left in each step.
//
// Lengths as in Alltoall. Any p.
// floor(p/2) steps, whose messages each way have at most m·floor(p/2), ..., m words:
// T = ts p/2 + tw·m·p(p+2)/8 for even p, on nodes that drive both links at once, under SF; half the tw term
// of one way, for large p a quarter.
//
// "The tw term can be halved", section 4.5.1 (2nd ed.); cf. MPI_Alltoall.
func AlltoallBothWays[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallBothWays", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Rank(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	farRight, farLeft := p/2, (p-1)/2 // the longest ways
	scratch := c.Scratch(2 * (p - 1) * m)
	defer c.Release(scratch)
	toRight, fromLeft := scratch[:farRight*m], scratch[farRight*m:2*farRight*m]
	toLeft, fromRight := scratch[2*farRight*m:][:farLeft*m], scratch[2*farRight*m:][farLeft*m:]
	for distance := 1; distance <= farRight; distance++ {
		copy(toRight[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me+distance, p)))
	}
	for distance := 1; distance <= farLeft; distance++ {
		copy(toLeft[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me-distance, p)))
	}

	for i := 1; i <= farRight; i++ {
		fromLeft, fromRight = fromLeft[:len(toRight)], fromRight[:len(toLeft)]
		if i > farLeft { // even p: only the opposite node is left
			c.SendRecv(right, toRight, left, fromLeft)
		} else {
			c.Round([]comm.Message[T]{{Peer: right, Data: toRight}, {Peer: left, Data: toLeft}},
				[]comm.Message[T]{{Peer: left, Data: fromLeft}, {Peer: right, Data: fromRight}})
			copy(comm.Block(blocks, result, topo.Mod(me+i, p)), fromRight)
			toLeft, fromRight = fromRight[m:], toLeft
		}
		copy(comm.Block(blocks, result, topo.Mod(me-i, p)), fromLeft)
		toRight, fromLeft = fromLeft[m:], toRight
	}
	copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}
