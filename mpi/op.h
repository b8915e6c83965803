// Operators that need a library call of their own.
#ifndef TOPOCOLL_OP_H
#define TOPOCOLL_OP_H

#include "combine.h"

// The operator of Affine, 0 before Init.
extern MPI_Op tc_affine;
int tc_create_affine(void);

// tc_reduce_local sets inout[j] = in[j] op inout[j].
int tc_reduce_local(char *in, char *inout, int count, MPI_Datatype type, MPI_Op op);

#endif
