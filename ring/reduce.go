package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// Reduce combines the x of every node at node root; sums reach it from both directions of the ring.
//
// On return root's result[j] = x[j] of node 0 ⊕ ... ⊕ x[j] of node p-1; len(result) = len(x) = m. The
// other nodes' result may be nil. Any p; label order is kept for every root.
// ceil(p/2) steps of m words: T = (ts + tw·m) ceil(p/2) under SF. An op that does not commute takes
// max(root, p-1-root) steps, and one more if root is neither 0 nor p-1: the two arms then meet between the
// nodes p-1 and 0.
//
// The reverse of Bcast, section 3.1 (1st ed.); cf. MPI_Reduce.
func Reduce[T any](c *comm.Comm[T], root int, op comm.Op[T], x, result []T) error {
	if err := comm.CheckReduce("ring: Reduce", c, root, op, x, result); err != nil {
		return err
	}
	p, me, m := c.Size(), c.Label(), len(x)
	left, right := topo.Mod(me-1, p), topo.Mod(me+1, p)
	arm := p / 2 // nodes to the right of root; the other p-1-arm are to its left
	if !op.Commutative {
		arm = p - 1 - root
	}
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	switch distance := topo.Mod(me-root, p); {
	case distance == 0:
		sum, in := x, result // the first sum is received in place,
		if comm.Same(x, result) {
			in = scratch // unless result is x
		}
		if arm < p-1 {
			c.Recv(left, in)
			op.Apply(result, in, sum)
			sum, in = result, scratch
		}
		if arm > 0 {
			c.Recv(right, in)
			op.Apply(result, sum, in)
		}
		if p == 1 {
			c.Copy(result, x)
		}
	case distance == arm || distance == arm+1: // the far end of an arm
		c.Send(toward(distance, arm, left, right), x)
	case distance < arm:
		c.Recv(right, scratch)
		op.Apply(scratch, x, scratch)
		c.Send(left, scratch)
	default:
		c.Recv(left, scratch)
		op.Apply(scratch, scratch, x)
		c.Send(right, scratch)
	}
	return c.Err()
}

// toward returns the neighbour that is nearer to the root.
func toward(distance, arm, left, right int) int {
	if distance <= arm {
		return left
	}
	return right
}
