// Package coll provides the twelve collective operations for Go programs, and five of them with blocks of
// different lengths: Allgatherv, ReduceScatterv, Scatterv, Gatherv and Alltoallv. Each call selects its
// algorithm.
//
//	w, err := coll.New(port)                          // the port of any machine: local, sim or mpi
//	err = coll.Bcast(w, 0, x)                         // x of rank 0, on every rank
//	err = coll.Allreduce(w, comm.Sum[float64](), x, sum)
//	w, err = coll.New(port, coll.Tuned(table))        // uses a table of "topocoll tune"
//	w, err = coll.New(port, coll.On(coll.Machine{Network: topo.NewRing(8)})) // uses a model of these hosts
//	w, err = coll.New(port, coll.Deterministic())     // sums always have the same bits
//	// runs while the program computes
//	r, err := w.Start(catalog.Bcast, catalog.Args[float64]{Root: 0, Out: x})
//	err = r.Wait()
//	w, err = coll.New(port, coll.Checked())           // ranks whose calls differ return an error
//	call, err := w.Prepare(catalog.Bcast, catalog.Args[float64]{Out: x}) // then call.Call(nil, x)
//	row, column := w.Rows(), w.Cols()                 // parts of the ranks are worlds too; see World.Split
//
// The words may have any type that the port can send. Package mpi sends all types without pointers, such as
// numbers, arrays and structs of numbers. Package local sends all types. A program can define operators, also
// on structs. The function of an operator must be associative. Pass true to comm.OpFunc if it also commutes.
// All reductions except ReduceScatter also accept operators that do not commute.
//
//	type stats struct{ Count, Min, Max float64 }
//	merge := func(a, b stats) stats {
//		return stats{a.Count + b.Count, min(a.Min, b.Min), max(a.Max, b.Max)}
//	}
//	w, err := coll.New(mpi.NewPort[stats](world))
//	err = coll.Allreduce(w, comm.OpFunc("merge", true, merge), x, result)
//
// Under MPI, use mpi.Sum, mpi.Prod, mpi.Max and mpi.Min instead of the operators of package comm. They are
// native operators, which a compiled algorithm applies in C without calling Go. On other ports, the operators
// of both packages give the same results.
//
// In Reduce, Allreduce, Scan and Exscan, the input and the result may be the same slice. Apart from this, the
// slices of a call must not overlap.
//
// If a table is given and has an entry for the operation, job and size, the entry determines the algorithm.
// Otherwise the model chooses the algorithm with the shortest predicted time on the Machine: see [Rank]. The
// model makes one choice for all sizes from 2^k to 2^(k+1)-1 bytes, based on the times at 2^k bytes.
//
// Every rank makes the same choice without a message. The choice depends only on the operation, the number of
// ranks, the size of a block, whether the operator commutes, the distance of a shift, and the options. It
// does not depend on the root. All ranks must pass the same options and run the same program on the same kind
// of processor.
//
// The first call of an operation at a given size chooses the algorithm and creates the plan. This takes about
// 10 ms on a few ranks and longer on many ranks. World.Prepare does both ahead of time. On a port that
// executes plans, such as the port of package mpi, the algorithms are compiled: see catalog.Compiled. A call
// finds its plan with a few comparisons if its lengths, root and kind of operator are the same as in the
// previous call of its operation. Later calls allocate no memory.
package coll
