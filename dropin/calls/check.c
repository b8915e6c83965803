// This file implements TOPOCOLL_CHECK. It checks that all ranks make the same call, and that the result
// equals the MPI library's result.
#include "../dropin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../mpi/combine.h"

enum { WRONG = 3 }; // exit code if a check fails

// abort_job aborts the job after a message has been printed. It waits first, because otherwise Open MPI 5.0.7
// may print its own message about MPI_Abort in the middle of this message.
static void abort_job(const communicator *g) {
	const struct timespec pause = {.tv_nsec = 200000000};
	fflush(stderr);
	nanosleep(&pause, NULL);
	PMPI_Abort(g->comm, WRONG);
}

void tc_check_arguments(const communicator *g, int op, int64_t bytes, int root) {
	enum { FIELDS = 3 };
	int64_t mine[FIELDS] = {op, bytes, root}, *all = malloc(g->p * sizeof mine);
	if (all == NULL) {
		abort_job(g);
		return;
	}
	PMPI_Allgather(mine, FIELDS, MPI_INT64_T, all, FIELDS, MPI_INT64_T, g->comm);
	for (int rank = 1; rank < g->p; rank++) {
		const int64_t *his = all + FIELDS * rank;
		if (memcmp(his, all, sizeof mine) == 0) {
			continue;
		}
		if (g->rank == 0) {
			fprintf(stderr,
				"topocoll: check: rank %d of %d calls %s with blocks of %lld bytes and root %lld, but rank 0 "
				"calls %s with blocks of %lld bytes and root %lld\n",
			        rank, g->p, tc_names[his[0]], (long long)his[1], (long long)his[2], tc_names[all[0]],
			        	(long long)all[1], (long long)all[2]);
			abort_job(g);
		}
		PMPI_Barrier(g->comm); // wait here until rank 0 aborts the job
	}
	free(all);
}

// fill_blocks computes the lengths of the n blocks with the numbers first, first + stride and so on, and
// their displacements in a buffer without gaps.
static void fill_blocks(const int64_t *begin, int first, int stride, int n, int *bytes, int *places) {
	for (int i = 0, at = 0; i < n; i++) {
		int block = first + i * stride;
		bytes[i] = begin[block + 1] - begin[block];
		places[i] = at;
		at += bytes[i];
	}
}

static int repeat_with_lengths(const call *c, const char *in, char *out) {
	const communicator *g = c->communicator;
	const int64_t *begin = c->layout->begin;
	int p = g->p, rank = g->rank, code = MPI_ERR_NO_MEM, *bytes = malloc(4 * p * sizeof *bytes);
	int *places = bytes + p, *in_bytes = places + p, *in_places = in_bytes + p;
	if (bytes == NULL) {
		return code;
	}
	int own = begin[rank + 1] - begin[rank];
	fill_blocks(begin, c->op == ALLTOALL ? rank : 0, c->op == ALLTOALL ? p : 1, p, bytes, places);
	switch (c->op) {
	case ALLGATHER:
		code = PMPI_Allgatherv(in, own, MPI_BYTE, out, bytes, places, MPI_BYTE, g->comm);
		break;
	case GATHER:
		code = PMPI_Gatherv(in, own, MPI_BYTE, out, bytes, places, MPI_BYTE, c->root, g->comm);
		break;
	case SCATTER:
		code = PMPI_Scatterv(in, bytes, places, MPI_BYTE, out, own, MPI_BYTE, c->root, g->comm);
		break;
	case ALLTOALL:
		fill_blocks(begin, rank * p, 1, p, in_bytes, in_places);
		code = PMPI_Alltoallv(in, in_bytes, in_places, MPI_BYTE, out, bytes, places, MPI_BYTE, g->comm);
	}
	free(bytes);
	return code;
}

