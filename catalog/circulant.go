package catalog

import (
	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

func circulantRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	more := func(p int) int { return topo.CubeDim(p) - 1 }
	blocks := model(Crossbar, "(ts + tw·m/K)(K - 1 + log p)", cost.CirculantBcast).pipelined(more, twoParts)
	return table[T]{
		Bcast: {
			{Info{ID: "circulant/bcast", Source: "pipelined blocks on a circulant graph (Träff 2024)",
				Accepts: AnyP, models: []Model{blocks}},
				func(c C, a A) error { return circulant.Bcast(c, a.Root, a.Segment, a.Out) }},
		},
		Reduce: {
			{Info{ID: "circulant/reduce", Source: "pipelined blocks on a circulant graph (Träff 2024)",
				Accepts: AnyP, Commutative: true, models: []Model{blocks}},
				func(c C, a A) error { return circulant.Reduce(c, a.Root, a.Segment, a.Op, a.In, a.Out) }},
		},
		ReduceScatter: {
			{Info{ID: "circulant/reducescatter", Source: "Träff 2025, halving for any p",
				Accepts: AnyP, Vector: true,
				Commutative: true, models: []Model{
					model(Crossbar, "ts log p + tw·m(p-1)", cost.HcubeAllgather)}},
				func(c C, a A) error { return circulant.ReduceScatter(c, a.Op, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "circulant/reducescatter-pairwise", Source: "pairwise exchange", Accepts: AnyP, Vector: true,
				models: []Model{
					model(Crossbar, "(ts + tw·m)(p-1)", cost.LinearBcast)}},
				func(c C, a A) error {
					return circulant.ReduceScatterPairwise(c, a.Op, a.In, a.Out, a.counts(c)...)
				}},
		},
		Allreduce: {
			{Info{ID: "circulant/allreduce", Source: "Träff 2025, Rabenseifner's algorithm for any p",
				Accepts: AnyP, Commutative: true, models: []Model{
					model(Crossbar, "2(ts log p + tw(m/p)(p-1))",
						cost.HcubeBcastScatterAllgather).splitInto(pParts)}},
				func(c C, a A) error { return circulant.Allreduce(c, a.Op, a.In, a.Out) }},
		},
		Allgather: {
			{Info{ID: "circulant/allgather", Source: "Träff 2025, doubling for any p", Accepts: AnyP, Vector: true,
				models: []Model{
					model(Crossbar, "ts log p + tw·m(p-1)", cost.HcubeAllgather)}},
				func(c C, a A) error { return circulant.Allgather(c, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "circulant/allgather-bruck", Source: "Bruck et al. 1997",
				Accepts: AnyP, Vector: true, Radix: 2,
				models: []Model{
					model(Crossbar, "(r-1) log_r p·ts + tw·m(p-1)", cost.BruckAllgather)}},
				func(c C, a A) error { return circulant.AllgatherBruck(c, a.Radix, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "circulant/allgather-neighbour", Source: "neighbour exchange, Chen et al. 2005",
				Accepts: EvenOnly, Vector: true, models: []Model{
					model(Ring, "ts·p/2 + tw·m(p-1)", cost.NeighbourAllgather)}},
				func(c C, a A) error { return circulant.AllgatherNeighbour(c, a.In, a.Out, a.counts(c)...) }},
		},
		Exscan: {
			{Info{ID: "circulant/exscan", Source: "Träff 2025, 2026, few applications of the operator",
				Accepts: AnyP, models: []Model{
					model(Crossbar, "(ts + tw·m) log p", cost.HcubeBcast)}},
				func(c C, a A) error { return circulant.Exscan(c, a.Op, a.In, a.Out) }},
		},
		Alltoall: {
			{Info{ID: "circulant/alltoall-bruck", Source: "Bruck et al. 1997",
				Accepts: AnyP, Vector: true, Radix: 2,
				models: []Model{
					model(Crossbar, "(r-1) log_r p (ts + tw·m·p/r)", cost.BruckAlltoall)}},
				func(c C, a A) error {
					if a.Counts != nil {
						return circulant.AlltoallvBruck(c, a.Radix, a.Counts.All(), a.In, a.Out)
					}
					return circulant.AlltoallBruck(c, a.Radix, a.In, a.Out)
				}},
		},
		Barrier: {
			{Info{ID: "circulant/barrier", Source: "Hoefler et al. 2006", Accepts: AnyP, Radix: 4,
				models: []Model{
					model(Crossbar, "(r-1) log_r p·ts", noWords(cost.KnomialBcast))}},
				func(c C, a A) error { return circulant.Barrier(c, a.Radix) }},
		},
	}
}
