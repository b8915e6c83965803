package catalog

import (
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/hcube"
	"topocoll/topo"
)

func hcubeRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	steps := model(Hypercube, "(ts + tw·m) log p", cost.HcubeBcast)
	tree := modelCT(Tree, "(ts + tw·m + th(log p + 1)) log p", cost.TreeBcast)
	blocks := model(Hypercube, "ts log p + tw·m(p-1)", cost.HcubeAllgather)
	onRing := modelCT(Ring, "ts log p + tw·m(p-1) + th(p-1)", cost.RingScatterHalving)
	halves := model(Hypercube, "2(ts log p + tw(m/p)(p-1))", cost.HcubeBcastScatterAllgather).splitInto(pParts)
	return table[T]{
		Bcast: {
			{Info{ID: "hcube/bcast", Source: "program 3.2 (1st ed.), algorithm 4.2 (2nd ed.)",
				Accepts: CubeTruncates, models: []Model{steps, tree}},
				func(c C, a A) error { return hcube.Bcast(c, a.Root, a.Out) }},
			{Info{ID: "hcube/bcast-scatter", Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)",
				Accepts: CubeFolds, models: []Model{halves}},
				func(c C, a A) error { return hcube.BcastScatter(c, a.Root, a.Out) }},
			{Info{ID: "hcube/bcast-trees", Source: "fig. 3.25 (1st ed.)", Accepts: CubeOnly, models: []Model{
				model(Hypercube, "2(ts log p + tw·m)",
					cost.HcubeBcastTrees).exactIf(moreThanTwo).splitInto(logPParts)}},
				func(c C, a A) error { return hcube.BcastTrees(c, a.Root, a.Out) }},
			{Info{ID: "hcube/bcast-esbt", Source: "ESBT-broadcast (Johnsson, Ho 1989)", Accepts: CubeOnly,
				models: []Model{
					model(Hypercube, "(ts + tw·m/K)(K + log p)",
						cost.HcubeBcastESBT).exactIf(moreThanTwo).pipelined(topo.CubeDim, topo.CubeDim)}},
				func(c C, a A) error { return hcube.BcastESBT(c, a.Root, a.Segment, a.Out) }},
		},
		Reduce: {
			{Info{ID: "hcube/reduce", Source: "program 3.3 (1st ed.), algorithm 4.3 (2nd ed.)",
				Accepts: CubeTruncates, models: []Model{steps, tree}},
				func(c C, a A) error { return hcube.Reduce(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "hcube/reduce-gather", Source: "sec. 4.7 (2nd ed.)", Accepts: CubeFolds,
				Commutative: true, models: []Model{halves}},
				func(c C, a A) error { return hcube.ReduceGather(c, a.Root, a.Op, a.In, a.Out) }},
		},
		Allgather: {
			{Info{ID: "hcube/allgather", Source: "program 3.6 (1st ed.), algorithm 4.7 (2nd ed.)",
				Accepts: CubeFolds, Vector: true, models: []Model{blocks}},
				func(c C, a A) error { return hcube.Allgather(c, a.In, a.Out, a.counts(c)...) }},
		},
		ReduceScatter: {
			{Info{ID: "hcube/reducescatter", Source: "algorithm 4.8 (2nd ed.)", Accepts: CubeFolds, Vector: true,
				Commutative: true, models: []Model{blocks}},
				func(c C, a A) error { return hcube.ReduceScatter(c, a.Op, a.In, a.Out, a.counts(c)...) }},
		},
		Allreduce: {
			{Info{ID: "hcube/allreduce", Source: "fig. 3.12 (1st ed.), sec. 4.3 (2nd ed.)",
				Accepts: CubeFolds, models: []Model{steps}},
				func(c C, a A) error { return hcube.Allreduce(c, a.Op, a.In, a.Out) }},
			{Info{ID: "hcube/allreduce-reduce-bcast", Source: "sec. 4.3 (2nd ed.)", Accepts: CubeTruncates,
				models: []Model{
					model(Hypercube, "2(ts + tw·m) log p", twiceTime(cost.HcubeBcast))}},
				func(c C, a A) error { return hcube.AllreduceReduceBcast(c, a.Op, a.In, a.Out) }},
			{Info{ID: "hcube/allreduce-rabenseifner", Source: "algorithms 4.8 and 4.7 (2nd ed.)",
				Accepts: CubeFolds, Commutative: true, models: []Model{halves}},
				func(c C, a A) error { return hcube.AllreduceRabenseifner(c, a.Op, a.In, a.Out) }},
		},
		Scan: {
			{Info{ID: "hcube/scan", Source: "program 3.7 (1st ed.), algorithm 4.9 (2nd ed.)",
				Accepts: CubeSkips, models: []Model{steps}},
				func(c C, a A) error { return hcube.Scan(c, a.Op, a.In, a.Out) }},
		},
		Exscan: {
			{Info{ID: "hcube/exscan", Source: "program 3.7 (1st ed.), algorithm 4.9 (2nd ed.)",
				Accepts: CubeSkips, models: []Model{steps}},
				func(c C, a A) error { return hcube.Exscan(c, a.Op, a.In, a.Out) }},
		},
		Scatter: {
			{Info{ID: "hcube/scatter", Source: "fig. 3.16 (1st ed.), sec. 4.4 (2nd ed.)",
				Accepts: CubeTruncates, Vector: true, models: []Model{blocks, onRing}},
				func(c C, a A) error { return hcube.Scatter(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
		Gather: {
			{Info{ID: "hcube/gather", Source: "fig. 3.16 reversed (1st ed.), sec. 4.4 (2nd ed.)",
				Accepts: CubeTruncates, Vector: true, models: []Model{blocks, onRing}},
				func(c C, a A) error { return hcube.Gather(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
		Alltoall: {
			{Info{ID: "hcube/alltoall", Source: "fig. 3.20 (1st ed.), sec. 4.5.3 (2nd ed.)",
				Accepts: CubeOnly, models: []Model{
					model(Hypercube, "(ts + tw·m·p/2) log p", cost.HcubeAlltoall)}},
				func(c C, a A) error { return hcube.Alltoall(c, a.In, a.Out) }},
			{Info{ID: "hcube/alltoall-ecube", Source: "fig. 3.21 (1st ed.), algorithm 4.10 (2nd ed.)",
				Accepts: CubeSkipsPairs, Vector: true, models: []Model{
					modelCT(Hypercube, "(ts + tw·m)(p-1) + (th/2) p log p", cost.HcubeAlltoallECube)}},
				func(c C, a A) error { return a.alltoall(c, hcube.AlltoallECube, hcube.AlltoallvECube) }},
		},
		Shift: {
			{Info{ID: "hcube/shift", Source: "fig. 3.23 (1st ed.), sec. 4.6.2 (2nd ed.)", Accepts: CubeOnly,
				models: []Model{
					model(Hypercube, "(ts + tw·m)(2·ones(q) - (q mod 2))",
						cost.HcubeShiftGray).onGrayRing()}},
				func(c C, a A) error { return hcube.Shift(c, a.Shift, a.In, a.Out) }},
			{Info{ID: "hcube/shift-signed", Source: "non-adjacent form of q (Reitwiesner 1960)",
				Accepts: CubeOnly, models: []Model{
					model(Hypercube, "(ts + tw·m)·steps, at most log p steps",
						cost.HcubeShiftSigned).onGrayRing()}},
				func(c C, a A) error { return hcube.ShiftSigned(c, a.Shift, a.In, a.Out) }},
			{Info{ID: "hcube/shift-ecube", Source: "fig. 3.24 (1st ed.)", Accepts: AnyP, models: []Model{
				modelCT(Hypercube, "ts + tw·m + th(log p - gamma(q))", cost.HcubeShiftECube).exactIf(powerOfTwo)}},
				func(c C, a A) error { return hcube.ShiftECube(c, a.Shift, a.In, a.Out) }},
		},
		Barrier: {
			{Info{ID: "hcube/barrier", Source: "dissemination; cf. fig. 3.12 (1st ed.)", Accepts: AnyP,
				models: []Model{
					model(Crossbar, "ts ceil(log p)", noWords(cost.HcubeBcast))}},
				func(c C, _ A) error { return hcube.Barrier(c) }},
			{Info{ID: "hcube/barrier-butterfly", Source: "remark at fig. 3.12 (1st ed.)", Accepts: CubeFolds,
				models: []Model{
					model(Hypercube, "ts log p", noWords(cost.HcubeBcast))}},
				func(c C, _ A) error { return hcube.BarrierButterfly(c) }},
		},
	}
}
