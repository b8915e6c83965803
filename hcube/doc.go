// Package hcube provides the collective operations of the textbook on a hypercube of d = log2 p dimensions.
// The labels of neighbours differ in one bit.
//
// Every node makes the same call, with its own slices:
//
//	err := local.Run(8, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		x, prefix := []string{string(rune('a' + c.Label()))}, make([]string, 1)
//		return hcube.Scan(c, comm.Concat(), x, prefix) // prefix on node 2: abc
//	})
//
// With [topocoll/mpi] in place of [topocoll/local] the nodes are MPI processes.
//
// If p is not a power of two, a procedure uses an incomplete cube ([topo.Block]), or folds the spare nodes
// into the next smaller cube ([topo.Fold]), or returns an error. The doc comment of the procedure states the
// behaviour for such values of p, and the cost.
//
// Procedures have MPI's names without the prefix: [Bcast], [Reduce], [Allgather], [Scan]. Blocks may have
// different lengths if a procedure has an argument counts, as in [Allgather], or the letter v in its name, as
// in [AlltoallvECube]. A suffix names the algorithm, as in [AllreduceRabenseifner]. Each doc comment states
// the result, the lengths of the slices, the cost (in the notation of [topocoll/cost.Params]) and the source
// in the book. SF and CT stand for store-and-forward and cut-through routing.
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument]. The table in
// catalog/oracle_test.go shows what each operation does on four nodes.
package hcube
