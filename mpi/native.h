// The library's collectives on the communicator and datatype of a port. Buffers have type char *, because cgo
// passes a char * without checking the object that it points into.
#ifndef TOPOCOLL_NATIVE_H
#define TOPOCOLL_NATIVE_H

#include "port.h"

// SHIFT is not a function of MPI: see tc_shift.
enum { BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE, ALLREDUCE, REDUCE_SCATTER_BLOCK, SCAN,
	EXSCAN, SHIFT };

// EQUAL_BLOCKS lists the collectives with blocks of `count` words: the constant, the name, the name in lower
// case, and the arguments before the communicator.
#define EQUAL_BLOCKS(each) \
	each(BARRIER, Barrier, barrier, ) \
	each(BCAST, Bcast, bcast, x, count, s->type, root, ) \
	each(GATHER, Gather, gather, x, count, s->type, result, count, s->type, root, ) \
	each(SCATTER, Scatter, scatter, x, count, s->type, result, count, s->type, root, ) \
	each(ALLGATHER, Allgather, allgather, x, count, s->type, result, count, s->type, ) \
	each(ALLTOALL, Alltoall, alltoall, x, count, s->type, result, count, s->type, ) \
	each(REDUCE, Reduce, reduce, x, result, count, s->type, op, root, ) \
	each(ALLREDUCE, Allreduce, allreduce, x, result, count, s->type, op, ) \
	each(REDUCE_SCATTER_BLOCK, Reduce_scatter_block, reduce_scatter_block, x, result, count, s->type, op, ) \
	each(SCAN, Scan, scan, x, result, count, s->type, op, ) \
	each(EXSCAN, Exscan, exscan, x, result, count, s->type, op, )

// tc_collective calls a collective with blocks of `count` words. It ignores arguments that the collective
// does not have.
int tc_collective(port *p, int function, char *x, char *result, int count, MPI_Op op, int root);

// tc_shift sends x to the process that is `distance` positions further along `ring`, a periodic Cartesian
// communicator of the same processes.
int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count);

// These are the collectives with a count for each process.
enum { ALLGATHERV, GATHERV, SCATTERV, ALLTOALLV, REDUCE_SCATTER };

// WITH_COUNTS lists the collectives with blocks of different lengths, in the same form as EQUAL_BLOCKS.
#define WITH_COUNTS(each) \
	each(ALLGATHERV, Allgatherv, allgatherv, x, count, s->type, result, out_counts, out_starts, \
		s->type, ) \
	each(GATHERV, Gatherv, gatherv, x, count, s->type, result, out_counts, out_starts, s->type, \
		root, ) \
	each(SCATTERV, Scatterv, scatterv, x, in_counts, in_starts, s->type, result, count, s->type, \
		root, ) \
	each(ALLTOALLV, Alltoallv, alltoallv, x, in_counts, in_starts, s->type, result, out_counts, \
		out_starts, s->type, ) \
	each(REDUCE_SCATTER, Reduce_scatter, reduce_scatter, x, result, in_counts, s->type, op, )

// tc_vector calls a v-collective of MPI. count is the length of this process's block; MPI_Alltoallv and
// MPI_Reduce_scatter do not take it. in_starts and out_starts are MPI's displacements. tc_vector ignores the
// arguments that the collective does not have.
int tc_vector(port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result,
	const int *out_counts, const int *out_starts, int count, MPI_Op op, int root);

#endif
