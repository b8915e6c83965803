package catalog

import (
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/ring"
)

func ringRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	bcast := model(Ring, "(ts + tw·m) ceil(p/2)", cost.RingBcast)
	doubling := modelCT(Ring, "(ts + tw·m) log p + th(p-1)", cost.RingBcastDoubling)
	pipeline := model(Ring, "(ts + tw·m/K)(K+p-2)",
		cost.ChainBcast).pipelined(func(p int) int { return p - 2 },
		twoParts)
	blocks := model(Ring, "(ts + tw·m)(p-1)", cost.RingAllgather)
	bidirectional := model(Ring, "2ts floor(p/2) + tw·m(p-1)", cost.RingAllgatherBidirectional)
	direct := model(Crossbar, "(ts + tw·m)(p-1)", cost.LinearBcast)
	halves := model(Ring, "2(ts + tw·m/p)(p-1)", twiceTime(forBlocks(cost.RingAllgather))).splitInto(pParts)
	return table[T]{
		Bcast: {
			{Info{ID: "ring/bcast", Source: "fig. 3.2 (1st ed.), bidirectional", Accepts: AnyP,
				models: []Model{bcast}},
				func(c C, a A) error { return ring.Bcast(c, a.Root, a.Out) }},
			{Info{ID: "ring/bcast-doubling", Source: "fig. 3.6 (1st ed.), fig. 4.2 (2nd ed.)",
				Accepts: CubeTruncates, models: []Model{doubling}},
				func(c C, a A) error { return ring.BcastDoubling(c, a.Root, a.Out) }},
			{Info{ID: "ring/bcast-linear", Source: "sec. 4.1.1 (2nd ed.), baseline", Accepts: AnyP,
				models: []Model{direct}},
				func(c C, a A) error { return ring.BcastLinear(c, a.Root, a.Out) }},
			{Info{ID: "ring/bcast-pipelined", Source: "mentioned after fig. 3.10 (1st ed.)", Accepts: AnyP,
				models: []Model{pipeline}},
				func(c C, a A) error { return ring.BcastPipelined(c, a.Root, a.Segment, a.Out) }},
			{Info{ID: "ring/bcast-scatter", Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)", Accepts: AnyP,
				models: []Model{halves}},
				func(c C, a A) error { return ring.BcastScatter(c, a.Root, a.Out) }},
		},
		Reduce: {
			{Info{ID: "ring/reduce", Source: "fig. 3.2 reversed (1st ed.)", Accepts: AnyP,
				models: []Model{bcast}},
				func(c C, a A) error { return ring.Reduce(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/reduce-doubling", Source: "fig. 4.3 (2nd ed.)", Accepts: CubeTruncates,
				models: []Model{doubling}},
				func(c C, a A) error { return ring.ReduceDoubling(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/reduce-linear", Source: "all messages at once, baseline", Accepts: AnyP,
				models: []Model{direct}},
				func(c C, a A) error { return ring.ReduceLinear(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/reduce-pipelined", Source: "the pipelined broadcast reversed", Accepts: AnyP,
				models: []Model{pipeline}},
				func(c C, a A) error { return ring.ReducePipelined(c, a.Root, a.Segment, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/reduce-gather", Source: "sec. 4.7 (2nd ed.)", Accepts: AnyP, Commutative: true,
				models: []Model{halves}},
				func(c C, a A) error { return ring.ReduceGather(c, a.Root, a.Op, a.In, a.Out) }},
		},
		Allgather: {
			{Info{ID: "ring/allgather", Source: "algorithm 4.4 (2nd ed.)", Accepts: AnyP, Vector: true,
				models: []Model{blocks}},
				func(c C, a A) error { return ring.Allgather(c, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "ring/allgather-bidir", Source: "not in the book: ring/allgather, bidirectional",
				Accepts: AnyP, Vector: true, models: []Model{bidirectional}},
				func(c C, a A) error { return ring.AllgatherBidirectional(c, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "ring/allgather-baseline", Source: "sec. 4.2 (2nd ed.), baseline", Accepts: AnyP},
				func(c C, a A) error { return ring.AllgatherBaseline(c, a.In, a.Out) }},
		},
		ReduceScatter: {
			{Info{ID: "ring/reducescatter", Source: "algorithm 4.5 (2nd ed.)", Accepts: AnyP, Vector: true,
				Commutative: true, models: []Model{blocks}},
				func(c C, a A) error { return ring.ReduceScatter(c, a.Op, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "ring/reducescatter-bidir",
				Source: "not in the book: ring/reducescatter, bidirectional", Accepts: AnyP, Vector: true,
				Commutative: true, models: []Model{bidirectional}},
				func(c C, a A) error {
					return ring.ReduceScatterBidirectional(c, a.Op, a.In, a.Out, a.counts(c)...)
				}},
		},
		Allreduce: {
			{Info{ID: "ring/allreduce", Source: "algorithms 4.5 and 4.4 (2nd ed.)", Accepts: AnyP,
				Commutative: true, models: []Model{halves}},
				func(c C, a A) error { return ring.Allreduce(c, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/allreduce-bidir", Source: "not in the book: ring/allreduce, bidirectional",
				Accepts: AnyP, Commutative: true, models: []Model{
					model(Ring, "4ts floor(p/2) + 2tw(m/p)(p-1)",
						twiceTime(forBlocks(cost.RingAllgatherBidirectional))).splitInto(pParts)}},
				func(c C, a A) error { return ring.AllreduceBidirectional(c, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/allreduce-reduce-bcast", Source: "sec. 4.3 (2nd ed.)", Accepts: AnyP,
				models: []Model{
					model(Ring, "2(ts + tw·m) ceil(p/2)", twiceTime(cost.RingBcast))}},
				func(c C, a A) error { return ring.AllreduceReduceBcast(c, a.Op, a.In, a.Out) }},
			{Info{ID: "ring/allreduce-linear", Source: "all messages at once, baseline", Accepts: AnyP,
				models: []Model{model(Crossbar, "2(ts + tw·m)(p-1)", twiceTime(cost.LinearBcast))}},
				func(c C, a A) error { return ring.AllreduceLinear(c, a.Op, a.In, a.Out) }},
		},
		Scan: {
			{Info{ID: "ring/scan", Source: "not in the book: pipelined chain", Accepts: AnyP,
				models: []Model{pipeline}},
				func(c C, a A) error { return ring.Scan(c, a.Segment, a.Op, a.In, a.Out) }},
		},
		Exscan: {
			{Info{ID: "ring/exscan", Source: "not in the book: pipelined chain", Accepts: AnyP,
				models: []Model{pipeline}},
				func(c C, a A) error { return ring.Exscan(c, a.Segment, a.Op, a.In, a.Out) }},
		},
		Scatter: {
			{Info{ID: "ring/scatter", Source: "sec. 3.4, table 3.1 (1st ed.)", Accepts: AnyP, Vector: true,
				models: []Model{blocks}},
				func(c C, a A) error { return ring.Scatter(c, a.Root, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "ring/scatter-linear", Source: "all messages at once, baseline", Accepts: AnyP, Vector: true,
				models: []Model{direct}},
				func(c C, a A) error { return ring.ScatterLinear(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
		Gather: {
			{Info{ID: "ring/gather", Source: "sec. 3.4, fig. 3.15 (1st ed.)", Accepts: AnyP, Vector: true,
				models: []Model{blocks}},
				func(c C, a A) error { return ring.Gather(c, a.Root, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "ring/gather-linear", Source: "all messages at once, baseline", Accepts: AnyP, Vector: true,
				models: []Model{direct}},
				func(c C, a A) error { return ring.GatherLinear(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
		Alltoall: {
			{Info{ID: "ring/alltoall", Source: "fig. 3.18 (1st ed.)", Accepts: AnyP, models: []Model{
				model(Ring, "(ts + tw·m·p/2)(p-1)", cost.RingAlltoall)}},
				func(c C, a A) error { return ring.Alltoall(c, a.In, a.Out) }},
			{Info{ID: "ring/alltoall-bidir", Source: "sec. 4.5.1 (2nd ed.), remark", Accepts: AnyP,
				models: []Model{
					model(Ring, "ts(p-1) + tw·m floor(p²/4)", cost.RingAlltoallBidirectional)}},
				func(c C, a A) error { return ring.AlltoallBidirectional(c, a.In, a.Out) }},
			{Info{ID: "ring/alltoall-linear", Source: "all messages at once, baseline", Accepts: AnyP, Vector: true,
				models: []Model{direct}},
				func(c C, a A) error { return a.alltoall(c, ring.AlltoallLinear, ring.AlltoallvLinear) }},
			{Info{ID: "ring/alltoall-pairwise", Source: "algorithm 4.10 (2nd ed.), with mod p instead of XOR",
				Accepts: AnyP, Vector: true, models: []Model{direct}},
				func(c C, a A) error { return a.alltoall(c, ring.AlltoallPairwise, ring.AlltoallvPairwise) }},
		},
		Shift: {
			{Info{ID: "ring/shift", Source: "sec. 3.6.1 (1st ed.), sec. 4.6 (2nd ed.)", Accepts: AnyP,
				models: []Model{
					model(Ring, "(ts + tw·m) min(q, p-q)", cost.RingShift)}},
				func(c C, a A) error { return ring.Shift(c, a.Shift, a.In, a.Out) }},
		},
	}
}
