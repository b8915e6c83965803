package catalog

import (
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/mesh"
)

func meshRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	bcast := model(Torus, "(ts + tw·m) sum of ceil(extent/2)", cost.MeshBcast)
	doubling := modelCT(Torus, "(ts + tw·m) log p + th·sum of (extent-1)",
		cost.MeshBcastDoubling).exactIf(cubeExtents)
	blocks := model(Torus, "ts·sum of (extent-1) + tw·m(p-1)", cost.MeshAllgather)
	bidirectional := model(Torus, "2ts·sum of floor(extent/2) + tw·m(p-1)", cost.MeshAllgatherBidirectional)
	crossed := model(Torus, "4ts·sum of floor(extent/2) + tw·m(p-1)",
		cost.MeshAllgatherCrossed).exactIf(twoDimMesh)
	halves := model(Torus, "2(ts·sum of (extent-1) + tw(m/p)(p-1))",
		twiceTime(forBlocks(cost.MeshAllgather))).splitInto(pParts)
	return table[T]{
		Bcast: {
			{Info{ID: "mesh/bcast", Source: "fig. 3.4 (1st ed.)", Accepts: MeshP, models: []Model{bcast}},
				func(c C, a A) error { return mesh.Bcast(c, a.mesh(c), a.Root, a.Out) }},
			{Info{ID: "mesh/bcast-doubling", Source: "fig. 3.7 (1st ed.)", Accepts: MeshP,
				models: []Model{doubling}},
				func(c C, a A) error { return mesh.BcastDoubling(c, a.mesh(c), a.Root, a.Out) }},
			{Info{ID: "mesh/bcast-scatter", Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)",
				Accepts: MeshP, models: []Model{halves}},
				func(c C, a A) error { return mesh.BcastScatter(c, a.mesh(c), a.Root, a.Out) }},
			{Info{ID: "mesh/bcast-trees", Source: "not in the book: four disjoint trees, pipelined",
				Accepts: MeshP},
				func(c C, a A) error { return mesh.BcastTrees(c, a.mesh(c), a.Root, a.Segment, a.Out) }},
		},
		Reduce: {
			{Info{ID: "mesh/reduce", Source: "fig. 3.4 reversed (1st ed.)", Accepts: MeshP,
				models: []Model{bcast}},
				func(c C, a A) error { return mesh.Reduce(c, a.mesh(c), a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "mesh/reduce-doubling", Source: "fig. 3.7 reversed (1st ed.)", Accepts: MeshP,
				models: []Model{doubling}},
				func(c C, a A) error { return mesh.ReduceDoubling(c, a.mesh(c), a.Root, a.Op, a.In, a.Out) }},
		},
		Allgather: {
			{Info{ID: "mesh/allgather", Source: "algorithm 4.6 (2nd ed.)", Accepts: MeshP, Vector: true,
				models: []Model{blocks}},
				func(c C, a A) error { return mesh.Allgather(c, a.mesh(c), a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "mesh/allgather-bidir", Source: "not in the book: mesh/allgather, bidirectional",
				Accepts: MeshP, models: []Model{bidirectional}},
				func(c C, a A) error { return mesh.AllgatherBidirectional(c, a.mesh(c), a.In, a.Out) }},
			{Info{ID: "mesh/allgather-crossed", Source: "not in the book: both orders of dimensions at once",
				Accepts: MeshP, Plane: true, models: []Model{crossed}},
				func(c C, a A) error { return mesh.AllgatherCrossed(c, a.mesh(c), a.In, a.Out) }},
		},
		ReduceScatter: {
			{Info{ID: "mesh/reducescatter", Source: "sec. 4.2 (2nd ed.), dual of algorithm 4.6",
				Accepts: MeshP, Vector: true, Commutative: true, models: []Model{blocks}},
				func(c C, a A) error { return mesh.ReduceScatter(c, a.mesh(c), a.Op, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "mesh/reducescatter-bidir",
				Source: "not in the book: mesh/reducescatter, bidirectional", Accepts: MeshP,
				Commutative: true, models: []Model{bidirectional}},
				func(c C, a A) error { return mesh.ReduceScatterBidirectional(c, a.mesh(c), a.Op, a.In, a.Out) }},
			{Info{ID: "mesh/reducescatter-crossed", Source: "not in the book: both orders of dimensions at once",
				Accepts: MeshP, Commutative: true, Plane: true, models: []Model{crossed}},
				func(c C, a A) error { return mesh.ReduceScatterCrossed(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
		Allreduce: {
			{Info{ID: "mesh/allreduce", Source: "dual of algorithm 4.6, then algorithm 4.6 (2nd ed.)",
				Accepts: MeshP, Commutative: true, models: []Model{halves}},
				func(c C, a A) error { return mesh.Allreduce(c, a.mesh(c), a.Op, a.In, a.Out) }},
			{Info{ID: "mesh/allreduce-bidir", Source: "not in the book: mesh/allreduce, bidirectional",
				Accepts: MeshP, Commutative: true, models: []Model{
					model(Torus, "4ts·sum of floor(extent/2) + 2tw(m/p)(p-1)",
						twiceTime(forBlocks(cost.MeshAllgatherBidirectional))).splitInto(pParts)}},
				func(c C, a A) error { return mesh.AllreduceBidirectional(c, a.mesh(c), a.Op, a.In, a.Out) }},
			{Info{ID: "mesh/allreduce-crossed", Source: "not in the book: both orders of dimensions at once",
				Accepts: MeshP, Commutative: true, Plane: true, models: []Model{
					model(Torus, "8ts·sum of floor(extent/2) + 2tw(m/p)(p-1)",
						twiceTime(forBlocks(cost.MeshAllgatherCrossed))).exactIf(twoDimMesh).splitInto(twicePParts)}},
				func(c C, a A) error { return mesh.AllreduceCrossed(c, a.mesh(c), a.Op, a.In, a.Out) }},
			{Info{ID: "mesh/allreduce-reduce-bcast", Source: "sec. 4.3 (2nd ed.)", Accepts: MeshP,
				models: []Model{
					model(Torus, "2(ts + tw·m) sum of ceil(extent/2)", twiceTime(cost.MeshBcast))}},
				func(c C, a A) error { return mesh.AllreduceReduceBcast(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
		Scan: {
			{Info{ID: "mesh/scan", Source: "not in the book: rows, then the last column", Accepts: MeshP},
				func(c C, a A) error { return mesh.Scan(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
		Exscan: {
			{Info{ID: "mesh/exscan", Source: "not in the book: rows, then the last column", Accepts: MeshP},
				func(c C, a A) error { return mesh.Exscan(c, a.mesh(c), a.Op, a.In, a.Out) }},
		},
		Scatter: {
			{Info{ID: "mesh/scatter", Source: "sec. 3.4, table 3.1 (1st ed.)", Accepts: MeshP,
				models: []Model{blocks}},
				func(c C, a A) error { return mesh.Scatter(c, a.mesh(c), a.Root, a.In, a.Out) }},
		},
		Gather: {
			{Info{ID: "mesh/gather", Source: "sec. 3.4 (1st ed.)", Accepts: MeshP, models: []Model{blocks}},
				func(c C, a A) error { return mesh.Gather(c, a.mesh(c), a.Root, a.In, a.Out) }},
		},
		Alltoall: {
			{Info{ID: "mesh/alltoall", Source: "fig. 3.19 (1st ed.)", Accepts: MeshP, models: []Model{
				model(Torus, "(ts + tw·m·p/2) sum of (extent-1)", cost.MeshAlltoall)}},
				func(c C, a A) error { return mesh.Alltoall(c, a.mesh(c), a.In, a.Out) }},
			{Info{ID: "mesh/alltoall-crossed",
				Source: "not in the book: both orders of dimensions at once", Accepts: MeshP, Plane: true,
				models: []Model{
					model(Torus, "4ts·sum of floor(extent/2) + tw·m·p·sum of floor(extent²/4)/extent",
						cost.MeshAlltoallCrossed).exactIf(twoDimMesh)}},
				func(c C, a A) error { return mesh.AlltoallCrossed(c, a.mesh(c), a.In, a.Out) }},
		},
		Shift: {
			{Info{ID: "mesh/shift", Source: "fig. 3.22 (1st ed.), sec. 4.6.1 (2nd ed.)", Accepts: MeshP,
				Plane: true, models: []Model{
					model(Torus, "(ts + tw·m)·steps, at most sqrt p steps on a square mesh",
						cost.MeshShift).exactIf(twoDimMesh)}},
				func(c C, a A) error { return mesh.Shift(c, a.mesh(c), a.Shift, a.In, a.Out) }},
		},
	}
}
