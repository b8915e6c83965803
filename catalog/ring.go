package catalog

import "topocoll/ring"

func ringRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "ring/bcast", Op: Bcast, Source: "fig. 3.2 (1st ed.), both ways round", Accepts: AnyP}, bcast(ring.Bcast[T])},
		{Info{ID: "ring/bcast-doubling", Op: Bcast, Source: "fig. 3.6 (1st ed.), fig. 4.2 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, bcast(ring.BcastDoubling[T])},
		{Info{ID: "ring/reduce", Op: Reduce, Source: "fig. 3.2 reversed (1st ed.)", Accepts: AnyP}, reduce(ring.Reduce[T])},
		{Info{ID: "ring/reduce-doubling", Op: Reduce, Source: "fig. 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, reduce(ring.ReduceDoubling[T])},
		{Info{ID: "ring/allgather", Op: Allgather, Source: "algorithm 4.4 (2nd ed.)", Accepts: AnyP}, exchange(ring.Allgather[T])},
	}
}
