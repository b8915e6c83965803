// TOPOCOLL_CHECK: do all processes call the same, and does the library get the same result?
#include "dropin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../mpi/combine.h"

enum { WRONG = 3 }; // exit code of a wrong result

static void end(const group *g) {
	fflush(stderr);
	PMPI_Abort(g->comm, WRONG);
}

void tc_alike(const group *g, int op, int64_t bytes, int root) {
	enum { FIELDS = 3 };
	int64_t mine[FIELDS] = {op, bytes, root}, *all = malloc(g->p * sizeof mine);
	if (all == NULL) {
		end(g);
		return;
	}
	PMPI_Allgather(mine, FIELDS, MPI_INT64_T, all, FIELDS, MPI_INT64_T, g->comm);
	for (int rank = 1; rank < g->p; rank++) {
		const int64_t *his = all + FIELDS * rank;
		if (memcmp(his, all, sizeof mine) != 0 && g->rank == 0) {
			fprintf(stderr, "topocoll: check: rank %d of a communicator of %d calls %s with blocks of %lld bytes and root %lld, rank 0 %s with %lld and %lld\n",
			        rank, g->p, tc_names[his[0]], (long long)his[1], (long long)his[2], tc_names[all[0]], (long long)all[1], (long long)all[2]);
			end(g);
		}
		if (memcmp(his, all, sizeof mine) != 0) {
			PMPI_Barrier(g->comm); // rank 0 ends the job
		}
	}
	free(all);
}

// again does the call by the library.
static int again(const call *c, const char *in, char *out, int words, MPI_Datatype type, MPI_Op op) {
	MPI_Comm comm = c->group->comm;
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

// result is how many words of result this process has.
static int64_t result(const call *c, int64_t words) {
	const group *g = c->group;
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

// differs returns the first word that is another one, or -1. Sums of another order differ in their last digits: they may by a part of the largest word.
static int64_t differs(const char *a, const char *b, int64_t words, const kind *k) {
	double most = 0;
	int is_float = k->number == TYPE_FLOAT, is_double = k->number == TYPE_DOUBLE || k->number == TYPE_COMPLEX;
	if (!is_float && !is_double) {
		for (int64_t i = 0; i < words; i++) {
			if (memcmp(a + i * k->extent, b + i * k->extent, k->size == k->extent ? k->extent : 0) != 0) {
				return i;
			}
		}
		return -1;
	}
	int64_t each = k->extent / (is_float ? sizeof(float) : sizeof(double));
#define AT(x, i) (is_float ? ((const float *)(x))[i] : ((const double *)(x))[i])
	for (int64_t i = 0; i < words * each; i++) {
		most = fmax(most, fabs(AT(b, i)));
	}
	for (int64_t i = 0; i < words * each; i++) {
		if (fabs(AT(a, i) - AT(b, i)) > most * (is_float ? 1e-4 : 1e-10)) {
			return i / each;
		}
	}
	return -1;
}

int tc_compare(const call *c, const char *in, const char *out, int64_t words, MPI_Datatype type, const kind *k, MPI_Op op) {
	int64_t n = result(c, words);
	char *other = calloc(n + 1, k->extent);
	if (other == NULL) {
		return MPI_ERR_NO_MEM;
	}
	if (c->op == BCAST && c->group->rank == c->root) {
		memcpy(other, out, n * k->extent);
	}
	int code = again(c, in, other, words, type, op);
	int64_t i = code == MPI_SUCCESS ? differs(out, other, n, k) : -1;
	if (i >= 0) {
		fprintf(stderr, "topocoll: check: %s with blocks of %lld bytes, root %d, by %s: word %lld of the result of rank %d of %d is not that of the MPI library\n",
		        tc_names[c->op], (long long)c->bytes, c->root, tc_plans_set(tc_plans, c->way->whole)->name, (long long)i, c->group->rank, c->group->p);
		end(c->group);
	}
	free(other);
	return code;
}
