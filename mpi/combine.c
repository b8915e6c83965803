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

#define SIGNED(type, name)                           \
	LOOP(max, type, name, a[j] > b[j] ? a[j] : b[j]) \
	LOOP(min, type, name, a[j] < b[j] ? a[j] : b[j])

ORDERED(uint8_t, uint8)
ORDERED(uint16_t, uint16)
ORDERED(uint32_t, uint32)
ORDERED(uint64_t, uint64)
SIGNED(int8_t, int8)
SIGNED(int16_t, int16)
SIGNED(int32_t, int32)
SIGNED(int64_t, int64)
ORDERED(float, float)
ORDERED(double, double)
ARITHMETIC(float _Complex, float_cplx)
ARITHMETIC(double _Complex, cplx)

// Signed words are added and multiplied as unsigned words, because signed arithmetic wraps around in Go but
// its overflow is undefined in C.
#define ARITHMETIC_ROW(op)                                                                               \
	op##_uint8, op##_uint16, op##_uint32, op##_uint64, op##_uint8, op##_uint16, op##_uint32, op##_uint64, \
		op##_float, op##_double, op##_float_cplx, op##_cplx
#define ORDERED_ROW(op)                                                                              \
	op##_uint8, op##_uint16, op##_uint32, op##_uint64, op##_int8, op##_int16, op##_int32, op##_int64, \
		op##_float, op##_double, NULL, NULL

combine_loop *const tc_loops[COMBINE_OPS * COMBINE_TYPES] = {
	ARITHMETIC_ROW(sum), ARITHMETIC_ROW(prod), ORDERED_ROW(max), ORDERED_ROW(min),
};

// library_differs reports whether MPI_Reduce_local gives wrong results for some words of the loop's type.
// Open MPI 4.1.4 adds words of 8 and 16 bits with saturation. MPICH 4.0.2 compares unsigned words as signed.
static int library_differs(int loop) { return loop % COMBINE_TYPES <= TYPE_INT16; }

int tc_combine(const reduction *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b,
	int64_t words, char *temporary) {
	combine_loop *loop = op->loop >= 0 ? tc_loops[op->loop] : NULL;
	enum { FEW = 64 }; // up to this many words, MPI's argument checks take longer than the combination
	if (loop != NULL && (words <= FEW || library_differs(op->loop) || (dst != a && dst != b))) {
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