static int repeat_natively(const call *c, const char *in, char *out, int words, MPI_Datatype type,
	MPI_Op op) {
	MPI_Comm comm = c->communicator->comm;
	if (c->layout != NULL) {
		return repeat_with_lengths(c, in, out);
	}
	switch (c->op) {
	case BCAST:
		return PMPI_Bcast(out, words, type, c->root, comm);
	case REDUCE:
		return PMPI_Reduce(in, out, words, type, op, c->root, comm);
	case ALLGATHER:
		return PMPI_Allgather(in, words, type, out, words, type, comm);
	case REDUCE_SCATTER:
		return PMPI_Reduce_scatter_block(in, out, words, type, op, comm);
	case ALLREDUCE:
		return PMPI_Allreduce(in, out, words, type, op, comm);
	case SCAN:
		return PMPI_Scan(in, out, words, type, op, comm);
	case EXSCAN:
		return PMPI_Exscan(in, out, words, type, op, comm);
	case SCATTER:
		return PMPI_Scatter(in, words, type, out, words, type, c->root, comm);
	case GATHER:
		return PMPI_Gather(in, words, type, out, words, type, c->root, comm);
	case ALLTOALL:
		return PMPI_Alltoall(in, words, type, out, words, type, comm);
	}
	return MPI_SUCCESS;
}

// result_words returns the number of words in this process's result.
static int64_t result_words(const call *c, int64_t words) {
	const communicator *g = c->communicator;
	if (c->layout != NULL && (c->op != GATHER || g->rank == c->root)) {
		return c->layout->out[c->op == SCATTER ? 1 : g->p];
	}
	switch (c->op) {
	case BARRIER:
		return 0;
	case REDUCE:
		return g->rank == c->root ? words : 0;
	case GATHER:
		return g->rank == c->root ? g->p * words : 0;
	case ALLGATHER:
	case ALLTOALL:
		return g->p * words;
	case EXSCAN:
		return g->rank > 0 ? words : 0;
	}
	return words;
}

static int named_real_bytes(MPI_Datatype type) {
	const struct {
		MPI_Datatype type;
		int numbers; // how many numbers a word consists of
	} reals[] = {
		{MPI_FLOAT, 1}, {MPI_DOUBLE, 1}, {MPI_LONG_DOUBLE, 1}, {MPI_REAL, 1}, {MPI_DOUBLE_PRECISION, 1},
			{MPI_REAL4, 1}, {MPI_REAL8, 1},
		{MPI_C_FLOAT_COMPLEX, 2}, {MPI_C_DOUBLE_COMPLEX, 2}, {MPI_C_LONG_DOUBLE_COMPLEX, 2}, {MPI_COMPLEX, 2},
			{MPI_DOUBLE_COMPLEX, 2},
		{MPI_COMPLEX8, 2}, {MPI_COMPLEX16, 2}, {MPI_CXX_FLOAT_COMPLEX, 2}, {MPI_CXX_DOUBLE_COMPLEX, 2},
			{MPI_CXX_LONG_DOUBLE_COMPLEX, 2},
	};
	int size;
	PMPI_Type_size(type, &size);
	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++) {
		if (reals[i].type == type) { // the size of a Fortran type depends on the options of the compiler
			int real = size / reals[i].numbers;
			return real == sizeof(float) || real == sizeof(double) || real == sizeof(long double) ? real : -1;
		}
	}
	return type == MPI_REAL16 || type == MPI_COMPLEX32 ? -1 : 0;
}

// real_bytes returns the size of a datatype's floating-point numbers, 0 if there are none, and -1 if their
// sizes differ or are unknown.
static int real_bytes(MPI_Datatype type) {
	int integers, addresses, types, combiner, real = -1;
	PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
	if (combiner == MPI_COMBINER_NAMED) {
		return named_real_bytes(type);
	}
	int *counts = malloc((integers + 1) * sizeof *counts);
	MPI_Aint *places = malloc((addresses + 1) * sizeof *places);
	MPI_Datatype *parts = malloc((types + 1) * sizeof *parts);
	if (counts != NULL && places != NULL && parts != NULL && PMPI_Type_get_contents(type, integers, addresses,
		types, counts, places, parts) == MPI_SUCCESS) {
		for (int i = 0; i < types; i++) {
			int part = real_bytes(parts[i]);
			real = i == 0 || part == real ? part : -1;
			PMPI_Type_get_envelope(parts[i], &integers, &addresses, &(int){0}, &combiner);
			int given = combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
				combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
			if (!given) { // predefined datatypes must not be freed
				PMPI_Type_free(&parts[i]);
			}
		}
	}
	free(counts);
	free(places);
	free(parts);
	return real;
}

static long double number_at(const char *x, int64_t i, int real) {
	switch (real) {
	case sizeof(float):
		return ((const float *)x)[i];
	case sizeof(double):
		return ((const double *)x)[i];
	}
	return ((const long double *)x)[i];
}

