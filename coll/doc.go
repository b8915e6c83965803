// Package coll is the front door for Go programs: the twelve operations, each of which chooses its algorithm by itself.
//
//	w, err := coll.New(port)                          // of any machine: local, sim or mpi
//	err = coll.Bcast(w, 0, x)                         // x of rank 0, on every rank
//	err = coll.Allreduce(w, comm.Sum[float64](), x, sum)
//	w, err = coll.New(port, coll.Tuned(table))        // by what "topocoll tune" has measured,
//	w, err = coll.New(port, coll.On(coll.Machine{Network: topo.NewRing(8)})) // or on these hosts,
//	w, err = coll.New(port, coll.Deterministic())     // with sums that have the same bits whatever is chosen
//	r, err := w.Start(catalog.Bcast, catalog.Args[float64]{Root: 0, Out: x}) // goes on while the program computes,
//	err = r.Wait()                                    // until here
//
// The choice is that of the table, where it names one of our algorithms for this operation, job and size, and that of the model
// otherwise: the algorithm of the catalog whose plans take the shortest time on the Machine, see [Rank]. The model makes one choice
// for all sizes from 2^k to 2^(k+1)-1 bytes, by the time at 2^k.
//
// Every rank makes the same choice without a message, because it depends only on what is the same on all of them: the operation, the
// number of ranks, the bytes of a block, whether the operator commutes, the distance of a shift, and the options. So all ranks pass
// the same options and run the same program on the same kind of processor. The root plays no part.
//
// The first call of an operation at a size makes the choice, which takes some 10 ms on a few ranks and more on many, and the plan of
// that call; World.Load does both ahead of time. Where the port carries out plans, as that of package mpi does, the algorithms are compiled: see
// catalog.Compiled. From then on a call finds its algorithm by a few comparisons and allocates nothing for that.
package coll
