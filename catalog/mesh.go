package catalog

import "topocoll/mesh"

func meshRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "mesh/bcast", Op: Bcast, Source: "fig. 3.4 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshBcast(mesh.Bcast[T])},
		{Info{ID: "mesh/bcast-doubling", Op: Bcast, Source: "fig. 3.7 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshBcast(mesh.BcastDoubling[T])},
		{Info{ID: "mesh/bcast-scatter", Op: Bcast, Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)", Accepts: MeshP, Otherwise: oneRow}, meshBcast(mesh.BcastScatter[T])},
		{Info{ID: "mesh/bcast-trees", Op: Bcast, Source: "not in the book: four disjoint trees, pipelined", Accepts: MeshP, Otherwise: oneRow}, meshSegmented(mesh.BcastTrees[T])},

		{Info{ID: "mesh/reduce", Op: Reduce, Source: "fig. 3.4 reversed (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshReduce(mesh.Reduce[T])},
		{Info{ID: "mesh/reduce-doubling", Op: Reduce, Source: "fig. 3.7 reversed (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshReduce(mesh.ReduceDoubling[T])},

		{Info{ID: "mesh/allgather", Op: Allgather, Source: "algorithm 4.6 (2nd ed.)", Accepts: MeshP, Otherwise: oneRow}, meshExchange(mesh.Allgather[T])},
		{Info{ID: "mesh/allgather-bothways", Op: Allgather, Source: "not in the book: mesh/allgather, both ways round", Accepts: MeshP, Otherwise: oneRow}, meshExchange(mesh.AllgatherBothWays[T])},

		{Info{ID: "mesh/reducescatter", Op: ReduceScatter, Source: "sec. 4.2 (2nd ed.), dual of algorithm 4.6", Accepts: MeshP, Otherwise: oneRow, Commutative: true}, meshCombine(mesh.ReduceScatter[T])},
		{Info{ID: "mesh/reducescatter-bothways", Op: ReduceScatter, Source: "not in the book: mesh/reducescatter, both ways round", Accepts: MeshP, Otherwise: oneRow, Commutative: true}, meshCombine(mesh.ReduceScatterBothWays[T])},

		{Info{ID: "mesh/allreduce", Op: Allreduce, Source: "algorithm 4.6 (2nd ed.) after its dual", Accepts: MeshP, Otherwise: oneRow, Commutative: true}, meshCombine(mesh.Allreduce[T])},
		{Info{ID: "mesh/allreduce-bothways", Op: Allreduce, Source: "not in the book: mesh/allreduce, both ways round", Accepts: MeshP, Otherwise: oneRow, Commutative: true}, meshCombine(mesh.AllreduceBothWays[T])},
		{Info{ID: "mesh/allreduce-reduce-bcast", Op: Allreduce, Source: "sec. 4.3 (2nd ed.)", Accepts: MeshP, Otherwise: oneRow}, meshCombine(mesh.AllreduceReduceBcast[T])},

		{Info{ID: "mesh/scan", Op: Scan, Source: "not in the book: rows, then the last column", Accepts: MeshP, Otherwise: oneRow}, meshCombine(mesh.Scan[T])},
		{Info{ID: "mesh/exscan", Op: Exscan, Source: "not in the book: rows, then the last column", Accepts: MeshP, Otherwise: oneRow}, meshCombine(mesh.Exscan[T])},

		{Info{ID: "mesh/scatter", Op: Scatter, Source: "sec. 3.4, table 3.1 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshRooted(mesh.Scatter[T])},
		{Info{ID: "mesh/gather", Op: Gather, Source: "sec. 3.4 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshRooted(mesh.Gather[T])},

		{Info{ID: "mesh/alltoall", Op: Alltoall, Source: "fig. 3.19 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshExchange(mesh.Alltoall[T])},

		{Info{ID: "mesh/shift", Op: Shift, Source: "fig. 3.22 (1st ed.), sec. 4.6.1 (2nd ed.)", Accepts: MeshP, Otherwise: oneRow, Plane: true}, meshShift(mesh.Shift[T])},
	}
}
