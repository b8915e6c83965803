// The collectives of the library with a count for each process, as those of native.h.
#include "port.h"

enum { ALLGATHERV, GATHERV, SCATTERV, ALLTOALLV, REDUCE_SCATTER };

// tc_vector calls one of them. Each uses those of the arguments that it has: count is the words of the operand that is one block; counts and
// starts, MPI's displacements, are of the blocks of x, to and into of those of result.
int tc_vector(port *p, int function, char *x, const int *counts, const int *starts, char *result, const int *to, const int *into, int count,
	MPI_Op op, int root);
