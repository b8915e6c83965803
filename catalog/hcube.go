package catalog

import "topocoll/hcube"

func hcubeRows[T any]() []Row[T] {
	return []Row[T]{
		{Info{ID: "hcube/bcast", Op: Bcast, Source: "program 3.2 (1st ed.), algorithm 4.2 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, bcast(hcube.Bcast[T])},
		{Info{ID: "hcube/bcast-scatter", Op: Bcast, Source: "sec. 3.7.1 (1st ed.), sec. 4.7 (2nd ed.)", Accepts: CubeP, Otherwise: folds}, bcast(hcube.BcastScatter[T])},
		{Info{ID: "hcube/bcast-trees", Op: Bcast, Source: "fig. 3.25 (1st ed.)", Accepts: CubeP, Otherwise: Refuses}, bcast(hcube.BcastTrees[T])},
		{Info{ID: "hcube/bcast-esbt", Op: Bcast, Source: "ESBT-broadcast (Johnsson, Ho 1989)", Accepts: CubeP, Otherwise: Refuses}, segmentedBcast(hcube.BcastESBT[T])},

		{Info{ID: "hcube/reduce", Op: Reduce, Source: "program 3.3 (1st ed.), algorithm 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, reduce(hcube.Reduce[T])},
		{Info{ID: "hcube/reduce-gather", Op: Reduce, Source: "sec. 4.7 (2nd ed.)", Accepts: CubeP, Otherwise: folds, Commutative: true}, reduce(hcube.ReduceGather[T])},

		{Info{ID: "hcube/allgather", Op: Allgather, Source: "program 3.6 (1st ed.), algorithm 4.7 (2nd ed.)", Accepts: CubeP, Otherwise: folds}, exchange(hcube.Allgather[T])},

		{Info{ID: "hcube/reducescatter", Op: ReduceScatter, Source: "algorithm 4.8 (2nd ed.)", Accepts: CubeP, Otherwise: folds, Commutative: true}, combine(hcube.ReduceScatter[T])},

		{Info{ID: "hcube/allreduce", Op: Allreduce, Source: "fig. 3.12 (1st ed.), sec. 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: folds}, combine(hcube.Allreduce[T])},
		{Info{ID: "hcube/allreduce-reduce-bcast", Op: Allreduce, Source: "sec. 4.3 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, combine(hcube.AllreduceReduceBcast[T])},
		{Info{ID: "hcube/allreduce-rabenseifner", Op: Allreduce, Source: "algorithms 4.8 and 4.7 (2nd ed.)", Accepts: CubeP, Otherwise: folds, Commutative: true}, combine(hcube.AllreduceRabenseifner[T])},

		{Info{ID: "hcube/scan", Op: Scan, Source: "program 3.7 (1st ed.), algorithm 4.9 (2nd ed.)", Accepts: CubeP, Otherwise: "partners beyond p are left out, ceil(log p) steps"}, combine(hcube.Scan[T])},
		{Info{ID: "hcube/exscan", Op: Exscan, Source: "program 3.7 (1st ed.), algorithm 4.9 (2nd ed.)", Accepts: CubeP, Otherwise: "partners beyond p are left out, ceil(log p) steps"}, combine(hcube.Exscan[T])},

		{Info{ID: "hcube/scatter", Op: Scatter, Source: "fig. 3.16 (1st ed.), sec. 4.4 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, rooted(hcube.Scatter[T])},
		{Info{ID: "hcube/gather", Op: Gather, Source: "fig. 3.16 reversed (1st ed.), sec. 4.4 (2nd ed.)", Accepts: CubeP, Otherwise: truncates}, rooted(hcube.Gather[T])},

		{Info{ID: "hcube/alltoall", Op: Alltoall, Source: "fig. 3.20 (1st ed.), sec. 4.5.3 (2nd ed.)", Accepts: CubeP, Otherwise: Refuses}, exchange(hcube.Alltoall[T])},
		{Info{ID: "hcube/alltoall-ecube", Op: Alltoall, Source: "fig. 3.21 (1st ed.), algorithm 4.10 (2nd ed.)", Accepts: CubeP, Otherwise: "partners beyond p are left out, 2^ceil(log p) - 1 steps"}, exchange(hcube.AlltoallECube[T])},

		{Info{ID: "hcube/shift", Op: Shift, Source: "fig. 3.23 (1st ed.), sec. 4.6.2 (2nd ed.)", Accepts: CubeP, Otherwise: Refuses}, shift(hcube.Shift[T])},
		{Info{ID: "hcube/shift-signed", Op: Shift, Source: "non-adjacent form of q (Reitwiesner 1960)", Accepts: CubeP, Otherwise: Refuses}, shift(hcube.ShiftSigned[T])},
		{Info{ID: "hcube/shift-ecube", Op: Shift, Source: "fig. 3.24 (1st ed.)", Accepts: AnyP}, shift(hcube.ShiftECube[T])},

		{Info{ID: "hcube/barrier", Op: Barrier, Source: "dissemination; cf. fig. 3.12 (1st ed.)", Accepts: AnyP}, barrier(hcube.Barrier[T])},
		{Info{ID: "hcube/barrier-butterfly", Op: Barrier, Source: "at fig. 3.12 (1st ed.)", Accepts: CubeP, Otherwise: folds}, barrier(hcube.BarrierButterfly[T])},
	}
}
