//go:build cgo

#include "combine.h"

#include <math.h>
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

#define ARITHMETIC(type, name)         \
	LOOP(sum, type, name, a[j] + b[j]) \
	LOOP(prod, type, name, a[j] * b[j])

#define ORDERED(type, name)                          \
	LOOP(max, type, name, a[j] > b[j] ? a[j] : b[j]) \
	LOOP(min, type, name, a[j] < b[j] ? a[j] : b[j])

// FLOAT_LOOP follows Go's max and min: the result is NaN if either word is NaN, and -0 is less than +0. Equal
// words differ only if they are zeros. The first loop handles vectors of words, with masks for the cases.
// Compilers do not vectorize the second loop, which takes twice as long per word.
#define FLOAT_LOOP(op, type, name, before, if_equal, prefers_a)                                 \
	static void op##_##name(char *result, const char *lower, const char *higher, int64_t n) {     \
		typedef type vector __attribute__((vector_size(16)));                                       \
		typedef int32_t mask __attribute__((vector_size(16)));                                      \
		type *dst = (type *)result;                                                                 \
		const type *a = (const type *)lower, *b = (const type *)higher;                             \
		int64_t j = 0, step = sizeof(vector) / sizeof(type);                                        \
		for (; j + step <= n; j += step) {                                                          \
			vector v, w;                                                                              \
			memcpy(&v, a + j, sizeof v);                                                              \
			memcpy(&w, b + j, sizeof w);                                                              \
			mask x = (mask)v, y = (mask)w, equal = (mask)(v == w);                                    \
			mask takes_a = (mask)(v before w) | (mask)(v != v);                                       \
			mask z = (takes_a & x) | (~takes_a & (if_equal));                                         \
			memcpy(dst + j, &z, sizeof z);                                                            \
		}                                                                                           \
		for (; j < n; j++) {                                                                        \
			int takes_a = a[j] before b[j] || a[j] != a[j] || (a[j] == b[j] && prefers_a);            \
			dst[j] = takes_a ? a[j] : b[j];                                                           \
		}                                                                                           \
	}

#define FLOAT(type, name)                                                  \
	FLOAT_LOOP(max, type, name, >, y & (x | ~equal), !signbit(a[j])) \
	FLOAT_LOOP(min, type, name, <, y | (x & equal), signbit(a[j]))

ARITHMETIC(uint8_t, uint8)
LOOP(sum, uint16_t, uint16, a[j] + b[j])
LOOP(prod, uint16_t, uint16, 1U * a[j] * b[j]) // as ints, the words could overflow
ARITHMETIC(uint32_t, uint32)
ARITHMETIC(uint64_t, uint64)
ARITHMETIC(float, float)
ARITHMETIC(double, double)
ARITHMETIC(float _Complex, float_cplx)
ARITHMETIC(double _Complex, cplx)
ORDERED(uint8_t, uint8)
ORDERED(uint16_t, uint16)
ORDERED(uint32_t, uint32)
ORDERED(uint64_t, uint64)
ORDERED(int8_t, int8)
ORDERED(int16_t, int16)
ORDERED(int32_t, int32)
ORDERED(int64_t, int64)
FLOAT(float, float)
FLOAT(double, double)

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

int tc_library_differs(int loop) {
	int op = loop / COMBINE_TYPES, type = loop % COMBINE_TYPES;
	int ordered = op == OP_MAX || op == OP_MIN;
	return type <= TYPE_INT16 || (ordered && (type == TYPE_FLOAT || type == TYPE_DOUBLE));
}

int tc_combine(const reduction *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b,
	int64_t words, char *temporary) {
	combine_loop *loop = op->loop >= 0 ? tc_loops[op->loop] : NULL;
	enum { FEW = 64 }; // up to this many words, MPI's argument checks take longer than the combination
	if (loop != NULL && (words <= FEW || tc_library_differs(op->loop) || (dst != a && dst != b))) {
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