// largest returns the largest absolute value of the finite numbers in an array, or 0.
static long double largest(const char *x, int64_t numbers, int real) {
	long double most = 0;
	for (int64_t i = 0; i < numbers && real > 0; i++) {
		if (isfinite(number_at(x, i, real))) {
			most = fmaxl(most, fabsl(number_at(x, i, real)));
		}
	}
	return most;
}

// first_difference returns the index of the first word in which a and b differ, or -1. Floating-point sums in
// different orders may differ, so the function ignores differences up to a small fraction of b's largest
// finite number. It also ignores differences up to this fraction of `operands`, the sum of the largest
// operands of all ranks, because large operands may cancel.
static int64_t first_difference(const char *a, const char *b, int64_t words, int64_t size, int real,
	long double operands) {
	for (int64_t i = 0; i < words && real == 0; i++) {
		if (memcmp(a + i * size, b + i * size, size) != 0) {
			return i;
		}
	}
	if (real <= 0) {
		return -1;
	}
	int64_t each = size / real;
	long double part = real == sizeof(float) ? 1e-4L : 1e-10L;
	long double most = fmaxl(operands, largest(b, words * each, real));
	for (int64_t i = 0; i < words * each; i++) {
		long double x = number_at(a, i, real), y = number_at(b, i, real);
		if (x != y && !(isnan(x) && isnan(y)) && !(fabsl(x - y) <= most * part)) {
			return i / each;
		}
	}
	return -1;
}

// pack_dense returns the words without gaps, in memory that the caller frees, or NULL if memory is exhausted.
static char *pack_dense(const char *x, int64_t words, MPI_Datatype type, const type_info *k, MPI_Comm comm) {
	int at = 0;
	char *run = malloc(words * k->size + 1);
	if (run != NULL && PMPI_Pack(x, words, type, run, words * k->size, &at, comm) != MPI_SUCCESS) {
		free(run);
		run = NULL;
	}
	return run;
}

// sum_of_largest returns the sum of the largest operands of all ranks in a reduction of floating-point
// numbers, or 0. All ranks call it.
static double sum_of_largest(const call *c, const char *in, int64_t words, MPI_Datatype type,
	const type_info *k, int real) {
	MPI_Comm comm = c->communicator->comm;
	int64_t n = c->op == REDUCE_SCATTER ? words * c->communicator->p : words;
	char *numbers = real > 0 && n > 0 ? pack_dense(in, n, type, k, comm) : NULL;
	double sum = numbers == NULL ? 0 : largest(numbers, n * (k->size / real), real);
	free(numbers);
	PMPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
	return sum;
}

int tc_check_result(const call *c, const char *in, const char *out, int64_t words, MPI_Datatype type,
	const type_info *k, MPI_Op op) {
	int64_t n = result_words(c, words), i = -1;
	char *other = calloc(n + 1, k->extent);
	if (other == NULL) {
		return MPI_ERR_NO_MEM;
	}
	if (c->op == BCAST && c->communicator->rank == c->root) {
		memcpy(other, out, n * k->extent);
	}
	int code = repeat_natively(c, in, other, words, type, op), real = real_bytes(type);
	double operands = op == MPI_OP_NULL ? 0 : sum_of_largest(c, in, words, type, k, real);
	if (code == MPI_SUCCESS && n > 0) {
		MPI_Comm comm = c->communicator->comm;
		char *mine = pack_dense(out, n, type, k, comm), *theirs = pack_dense(other, n, type, k, comm);
		if (mine == NULL || theirs == NULL) {
			code = MPI_ERR_NO_MEM;
		} else {
			i = first_difference(mine, theirs, n, k->size, real, operands);
		}
		free(mine);
		free(theirs);
	}
	if (i >= 0) {
		fprintf(stderr,
			"topocoll: check: %s with blocks of %lld bytes, root %d, by %s: word %lld of the result of rank %d of "
			"%d differs from the MPI library's result\n",
		        tc_names[c->op], (long long)c->bytes, c->root, tc_plans_set(tc_plans, c->rule->whole)->name,
		        	(long long)i, c->communicator->rank, c->communicator->p);
		abort_job(c->communicator);
	}
	free(other);
	return code;
}
