package sim

import "topocoll/comm"

// Timed returns op with a charge of Tr per word of an operand, on the node of port. For a port of any other machine
// it returns op unchanged: time on that machine is real.
func Timed[T any](p comm.Port[T], op comm.Op[T]) comm.Op[T] {
	w, ok := p.(*port[T])
	if !ok || w.m.config.Tr == 0 {
		return op
	}
	apply := op.Apply
	op.Apply = func(dst, a, b []T) {
		apply(dst, a, b)
		w.work(w.m.config.Tr * float64(len(dst)))
	}
	return op
}

// Copied charges the node of port Tc per word for words copied within its memory, such as in the regrouping of
// an all-to-all on a mesh. On any other machine it does nothing.
func Copied[T any](p comm.Port[T], words int) {
	if w, ok := p.(*port[T]); ok {
		w.work(w.m.config.Tc * float64(words))
	}
}

// work keeps a node busy for the given time.
func (w *port[T]) work(time float64) { w.m.nodes[w.rank].now.time += time }
