// Operators in the forms of C.
#ifndef TOPOCOLL_OP_H
#define TOPOCOLL_OP_H

#include <mpi.h>

typedef struct {
	MPI_Op op;
	int loop; // index in tc_loops, or -1
	int commutes;
} reduction;

// The operator of Affine, 0 before Init.
extern MPI_Op tc_affine;
int tc_make_affine(void);

// tc_reduce sets inout[j] = in[j] op inout[j].
int tc_reduce(char *in, char *inout, int count, MPI_Datatype type, MPI_Op op);

#endif
