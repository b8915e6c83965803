package catalog

import "topocoll/mesh"

func meshRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "mesh/bcast", Op: Bcast, Source: "fig. 3.4 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshBcast(mesh.Bcast[T])},
		{Info{ID: "mesh/bcast-doubling", Op: Bcast, Source: "fig. 3.7 (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshBcast(mesh.BcastDoubling[T])},
		{Info{ID: "mesh/reduce", Op: Reduce, Source: "fig. 3.4 reversed (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshReduce(mesh.Reduce[T])},
		{Info{ID: "mesh/reduce-doubling", Op: Reduce, Source: "fig. 3.7 reversed (1st ed.)", Accepts: MeshP, Otherwise: oneRow}, meshReduce(mesh.ReduceDoubling[T])},
		{Info{ID: "mesh/allgather", Op: Allgather, Source: "algorithm 4.6 (2nd ed.)", Accepts: MeshP, Otherwise: oneRow}, meshExchange(mesh.Allgather[T])},
	}
}
