// Loops that combine words, for what MPI_Reduce_local is slow at: few words, and a result that is neither operand.
#include <stdint.h>

typedef void combine_loop(char *dst, const char *a, const char *b, int64_t n);

// The loop of operator op on type type, as mpi/combine.go numbers them; NULL if there is none.
enum { OP_SUM, OP_PROD, OP_MAX, OP_MIN, COMBINE_OPS };
enum { TYPE_UINT8, TYPE_INT32, TYPE_INT64, TYPE_UINT32, TYPE_UINT64, TYPE_FLOAT, TYPE_DOUBLE, TYPE_COMPLEX, COMBINE_TYPES };
extern combine_loop *const tc_loops[COMBINE_OPS * COMBINE_TYPES];
