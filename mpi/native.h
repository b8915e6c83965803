// The collectives of the library on the communicator and datatype of a port. They take buffers as char *, which cgo passes
// without searching what it lies in.
#include "port.h"

enum { BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER, SCAN, EXSCAN };

// tc_collective calls one of them. Each uses those of the arguments that it has: count is the words of a block, counts those of
// every block of REDUCE_SCATTER.
int tc_collective(port *p, int function, char *x, char *result, int count, const int *counts, MPI_Op op, int root);

// tc_ring makes the processes of comm a periodic line, in the same order.
int tc_ring(MPI_Comm comm, MPI_Comm *ring);

// tc_shift passes x on by distance processes of ring.
int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count);
