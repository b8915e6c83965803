//go:build cgo

#include "native.h"

#include "state.h"

static inline int call(const state *s, int function, char *x, char *result, int count, MPI_Op op, int root) {
	switch (function) {
	case BARRIER:
		return MPI_Barrier(s->comm);
	case BCAST:
		return MPI_Bcast(x, count, s->type, root, s->comm);
	case GATHER:
		return MPI_Gather(x, count, s->type, result, count, s->type, root, s->comm);
	case SCATTER:
		return MPI_Scatter(x, count, s->type, result, count, s->type, root, s->comm);
	case ALLGATHER:
		return MPI_Allgather(x, count, s->type, result, count, s->type, s->comm);
	case ALLTOALL:
		return MPI_Alltoall(x, count, s->type, result, count, s->type, s->comm);
	case REDUCE:
		return MPI_Reduce(x, result, count, s->type, op, root, s->comm);
	case ALLREDUCE:
		return MPI_Allreduce(x, result, count, s->type, op, s->comm);
	case REDUCE_SCATTER_BLOCK:
		return MPI_Reduce_scatter_block(x, result, count, s->type, op, s->comm);
	case SCAN:
		return MPI_Scan(x, result, count, s->type, op, s->comm);
	case EXSCAN:
		return MPI_Exscan(x, result, count, s->type, op, s->comm);
	}
	return MPI_ERR_OTHER;
}

int tc_collective(port *p, int function, char *x, char *result, int count, MPI_Op op, int root) {
	tc_note(p, &p->began);
	int code = call(of(p), function, x, result, count, op, root);
	tc_note(p, &p->ended);
	return code;
}

int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count) {
	int from, to;
	MPI_Status status;
	tc_note(p, &p->began);
	int code = MPI_Cart_shift(ring, 0, distance, &from, &to);
	if (code == MPI_SUCCESS) {
		code = MPI_Sendrecv(x, count, of(p)->type, to, PORT_TAG, result, count, of(p)->type, from, PORT_TAG, ring, &status);
		tc_note(p, &p->ended);
		code = tc_arrived(p, code, &status, count);
	}
	return code;
}
