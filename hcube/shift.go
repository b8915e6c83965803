package hcube

import (
	"cmp"

	"topocoll/comm"
	"topocoll/topo"
)

// Shift sends the vector x of every node i of a ring embedded in a d-cube to node (i + q) mod p, as a
// sequence of shifts by powers of two. Position i of the ring is node Gray(i) of the cube, and labels are
// positions on the ring. Nodes at distance 2^k on the ring are two links apart on the cube, or one link if k
// = 0. A shift by 2^k therefore takes at most two steps between neighbours.
//
// On return, result is the vector x of node (i - q) mod p; len(result) = len(x) = m. Any integer q. p = 2^d
// only; ShiftECube takes any p.
// Each 1 among the binary digits of q takes a phase of two steps of m words, or of one step for 2^0:
// T is at most (ts + tw·m)(2 log p - 1), under SF.
//
// Section 3.6.3, figure 3.23 (1st ed.), section 4.6.2 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func Shift[T any](c *comm.Comm[T], q int, x, result []T) error {
	return shift("hcube: Shift", c, topo.Binary(topo.Mod(q, c.Size())), x, result)
}

// ShiftSigned is like Shift, but writes q as a sum of powers of two and their negatives, with as few terms as
// possible.
//
// At most log p steps of m words: T = (ts + tw·m) log p, under SF.
//
// The texts F0 to F4 of docs/reference/sources.md do not contain this procedure. It is Shift with the digits
// of q in non-adjacent form (Reitwiesner 1960). Cf. MPI_Cart_shift and MPI_Sendrecv.
func ShiftSigned[T any](c *comm.Comm[T], q int, x, result []T) error {
	return shift("hcube: ShiftSigned", c, topo.Signed(topo.Mod(q, c.Size())), x, result)
}

// shift performs a phase for every nonzero digit below the digit of 2^d. A shift by p = 2^d moves nothing.
func shift[T any](proc string, c *comm.Comm[T], digits topo.Digits, x, result []T) error {
	if err := cmp.Or(checkCube(proc, c.Size()),
		comm.CheckLen(proc, "result", len(result), len(x))); err != nil {
		return err
	}
	p, m := c.Size(), len(x)
	scratch := c.Scratch(m)
	defer c.Release(scratch)

	d := topo.CubeDim(p)
	steps := 0
	for k, digit := range digits[:d] {
		if digit != 0 {
			steps += min(k+1, 2)
		}
	}
	if steps == 0 {
		c.Copy(result, x)
	}
	msg, next := x, result
	if steps%2 == 0 {
		next = scratch // so that the last step writes to `result`
	}
	for k := d - 1; k >= 0; k-- {
		if digits[k] == 0 {
			continue
		}
		by := digits[k] << k
		for step := range min(k+1, 2) {
			to, from := shiftPartners(c.Label(), by, k, step, p)
			c.SendRecv(to, msg, from, next)
			msg = next
			if next = result; comm.Same(msg, result) {
				next = scratch
			}
		}
	}
	return c.Err()
}

// shiftPartners returns the neighbours of label `me` in a step of a shift by ±2^k. Step 0 is along dimension
// k-1 of the cube, which all paths of the shift cross. Step 1 is along the other dimension of the path.
func shiftPartners(me, by, k, step, p int) (to, from int) {
	if k == 0 {
		return topo.Mod(me+by, p), topo.Mod(me-by, p)
	}
	neighbour := func(label int) int { return topo.GrayInverse(topo.Gray(label) ^ 1<<(k-1)) }
	if step == 0 {
		return neighbour(me), neighbour(me)
	}
	return topo.Mod(neighbour(me)+by, p), neighbour(topo.Mod(me-by, p))
}

// ShiftECube sends the vector x of every node i to node (i + q) mod p directly. With binary labels and E-cube
// routing, no link of a d-cube carries two messages in the same direction.
//
// On return, result is the vector x of node (i - q) mod p; len(result) = len(x) = m. Any p, any integer q.
// One step of m words over at most log p - gamma(q) links, where gamma(q) is the largest j such that 2^j
// divides q: T = ts + tw·m + th(log p - gamma(q)) under CT, for p = 2^d.
//
// Figure 3.24 (1st ed.), section 4.6.2 (2nd ed.); cf. MPI_Cart_shift and MPI_Sendrecv.
func ShiftECube[T any](c *comm.Comm[T], q int, x, result []T) error {
	if err := comm.CheckLen("hcube: ShiftECube", "result", len(result), len(x)); err != nil {
		return err
	}
	p, me := c.Size(), c.Label()
	if topo.Mod(q, p) == 0 {
		c.Copy(result, x)
		return c.Err()
	}
	c.SendRecv(topo.Mod(me+q, p), x, topo.Mod(me-q, p), result)
	return c.Err()
}
