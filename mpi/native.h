// The library's collectives on the communicator and datatype of a port. Buffers have type char *, because cgo
// passes a char * without checking the object that it points into.
#ifndef TOPOCOLL_NATIVE_H
#define TOPOCOLL_NATIVE_H

#include "port.h"

enum { BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN,
	EXSCAN };

// tc_collective calls a collective with blocks of `count` words. It ignores arguments that the collective
// lacks.
int tc_collective(port *p, int function, char *x, char *result, int count, MPI_Op op, int root);

// tc_shift sends x to the process that is `distance` positions further along `ring`, a periodic Cartesian
// communicator of the same processes.
int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count);

// These are the collectives with a count for each process.
enum { ALLGATHERV, GATHERV, SCATTERV, ALLTOALLV, REDUCE_SCATTER };

// tc_vector calls a v-collective of MPI. count is the length of this process's block; MPI_Alltoallv and
// MPI_Reduce_scatter do not take it. in_starts and out_starts are MPI's displacements. tc_vector ignores the
// arguments that the collective does not have.
int tc_vector(port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result,
	const int *out_counts,
              const int *out_starts, int count, MPI_Op op, int root);

#endif
