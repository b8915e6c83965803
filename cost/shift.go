package cost

import "math/bits"

// Formulas for the circular q-shift, 0 <= q < p.

// RingShift takes the shorter way, (ts + tw·m) min(q, p-q). Row 48.
func RingShift(a Params) float64 { return a.step() * float64(min(a.Q, a.P-a.Q)) }

// MeshShift takes (ts + tw·m) times the steps of the shift on R x C nodes, each part the shorter way: rows by
// q mod C, the columns that wrapped by 1, columns by floor(q/C). Or, if it takes fewer steps, the columns by
// floor(q/C) + 1 and the columns that did not wrap by -1. Row 49.
func MeshShift(a Params) float64 {
	rows, columns := a.Mesh[0], a.Mesh[1]
	r, q := a.Q%columns, a.Q/columns
	if r == 0 {
		return a.step() * float64(min(q, rows-q))
	}
	compensate := min(1, rows-1) // with one row there is no compensation
	down := min(q, rows-q, (q+1)%rows, rows-(q+1)%rows)
	return a.step() * float64(min(r, columns-r)+compensate+down)
}

// HcubeShiftGray shifts on a Gray-coded ring in a phase for each 1 in q, of two steps, or one for 2^0: (ts +
// tw·m)(2·ones(q) - (q mod 2)), SF. Row 50. F2 has 2^i links between nodes that are 2^i apart on the ring;
// two is correct.
func HcubeShiftGray(a Params) float64 {
	return a.step() * float64(2*bits.OnesCount(uint(a.Q))-a.Q%2)
}

// HcubeShiftECube takes ts + tw·m + th(log p - gamma(q)), where 2^gamma is the largest power of two that
// divides q; CT. Row 51; F4 omits th.
func HcubeShiftECube(a Params) float64 {
	if a.Q == 0 {
		return 0
	}
	return a.messageTime(float64(a.M), a.logP()-float64(bits.TrailingZeros(uint(a.Q))))
}

// HcubeShiftSigned is HcubeShiftGray with q in non-adjacent form (digits 1 and -1), so shifts go forwards and
// backwards. Row 52, which is not in the sources.
func HcubeShiftSigned(a Params) float64 {
	steps := 0
	for q, bit := a.Q, 1; q != 0 && bit < a.P; q, bit = q/2, 2*bit {
		if q%2 == 0 {
			continue
		}
		q -= 2 - q%4 // the digit: 1 if q mod 4 is 1, otherwise -1
		steps += min(bit, 2)
	}
	return a.step() * float64(steps)
}
