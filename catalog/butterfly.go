package catalog

import (
	"topocoll/butterfly"
	"topocoll/comm"
	"topocoll/cost"
)

func butterflyRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	steps := at(Crossbar, "(ts + tw·m)(r-1) log_r p", cost.KnomialBcast).where(unfolded)
	blocks := at(Crossbar, "(r-1) log_r p·ts + tw·m(p-1)", cost.BruckAllgather).where(unfolded)
	parts := at(Crossbar, "2((r-1) log_r p·ts + tw(m/p)(p-1))", twice(ofParts(cost.BruckAllgather))).where(unfolded).split(processes)
	return table[T]{
		Allgather: {
			{Info{ID: "butterfly/allgather", Source: "recursive doubling in base r", Accepts: RadixFolds, Radix: 4, models: []Model{blocks}},
				func(c C, a A) error { return butterfly.Allgather(c, a.Radix, a.In, a.Out) }},
		},
		ReduceScatter: {
			{Info{ID: "butterfly/reducescatter", Source: "recursive halving in base r", Accepts: RadixFolds, Radix: 4, Commutative: true, models: []Model{blocks}},
				func(c C, a A) error { return butterfly.ReduceScatter(c, a.Op, a.Radix, a.In, a.Out) }},
		},
		Allreduce: {
			{Info{ID: "butterfly/allreduce", Source: "recursive multiplying", Accepts: RadixFolds, Radix: 4, models: []Model{steps}},
				func(c C, a A) error { return butterfly.Allreduce(c, a.Op, a.Radix, a.In, a.Out) }},
			{Info{ID: "butterfly/allreduce-rabenseifner", Source: "Rabenseifner's in base r", Accepts: RadixFolds, Radix: 4, Commutative: true, models: []Model{parts}},
				func(c C, a A) error { return butterfly.AllreduceRabenseifner(c, a.Op, a.Radix, a.In, a.Out) }},
		},
	}
}
