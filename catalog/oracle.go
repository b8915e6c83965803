package catalog

import (
	"slices"

	"topocoll/comm"
	"topocoll/topo"
)

// Oracle returns the correct output of every node for the operation c with blocks of m words or of the given
// counts. It computes the output sequentially from the inputs of all nodes by the definition of the
// operation. The output of node 0 after an Exscan is undefined, so it is nil.
func Oracle[T any](c Collective, in [][]T, m int, counts *Counts, root, q int, op comm.Op[T]) [][]T {
	p := len(in)
	block := func(x []T, from, to int) []T { return comm.Block(counts.Sent(p, m, from), x, to) }
	out := make([][]T, p)
	for me := range p {
		switch c {
		case Bcast:
			out[me] = in[root]
		case Reduce:
			if me == root {
				out[me] = fold(op, in)
			}
		case Allreduce:
			out[me] = fold(op, in)
		case ReduceScatter:
			out[me] = block(fold(op, in), me, me)
		case Scan:
			out[me] = fold(op, in[:me+1])
		case Exscan:
			if me > 0 {
				out[me] = fold(op, in[:me])
			}
		case Allgather:
			out[me] = slices.Concat(in...)
		case Gather:
			if me == root {
				out[me] = slices.Concat(in...)
			}
		case Scatter:
			out[me] = block(in[root], root, me)
		case Alltoall:
			for from := range p {
				out[me] = append(out[me], block(in[from], from, me)...)
			}
		case Shift:
			out[me] = in[topo.Mod(me-q, p)]
		}
	}
	return out
}

// fold combines the inputs of all nodes in label order.
func fold[T any](op comm.Op[T], in [][]T) []T {
	sum := slices.Clone(in[0])
	for _, x := range in[1:] {
		op.Apply(sum, sum, x)
	}
	return sum
}
