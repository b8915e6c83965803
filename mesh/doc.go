// Package mesh provides the collective operations of the textbook on a mesh with wraparound (a torus). Most
// procedures apply the procedure for a ring along the dimensions in turn. A mesh may have any number of
// dimensions and any extents.
//
// Every node makes the same call, with the same extents and its own slices:
//
//	err := local.Run(6, func(port comm.AsyncPort[int64]) error {
//		c, g := comm.New(port), topo.Mesh{2, 3} // the rows 0 1 2 and 3 4 5
//		x, sum := []int64{int64(c.Label())}, make([]int64, 1)
//		return mesh.Reduce(c, g, 0, comm.Sum[int64](), x, sum) // sum on node 0: 15
//	})
//
// With [topocoll/mpi] in place of [topocoll/local] the nodes are MPI processes. [topo.NearSquare] chooses the
// extents: 3x4 for 12 nodes, and a single row for a prime number of nodes.
//
// Procedures have MPI's names without the prefix: [Bcast], [Reduce], [Allgather], [Scan]. Blocks may have
// different lengths if a procedure has an argument counts, as in [Allgather]. A suffix names the algorithm,
// as in [BcastTrees]. Each doc comment states the result, the lengths of the slices, the cost (in the
// notation of [topocoll/cost.Params]) and the source in the book. SF and CT stand for store-and-forward and
// cut-through routing.
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument]. The table in
// catalog/oracle_test.go shows what each operation does on four nodes.
package mesh
