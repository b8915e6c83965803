//go:build cgo

#include "vector.h"

#include "state.h"

static inline int call(const state *s, int function, char *x, const int *counts, const int *starts, char *result, const int *to, const int *into,
	int count, MPI_Op op, int root) {
	switch (function) {
	case ALLGATHERV:
		return MPI_Allgatherv(x, count, s->type, result, to, into, s->type, s->comm);
	case GATHERV:
		return MPI_Gatherv(x, count, s->type, result, to, into, s->type, root, s->comm);
	case SCATTERV:
		return MPI_Scatterv(x, counts, starts, s->type, result, count, s->type, root, s->comm);
	case ALLTOALLV:
		return MPI_Alltoallv(x, counts, starts, s->type, result, to, into, s->type, s->comm);
	case REDUCE_SCATTER:
		return MPI_Reduce_scatter(x, result, counts, s->type, op, s->comm);
	}
	return MPI_ERR_OTHER;
}

int tc_vector(port *p, int function, char *x, const int *counts, const int *starts, char *result, const int *to, const int *into, int count,
	MPI_Op op, int root) {
	tc_note(p, &p->began);
	int code = call(of(p), function, x, counts, starts, result, to, into, count, op, root);
	tc_note(p, &p->ended);
	return code;
}
