// Package comm is the interface between a collective operation and the machine it runs on: a [Comm], one process's
// [Port] with the labels of the textbook in place of ranks; an [Op], which combines words; [Blocks], the parts of a
// message.
//
// A machine gives every process a port. Make a communicator of the port, and pass it to the procedures of ring, mesh,
// hcube, circulant, tree, butterfly and network:
//
//	c := comm.New(port)
//	sum := make([]float64, 1)
//	err := hcube.Allreduce(c, comm.Sum[float64](), []float64{mine}, sum)
//
// [Map] gives the processes other labels. [Comm.Line] is the communicator of a row, a column or a subcube. [Host]
// runs more nodes than there are processes.
//
// A procedure of your own sends and receives by label. The communicator keeps the first error, and later calls do
// nothing, so one check at the end is enough:
//
//	right, left := (c.Label()+1)%c.Size(), (c.Label()+c.Size()-1)%c.Size()
//	c.SendRecv(right, x, left, y)
//	return c.Err()
//
// The machines are [topocoll/local], goroutines in one process; [topocoll/sim], virtual time; and [topocoll/mpi], the processes of
// Open MPI or MPICH. [topocoll/plan] makes data of a procedure, which a port of package mpi carries out in C.
// [ErrArgument] describes which calls are refused.
package comm
