// Package coll has the twelve collective operations for Go programs. Each call chooses its algorithm.
//
//	w, err := coll.New(port)                          // of any machine: local, sim or mpi
//	err = coll.Bcast(w, 0, x)                         // x of rank 0, on every rank
//	err = coll.Allreduce(w, comm.Sum[float64](), x, sum)
//	w, err = coll.New(port, coll.Tuned(table))        // by a table of "topocoll tune",
//	w, err = coll.New(port, coll.On(coll.Machine{Network: topo.NewRing(8)})) // by a model of these hosts,
//	w, err = coll.New(port, coll.Deterministic())     // with sums that always have the same bits
//	r, err := w.Start(catalog.Bcast, catalog.Args[float64]{Root: 0, Out: x}) // goes on while the program computes,
//	err = r.Wait()                                    // until here
//
// The table decides if it names an algorithm of the catalog for this operation, job and size. Otherwise the model decides: it takes
// the algorithm whose plans have the shortest time on the Machine, see [Rank]. The model makes one choice for all sizes from 2^k to
// 2^(k+1)-1 bytes, by the time at 2^k.
//
// Every rank makes the same choice without a message. The choice depends only on the operation, the number of ranks, the bytes of a
// block, whether the operator commutes, the distance of a shift, and the options. All ranks must pass the same options and run the
// same program on the same kind of processor. The choice does not depend on the root.
//
// The first call of an operation at a size makes the choice and the plan. This takes about 10 ms on a few ranks and more on many.
// World.Load does both ahead of time. A port that executes plans, such as that of package mpi, compiles the algorithms: see
// catalog.Compiled. Later calls find their algorithm by a few comparisons and allocate nothing.
package coll
