// MPI operators that Go calls.
#ifndef TOPOCOLL_OP_H
#define TOPOCOLL_OP_H

#include "combine.h"

// tc_affine is the MPI operator of Affine. It is 0 until tc_create_affine has created it.
extern MPI_Op tc_affine;
int tc_create_affine(void);

// tc_loop sets dst[j] = a[j] op b[j] with a loop of tc_loops. dst may be a or b.
void tc_loop(int loop, char *dst, const char *a, const char *b, int64_t n);

// tc_reduce_local sets inout[j] = in[j] op inout[j]. It fails if MPI is not running.
int tc_reduce_local(char *in, char *inout, int count, MPI_Datatype type, MPI_Op op);

#endif
