package sim

import "topocoll/comm"

// Timed returns op with an added cost: each use keeps the node of p busy for Tr per word of an operand. If p
// is not a port of the simulator, Timed returns op unchanged, because op then takes real time.
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
