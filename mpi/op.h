#include <mpi.h>

// The operator of Affine, MPI_OP_NULL (0) before tc_init.
extern MPI_Op tc_affine;
int tc_make_affine(void);

// tc_reduce sets inout[j] = in[j] op inout[j].
int tc_reduce(char *in, char *inout, int count, MPI_Datatype type, MPI_Op op);
