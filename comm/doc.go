// Package comm is the interface between a collective operation and the machine that runs it. A [Comm] gives
// the processes of a [Port] labels, such as positions in a ring, mesh or hypercube. An [Op] combines words,
// and [Blocks] describe the parts of a message.
//
// A machine gives every process a port. Create a communicator from the port, and pass it to the procedures of
// ring, mesh, hcube, circulant, tree, butterfly and network:
//
//	c := comm.New(port)
//	sum := make([]float64, 1)
//	err := hcube.Allreduce(c, comm.Sum[float64](), []float64{mine}, sum)
//
// [Map] gives the processes different labels. [Comm.Line] returns the communicator of a row, a column or a
// subcube, and [Sub] the communicator of any processes. [Host] runs several nodes in each process.
//
// Your own procedure sends and receives by label. The communicator keeps the first error, and later calls do
// nothing, so one check at the end is enough:
//
//	right, left := (c.Label()+1)%c.Size(), (c.Label()+c.Size()-1)%c.Size()
//	c.SendRecv(right, x, left, y)
//	return c.Err()
//
// There are three machines: [topocoll/local] runs goroutines in one process, [topocoll/sim] runs in virtual
// time, and [topocoll/mpi] runs the processes of Open MPI or MPICH. [topocoll/plan] records a procedure as
// data, which a port of package mpi executes in C. [ErrArgument] describes which calls are refused.
package comm
