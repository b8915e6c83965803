#ifndef TOPOCOLL_NATIVE_H
#define TOPOCOLL_NATIVE_H

// The collectives of the library on the communicator and datatype of a port. They take buffers as char *, which cgo passes
// without searching what it lies in.
#include "port.h"

enum { BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN };

// tc_collective calls one of them. Each uses those of the arguments that it has: count is the words of a block.
int tc_collective(port *p, int function, char *x, char *result, int count, MPI_Op op, int root);

// tc_shift passes x on by distance processes of ring, a periodic line of the same processes.
int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count);

enum { ALLGATHERV, GATHERV, SCATTERV, ALLTOALLV, REDUCE_SCATTER };

// tc_vector calls one of them. Each uses those of the arguments that it has: count is the words of the operand that is one block; counts and
// starts, MPI's displacements, are of the blocks of x, to and into of those of result.
int tc_vector(port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result, const int *out_counts,
	const int *out_starts, int count,
	MPI_Op op, int root);

#endif
