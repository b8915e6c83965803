package sim

import "topocoll/comm"

// Timed is op at Tr per word of its operands on the node of port. Any other machine's port leaves op as
// it is: its time is real.
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

// Copied charges Tc per word for words that the node of port copies within its memory, such as the
// regrouping in an all-to-all on a mesh. On any other machine it does nothing.
func Copied[T any](p comm.Port[T], words int) {
	if w, ok := p.(*port[T]); ok {
		w.work(w.m.config.Tc * float64(words))
	}
}

// work keeps a node busy for a time.
func (w *port[T]) work(time float64) { w.m.nodes[w.rank].now.time += time }
