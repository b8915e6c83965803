//go:build cgo

#include "combine.h"

#include <stddef.h>
#include <string.h>

#define LOOP(op, type, name, expression)                                                      \
	static void op##_##name(char *result, const char *lower, const char *higher, int64_t n) { \
		type *dst = (type *)result;                                                           \
		const type *a = (const type *)lower, *b = (const type *)higher;                       \
		for (int64_t j = 0; j < n; j++) {                                                     \
			dst[j] = expression;                                                              \
		}                                                                                     \
	}

#define ARITHMETIC(type, name)           \
	LOOP(sum, type, name, a[j] + b[j]) \
	LOOP(prod, type, name, a[j] * b[j])

#define ORDERED(type, name)                            \
	ARITHMETIC(type, name)                             \
	LOOP(max, type, name, a[j] > b[j] ? a[j] : b[j]) \
	LOOP(min, type, name, a[j] < b[j] ? a[j] : b[j])

// Signed words are added and multiplied as unsigned ones, because they wrap in Go and in every MPI library.
ORDERED(uint8_t, uint8)
LOOP(max, int32_t, int32, a[j] > b[j] ? a[j] : b[j])
LOOP(min, int32_t, int32, a[j] < b[j] ? a[j] : b[j])
LOOP(max, int64_t, int64, a[j] > b[j] ? a[j] : b[j])
LOOP(min, int64_t, int64, a[j] < b[j] ? a[j] : b[j])
ORDERED(uint32_t, uint32)
ORDERED(uint64_t, uint64)
ORDERED(float, float)
ORDERED(double, double)
ARITHMETIC(double _Complex, cplx)

combine_loop *const tc_loops[COMBINE_OPS * COMBINE_TYPES] = {
	sum_uint8, sum_uint32, sum_uint64, sum_uint32, sum_uint64, sum_float, sum_double, sum_cplx,
	prod_uint8, prod_uint32, prod_uint64, prod_uint32, prod_uint64, prod_float, prod_double, prod_cplx,
	max_uint8, max_int32, max_int64, max_uint32, max_uint64, max_float, max_double, NULL,
	min_uint8, min_int32, min_int64, min_uint32, min_uint64, min_float, min_double, NULL,
};

// is_unsigned reports whether a loop is for unsigned words. MPI_Reduce_local is wrong for some of them: Open
// MPI 4.1.4 adds bytes with saturation, and MPICH 4.0.2 compares longer words as signed.
static int is_unsigned(int loop) {
	int type = loop % COMBINE_TYPES;
	return type == TYPE_UINT8 || type == TYPE_UINT32 || type == TYPE_UINT64;
}

int tc_combine(const reduction *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b,
	int64_t words, char *temporary) {
	combine_loop *loop = op->loop >= 0 ? tc_loops[op->loop] : NULL;
	enum { FEW = 64 }; // for so few words, MPI's argument checks take longer than the combination
	if (loop != NULL && (words <= FEW || is_unsigned(op->loop) || (dst != a && dst != b))) {
		loop(dst, a, b, words);
		return MPI_SUCCESS;
	}
	if (dst == a && dst != b && op->commutes) {
		return MPI_Reduce_local(b, dst, words, type, op->op);
	}
	if (dst == a) { // MPI_Reduce_local writes to its second operand
		memcpy(temporary, b, words * size);
		int code = MPI_Reduce_local(a, temporary, words, type, op->op);
		memcpy(dst, temporary, words * size);
		return code;
	}
	if (dst != b) {
		memcpy(dst, b, words * size);
	}
	return MPI_Reduce_local(a, dst, words, type, op->op);
}
