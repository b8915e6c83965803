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
	steps := model(Crossbar, "(ts + tw·m)(r-1) log_r p", cost.KnomialBcast).exactIf(usesAllNodes)
	blocks := model(Crossbar, "(r-1) log_r p·ts + tw·m(p-1)", cost.BruckAllgather).exactIf(usesAllNodes)
	parts := model(Crossbar, "2((r-1) log_r p·ts + tw(m/p)(p-1))",
		twiceTime(forBlocks(cost.BruckAllgather))).exactIf(usesAllNodes).splitInto(pParts)
	swing := []Model{ // in Swing, all partners are neighbours if no extent exceeds 4
		modelCT(Torus, "ts log p + tw·m(p-1) + th log p", cost.HcubeAllgather).exactIf(shortExtents),
		model(Crossbar, "ts log p + tw·m(p-1)", cost.HcubeAllgather)}
	swingWhole := []Model{
		modelCT(Torus, "(ts + tw·m + th) log p", cost.HcubeBcast).exactIf(shortExtents),
		model(Crossbar, "(ts + tw·m) log p", cost.HcubeBcast)}
	swingParts := []Model{
		modelCT(Torus, "2(ts log p + tw(m/p)(p-1) + th log p)",
			cost.HcubeBcastScatterAllgather).exactIf(shortExtents).splitInto(pParts),
		model(Crossbar, "2(ts log p + tw(m/p)(p-1))", cost.HcubeBcastScatterAllgather).splitInto(pParts)}
	mirrored := model(Crossbar, "ts(log p + 1) + tw·m·p", cost.MirroredReduceScatter).exactIf(moreThanTwo)
	const deSensi = "De Sensi et al. 2024, Swing"
	return table[T]{
		Allgather: {
			{Info{ID: "butterfly/allgather", Source: "recursive doubling with radix r",
				Accepts: RadixFolds, Vector: true,
				Radix: 4, models: []Model{blocks}},
				func(c C, a A) error { return butterfly.Allgather(c, a.Radix, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "butterfly/allgather-swing", Source: deSensi, Accepts: CubeFolds, onMesh: true,
				models: swing},
				func(c C, a A) error { return butterfly.AllgatherSwing(c, a.mesh(c), a.In, a.Out) }},
		},
		ReduceScatter: {
			{Info{ID: "butterfly/reducescatter", Source: "recursive halving with radix r",
				Accepts: RadixFolds, Vector: true,
				Radix: 4, Commutative: true, models: []Model{blocks}},
				func(c C, a A) error {
					return butterfly.ReduceScatter(c, a.Op, a.Radix, a.In, a.Out, a.counts(c)...)
				}},
			{Info{ID: "butterfly/reducescatter-inorder", Source: "Träff 2005, mirrored blocks",
				Accepts: CubeFolds, Vector: true, models: []Model{mirrored}},
				func(c C, a A) error { return butterfly.ReduceScatterInOrder(c, a.Op, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "butterfly/reducescatter-swing", Source: deSensi, Accepts: CubeFolds, Commutative: true,
				onMesh: true, models: swing},
				func(c C, a A) error { return butterfly.ReduceScatterSwing(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
		Allreduce: {
			{Info{ID: "butterfly/allreduce", Source: "recursive multiplying", Accepts: RadixFolds, Radix: 4,
				models: []Model{steps}},
				func(c C, a A) error { return butterfly.Allreduce(c, a.Op, a.Radix, a.In, a.Out) }},
			{Info{ID: "butterfly/allreduce-rabenseifner", Source: "Rabenseifner's algorithm with radix r",
				Accepts: RadixFolds, Radix: 4, Commutative: true, models: []Model{parts}},
				func(c C, a A) error { return butterfly.AllreduceRabenseifner(c, a.Op, a.Radix, a.In, a.Out) }},
			{Info{ID: "butterfly/allreduce-swing", Source: deSensi + " on parts of messages", Accepts: CubeFolds,
				Commutative: true, onMesh: true, models: swingParts},
				func(c C, a A) error { return butterfly.AllreduceSwing(c, a.mesh(c), a.Op, a.In, a.Out) }},
			{Info{ID: "butterfly/allreduce-swing-latency", Source: deSensi + " on whole messages",
				Accepts: CubeFolds, Commutative: true, onMesh: true, models: swingWhole},
				func(c C, a A) error { return butterfly.AllreduceSwingLatency(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
	}
}
