package catalog

import "topocoll/hcube"

func hcubeRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "hcube/bcast", Op: Bcast, Source: "program 3.2 (1st ed.), algorithm 4.2 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, bcast(hcube.Bcast[T])},
		{Info{ID: "hcube/reduce", Op: Reduce, Source: "program 3.3 (1st ed.), algorithm 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, reduce(hcube.Reduce[T])},
		{Info{ID: "hcube/allgather", Op: Allgather, Source: "program 3.6 (1st ed.), algorithm 4.7 (2nd ed.)", Accepts: CubeP, Otherwise: folds}, exchange(hcube.Allgather[T])},
		{Info{ID: "hcube/barrier", Op: Barrier, Source: "dissemination; cf. fig. 3.12 (1st ed.)", Accepts: AnyP}, barrier(hcube.Barrier[T])},
	}
}
