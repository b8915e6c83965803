// Package ring provides the collective operations of the textbook on a ring: node i is linked to i-1 and i+1,
// and the last node to the first. A ring may have any number of nodes.
//
// Every node makes the same call, with its own slices:
//
//	err := local.Run(4, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 4)
//		return ring.Allgather(c, mine, all) // all: a b c d
//	})
//
// With [topocoll/mpi] in place of [topocoll/local] the nodes are MPI processes.
//
// Procedures have MPI's names without the prefix: [Bcast], [Reduce], [Allgather], [Scan]. Blocks may have
// different lengths if a procedure has an argument counts, as in [Allgather], or the letter v in its name, as
// in [AlltoallvPairwise]. A suffix names the algorithm: [BcastPipelined] is a broadcast in segments. Each doc
// comment states the result, the lengths of the slices, the cost (in the notation of [topocoll/cost.Params])
// and the source in the book. SF and CT stand for store-and-forward and cut-through routing.
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument]. The table in
// catalog/oracle_test.go shows what each operation does on four nodes.
package ring
