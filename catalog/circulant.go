package catalog

import (
	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/cost"
)

func circulantRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	return table[T]{
		Allgather: {
			{Info{ID: "circulant/allgather-bruck", Source: "Bruck et al. 1997", Accepts: AnyP, Radix: 2, models: []Model{
				at(Crossbar, "(r-1) log_r p·ts + tw·m(p-1)", cost.BruckAllgather)}},
				func(c C, a A) error { return circulant.AllgatherBruck(c, a.Radix, a.In, a.Out) }},
			{Info{ID: "circulant/allgather-sparbit", Source: "Loch, Koslovski 2021", Accepts: AnyP, models: []Model{
				at(Crossbar, "(ts + tw·m)(p-1)", cost.LinearBcast)}},
				func(c C, a A) error { return circulant.AllgatherSparbit(c, a.In, a.Out) }},
		},
		Alltoall: {
			{Info{ID: "circulant/alltoall-bruck", Source: "Bruck et al. 1997", Accepts: AnyP, Radix: 2, models: []Model{
				at(Crossbar, "(r-1) log_r p (ts + tw·m·p/r)", cost.BruckAlltoall)}},
				func(c C, a A) error { return circulant.AlltoallBruck(c, a.Radix, a.In, a.Out) }},
		},
		Barrier: {
			{Info{ID: "circulant/barrier", Source: "Hoefler et al. 2006", Accepts: AnyP, Radix: 4, models: []Model{
				at(Crossbar, "(r-1) log_r p·ts", noWords(cost.KnomialBcast))}},
				func(c C, a A) error { return circulant.Barrier(c, a.Radix) }},
		},
	}
}
