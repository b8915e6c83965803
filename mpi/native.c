//go:build cgo

#include "native.h"

#include "state.h"

static inline int call_collective(const port_state *s, int function, char *x, char *result, int count,
	MPI_Op op, int root) {
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
	tc_record_time(p, &p->began);
	int code = call_collective(state_of(p), function, x, result, count, op, root);
	tc_record_time(p, &p->ended);
	return code;
}

int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count) {
	int from, to;
	MPI_Status status;
	tc_record_time(p, &p->began);
	int code = MPI_Cart_shift(ring, 0, distance, &from, &to);
	if (code == MPI_SUCCESS) {
		code = MPI_Sendrecv(x, count, state_of(p)->type, to, PORT_TAG, result, count, state_of(p)->type, from,
			PORT_TAG, ring, &status);
		tc_record_time(p, &p->ended);
		code = tc_check_receive(p, state_of(p)->type, code, &status, count);
	}
	return code;
}

static inline int call_vector(const port_state *s, int function, char *x, const int *in_counts,
	const int *in_starts, char *result, const int *out_counts,
	const int *out_starts,
	int count, MPI_Op op, int root) {
	switch (function) {
	case ALLGATHERV:
		return MPI_Allgatherv(x, count, s->type, result, out_counts, out_starts, s->type, s->comm);
	case GATHERV:
		return MPI_Gatherv(x, count, s->type, result, out_counts, out_starts, s->type, root, s->comm);
	case SCATTERV:
		return MPI_Scatterv(x, in_counts, in_starts, s->type, result, count, s->type, root, s->comm);
	case ALLTOALLV:
		return MPI_Alltoallv(x, in_counts, in_starts, s->type, result, out_counts, out_starts, s->type,
			s->comm);
	case REDUCE_SCATTER:
		return MPI_Reduce_scatter(x, result, in_counts, s->type, op, s->comm);
	}
	return MPI_ERR_OTHER;
}

int tc_vector(port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result,
	const int *out_counts,
	const int *out_starts, int count,
	MPI_Op op, int root) {
	tc_record_time(p, &p->began);
	int code = call_vector(state_of(p), function, x, in_counts, in_starts, result, out_counts, out_starts,
		count, op, root);
	tc_record_time(p, &p->ended);
	return code;
}
