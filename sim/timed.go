package sim

import "topocoll/comm"

// Timed returns op with a charge of Tr per word of an operand, on the node of port. For a port of another
// machine it returns op unchanged, because the time there is real.
func Timed[T any](p comm.Port[T], op comm.Op[T]) comm.Op[T] {
	node, ok := p.(*process[T])
	if !ok || node.m.config.Tr == 0 {
		return op
	}
	apply := op.Apply
	op.Apply = func(dst, a, b []T) {
		apply(dst, a, b)
		node.work(len(dst))
	}
	return op
}
