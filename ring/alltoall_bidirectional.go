package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// AlltoallBidirectional is Alltoall with every block taking the shorter way: one message to the right and one to
// the left in each step.
//
// Lengths as in Alltoall. Any p.
// floor(p/2) steps, whose messages in each direction have at most m·floor(p/2), ..., m words:
// T = ts p/2 + tw·m·p(p+2)/8 for even p, on nodes that drive both links at once, under SF. From p = 4 on, the tw
// term is at most half that of Alltoall; for large p it is a quarter.
//
// "The tw term can be halved", section 4.5.1 (2nd ed.); cf. MPI_Alltoall.
func AlltoallBidirectional[T any](c *comm.Comm[T], all, result []T) error {
	if err := comm.CheckAlltoall("ring: AlltoallBidirectional", c, all, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(all)/c.Size()
	blocks := comm.EqualBlocks(p, m)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	farRight, farLeft := p/2, (p-1)/2 // the greatest distances
	scratch := c.Scratch(2 * (p - 1) * m)
	defer c.Release(scratch)
	toRight, fromLeft := scratch[:farRight*m], scratch[farRight*m:2*farRight*m]
	toLeft, fromRight := scratch[2*farRight*m:][:farLeft*m], scratch[2*farRight*m:][farLeft*m:]
	for distance := 1; distance <= farRight; distance++ {
		c.Copy(toRight[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me+distance, p)))
	}
	for distance := 1; distance <= farLeft; distance++ {
		c.Copy(toLeft[(distance-1)*m:], comm.Block(blocks, all, topo.Mod(me-distance, p)))
	}

	for i := 1; i <= farRight; i++ {
		fromLeft, fromRight = fromLeft[:len(toRight)], fromRight[:len(toLeft)]
		if i > farLeft { // even p: only the block of the opposite node remains
			c.SendRecv(right, toRight, left, fromLeft)
		} else {
			c.PostRecv(left, fromLeft)
			c.PostRecv(right, fromRight)
			c.PostSend(right, toRight)
			c.PostSend(left, toLeft)
			c.Exchange()
			c.Copy(comm.Block(blocks, result, topo.Mod(me+i, p)), fromRight)
			toLeft, fromRight = fromRight[m:], toLeft
		}
		c.Copy(comm.Block(blocks, result, topo.Mod(me-i, p)), fromLeft)
		toRight, fromLeft = fromLeft[m:], toRight
	}
	c.Copy(comm.Block(blocks, result, me), comm.Block(blocks, all, me))
	return c.Err()
}
