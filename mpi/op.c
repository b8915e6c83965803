//go:build cgo

#include "op.h"

#include <stdint.h>

MPI_Op tc_affine;

// compose is the MPI_User_function of Affine: it applies composeAffine of op.go to each pair of words. The
// maps in `in` are applied first, as in MPI.
static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
	const uint64_t *f = in;
	uint64_t *g = inout;
	for (int j = 0; j < *count; j++) {
		uint32_t fa = f[j] >> 32, fb = f[j], ga = g[j] >> 32, gb = g[j];
		uint32_t a = ga * fa, b = ga * fb + gb;
		g[j] = (uint64_t)a << 32 | b;
	}
}

int tc_create_affine(void) { return MPI_Op_create(compose, 0, &tc_affine); }

void tc_loop(int loop, char *dst, const char *a, const char *b, int64_t n) { tc_loops[loop](dst, a, b, n); }

int tc_reduce_local(char *in, char *inout, int count, MPI_Datatype type, MPI_Op op) {
	int up, down;
	MPI_Initialized(&up);
	MPI_Finalized(&down);
	return up && !down ? MPI_Reduce_local(in, inout, count, type, op) : MPI_ERR_OTHER;
}
