package catalog

import "topocoll/ring"

func ringRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "ring/bcast", Op: Bcast, Source: "fig. 3.2 (1st ed.), both ways round", Accepts: AnyP}, bcast(ring.Bcast[T])},
		{Info{ID: "ring/bcast-doubling", Op: Bcast, Source: "fig. 3.6 (1st ed.), fig. 4.2 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, bcast(ring.BcastDoubling[T])},
		{Info{ID: "ring/bcast-naive", Op: Bcast, Source: "sec. 4.1.1 (2nd ed.), baseline", Accepts: AnyP}, bcast(ring.BcastNaive[T])},
		{Info{ID: "ring/bcast-pipelined", Op: Bcast, Source: "mention after fig. 3.10 (1st ed.)", Accepts: AnyP}, segmentedBcast(ring.BcastPipelined[T])},
		{Info{ID: "ring/bcast-scatter", Op: Bcast, Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)", Accepts: AnyP}, bcast(ring.BcastScatter[T])},

		{Info{ID: "ring/reduce", Op: Reduce, Source: "fig. 3.2 reversed (1st ed.)", Accepts: AnyP}, reduce(ring.Reduce[T])},
		{Info{ID: "ring/reduce-doubling", Op: Reduce, Source: "fig. 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, reduce(ring.ReduceDoubling[T])},
		{Info{ID: "ring/reduce-pipelined", Op: Reduce, Source: "the pipelined broadcast reversed", Accepts: AnyP}, segmentedReduce(ring.ReducePipelined[T])},
		{Info{ID: "ring/reduce-gather", Op: Reduce, Source: "sec. 4.7 (2nd ed.)", Accepts: AnyP, Commutative: true}, reduce(ring.ReduceGather[T])},

		{Info{ID: "ring/allgather", Op: Allgather, Source: "algorithm 4.4 (2nd ed.)", Accepts: AnyP}, exchange(ring.Allgather[T])},
		{Info{ID: "ring/allgather-bothways", Op: Allgather, Source: "not in the book: ring/allgather, both ways round", Accepts: AnyP}, exchange(ring.AllgatherBothWays[T])},
		{Info{ID: "ring/allgather-naive", Op: Allgather, Source: "sec. 4.2 (2nd ed.), baseline", Accepts: AnyP}, exchange(ring.AllgatherNaive[T])},

		{Info{ID: "ring/reducescatter", Op: ReduceScatter, Source: "algorithm 4.5 (2nd ed.)", Accepts: AnyP, Commutative: true}, combine(ring.ReduceScatter[T])},
		{Info{ID: "ring/reducescatter-bothways", Op: ReduceScatter, Source: "not in the book: ring/reducescatter, both ways round", Accepts: AnyP, Commutative: true}, combine(ring.ReduceScatterBothWays[T])},

		{Info{ID: "ring/allreduce", Op: Allreduce, Source: "algorithms 4.5 and 4.4 (2nd ed.)", Accepts: AnyP, Commutative: true}, combine(ring.Allreduce[T])},
		{Info{ID: "ring/allreduce-bothways", Op: Allreduce, Source: "not in the book: ring/allreduce, both ways round", Accepts: AnyP, Commutative: true}, combine(ring.AllreduceBothWays[T])},
		{Info{ID: "ring/allreduce-reduce-bcast", Op: Allreduce, Source: "sec. 4.3 (2nd ed.)", Accepts: AnyP}, combine(ring.AllreduceReduceBcast[T])},

		{Info{ID: "ring/scan", Op: Scan, Source: "not in the book: pipelined chain", Accepts: AnyP}, segmentedCombine(ring.Scan[T])},
		{Info{ID: "ring/exscan", Op: Exscan, Source: "not in the book: pipelined chain", Accepts: AnyP}, segmentedCombine(ring.Exscan[T])},

		{Info{ID: "ring/scatter", Op: Scatter, Source: "sec. 3.4, table 3.1 (1st ed.)", Accepts: AnyP}, rooted(ring.Scatter[T])},
		{Info{ID: "ring/gather", Op: Gather, Source: "sec. 3.4, fig. 3.15 (1st ed.)", Accepts: AnyP}, rooted(ring.Gather[T])},

		{Info{ID: "ring/alltoall", Op: Alltoall, Source: "fig. 3.18 (1st ed.)", Accepts: AnyP}, exchange(ring.Alltoall[T])},
		{Info{ID: "ring/alltoall-bothways", Op: Alltoall, Source: "sec. 4.5.1 (2nd ed.), remark", Accepts: AnyP}, exchange(ring.AlltoallBothWays[T])},
		{Info{ID: "ring/alltoall-naive", Op: Alltoall, Source: "all messages at once, baseline", Accepts: AnyP}, exchange(ring.AlltoallNaive[T])},
		{Info{ID: "ring/alltoall-pairwise", Op: Alltoall, Source: "algorithm 4.10 (2nd ed.), mod p for XOR", Accepts: AnyP}, exchange(ring.AlltoallPairwise[T])},

		{Info{ID: "ring/shift", Op: Shift, Source: "sec. 3.6.1 (1st ed.), sec. 4.6 (2nd ed.)", Accepts: AnyP}, shift(ring.Shift[T])},
	}
}
