package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Shift sends the x of every node i of a ring embedded in a d-cube to node (i + q) mod p, as a sum of shifts by
// powers of two. Label i is the place on the ring, which is node Gray(i) of the cube. So all messages go to
// neighbours: two nodes 2^k apart on the ring are two links apart on the cube, or one link if k = 0.
//
// On return result is the x of node (i - q) mod p; len(result) = len(x) = m. Any integer q; p = 2^d only,
// ShiftECube takes any p.
// A phase for every 1 in q, of two steps of m words, or of one step for 2^0: T = (ts + tw·m)(2 log p - 1) at most,
// under SF.
//
// Section 3.6.3, figure 3.23 (1st ed.), section 4.6.2 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func Shift[T any](c *comm.Comm[T], q int, x, result []T) error {
	return shift("hcube: Shift", c, topo.Binary(topo.Mod(q, c.Size())), x, result)
}

// ShiftSigned is Shift with q as a sum and difference of as few powers of two as possible.
//
// log p steps of m words at most: T = (ts + tw·m) log p, under SF.
//
// Not in the sources: Shift with the digits of the non-adjacent form (Reitwiesner 1960); cf. MPI_Cart_shift
// and MPI_Sendrecv.
func ShiftSigned[T any](c *comm.Comm[T], q int, x, result []T) error {
	return shift("hcube: ShiftSigned", c, topo.Signed(topo.Mod(q, c.Size())), x, result)
}

// shift performs a phase for every nonzero digit except that of 2^d, a shift by p, which moves nothing.
func shift[T any](proc string, c *comm.Comm[T], digits topo.Digits, x, result []T) error {
	if err := cmp.Or(checkCube(proc, c.Size()), comm.CheckLen(proc, "result", len(result), len(x))); err != nil {
		return err
	}
	p, m := c.Size(), len(x)
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	d := topo.CubeDim(p)
	steps := 0
	for k, digit := range digits[:d] {
		steps += abs(digit) * min(k+1, 2)
	}
	if steps == 0 {
		c.Copy(result, x)
	}
	msg, next := x, result
	if steps%2 == 0 {
		next = scratch // so that the last step ends in result
	}
	for k := d - 1; k >= 0; k-- {
		if digits[k] == 0 {
			continue
		}
		by := digits[k] << k
		for step := range min(k+1, 2) {
			to, from := hop(c.Label(), by, k, step, p)
			c.SendRecv(to, msg, from, next)
			msg = next
			if next = result; comm.Same(msg, result) {
				next = scratch
			}
		}
	}
	return c.Err()
}

// hop returns the neighbours of label me in a step of the phase that moves every message by ±2^k. Step 0 is over
// dimension k-1 of the cube, which every path of such a shift crosses; step 1 is over the other dimension of the path.
func hop(me, by, k, step, p int) (to, from int) {
	if k == 0 {
		return topo.Mod(me+by, p), topo.Mod(me-by, p)
	}
	over := func(label int) int { return topo.GrayInverse(topo.Gray(label) ^ 1<<(k-1)) }
	if step == 0 {
		return over(me), over(me)
	}
	return topo.Mod(over(me)+by, p), over(topo.Mod(me-by, p))
}

func abs(digit int) int { return max(digit, -digit) }
