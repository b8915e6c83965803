package cost

import "math/bits"

// Formulas for the circular q-shift, 0 <= q < p.

// RingShift returns the time of a shift on a ring in the shorter direction: T = (ts + tw·m) min(q, p-q). See
// row 48 of docs/reference/textbook.md.
func RingShift(a Params) float64 { return a.neighbourTime() * float64(min(a.Q, a.P-a.Q)) }

// MeshShift returns the time of a shift on an R x C mesh in three phases, each in the shorter direction. The
// first phase shifts every row by q mod C. The second shifts by 1 the columns whose messages have wrapped
// around. The third shifts all columns by floor(q/C). Alternatively, the last two phases shift by -1 the
// columns whose messages did not wrap around, and all columns by floor(q/C) + 1. The alternative with fewer
// steps is used. T = ts + tw·m for each step. See row 49 of docs/reference/textbook.md.
func MeshShift(a Params) float64 {
	rows, columns := a.Mesh[0], a.Mesh[1]
	r, q := a.Q%columns, a.Q/columns
	if r == 0 {
		return a.neighbourTime() * float64(min(q, rows-q))
	}
	compensate := min(1, rows-1) // a mesh of one row needs no second phase
	down := min(q, rows-q, (q+1)%rows, rows-(q+1)%rows)
	return a.neighbourTime() * float64(min(r, columns-r)+compensate+down)
}

// HcubeShiftGray returns the time of a shift by q on a Gray-coded ring. There is one phase for each 1 bit of
// q. The phase of bit 0 has one step, and every other phase has two: T = (ts + tw·m)(2·ones(q) - (q mod 2))
// under store-and-forward routing. See row 50 of docs/reference/textbook.md. Nodes at distance 2^i on the
// ring are two links apart on the hypercube, but source F2 (docs/reference/sources.md) says 2^i links.
func HcubeShiftGray(a Params) float64 {
	return a.neighbourTime() * float64(2*bits.OnesCount(uint(a.Q))-a.Q%2)
}

// HcubeShiftECube returns the time of a direct shift on a hypercube: T = ts + tw·m + th(log p - gamma(q))
// under CT, where 2^gamma is the largest power of two that divides q. See row 51 of
// docs/reference/textbook.md. Source F4 omits the th term.
func HcubeShiftECube(a Params) float64 {
	if a.Q == 0 {
		return 0
	}
	return a.messageTime(float64(a.M), a.logP()-float64(bits.TrailingZeros(uint(a.Q))))
}

// HcubeShiftSigned returns the time of HcubeShiftGray with q in non-adjacent form (digits 1 and -1), so that
// shifts go forwards and backwards. See row 52 of docs/reference/textbook.md. The algorithm is not in the
// book.
func HcubeShiftSigned(a Params) float64 {
	steps := 0
	for q, bit := a.Q, 1; q != 0 && bit < a.P; q, bit = q/2, 2*bit {
		if q%2 == 0 {
			continue
		}
		q -= 2 - q%4 // subtract the digit: 1 if q mod 4 is 1, otherwise -1
		steps += min(bit, 2)
	}
	return a.neighbourTime() * float64(steps)
}
