// Functions that combine words. MPI_Reduce_local is slow for few words. It is also slow if the result goes to
// a third buffer. Common operators therefore have their own loops.
#ifndef TOPOCOLL_COMBINE_H
#define TOPOCOLL_COMBINE_H

#include <mpi.h>
#include <stdint.h>

typedef void combine_loop(char *dst, const char *a, const char *b, int64_t n);

// tc_loops[op * COMBINE_TYPES + type] is the loop for an operator OP_... and a type TYPE_..., or NULL.
enum { OP_SUM, OP_PROD, OP_MAX, OP_MIN, COMBINE_OPS };
enum { TYPE_UINT8, TYPE_UINT16, TYPE_UINT32, TYPE_UINT64, TYPE_INT8, TYPE_INT16, TYPE_INT32, TYPE_INT64,
	TYPE_FLOAT, TYPE_DOUBLE, TYPE_FLOAT_COMPLEX, TYPE_COMPLEX, COMBINE_TYPES };
extern combine_loop *const tc_loops[COMBINE_OPS * COMBINE_TYPES];

// tc_library_differs reports whether, for some words, MPI_Reduce_local gives another result than the loop,
// which combines words as Go does. Open MPI 4.1.4 adds words of 8 and 16 bits with saturation. MPICH 4.0.2
// compares unsigned words as signed. MPI does not define the maximum and the minimum with NaN.
int tc_library_differs(int loop);

typedef struct {
	MPI_Op op;
	int loop; // index in tc_loops; -1 if there is no loop
	int commutes;
} reduction;

// tc_combine sets dst[j] = a[j] op b[j], for words of `size` bytes each. dst may be a or b. temporary is as
// long as dst.
int tc_combine(const reduction *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b,
	int64_t words, char *temporary);

#endif
