//go:build cgo

#include "native_request.h"

#include "state.h"

static int start_nonblocking(library_call *c, const port_state *s, int function, char *x, char *result,
	int count, MPI_Op op, int root) {
	MPI_Request *r = &c->request[0];
	switch (function) {
	case BARRIER:
		return MPI_Ibarrier(s->comm, r);
	case BCAST:
		return MPI_Ibcast(x, count, s->type, root, s->comm, r);
	case GATHER:
		return MPI_Igather(x, count, s->type, result, count, s->type, root, s->comm, r);
	case SCATTER:
		return MPI_Iscatter(x, count, s->type, result, count, s->type, root, s->comm, r);
	case ALLGATHER:
		return MPI_Iallgather(x, count, s->type, result, count, s->type, s->comm, r);
	case ALLTOALL:
		return MPI_Ialltoall(x, count, s->type, result, count, s->type, s->comm, r);
	case REDUCE:
		return MPI_Ireduce(x, result, count, s->type, op, root, s->comm, r);
	case ALLREDUCE:
		return MPI_Iallreduce(x, result, count, s->type, op, s->comm, r);
	case REDUCE_SCATTER_BLOCK:
		return MPI_Ireduce_scatter_block(x, result, count, s->type, op, s->comm, r);
	case SCAN:
		return MPI_Iscan(x, result, count, s->type, op, s->comm, r);
	case EXSCAN:
		return MPI_Iexscan(x, result, count, s->type, op, s->comm, r);
	}
	return MPI_ERR_OTHER;
}

static int init_persistent(library_call *c, const port_state *s, int function, char *x, char *result,
	int count, MPI_Op op, int root) {
#if TC_PERSISTENT
	MPI_Request *r = &c->request[0];
	MPI_Info none = MPI_INFO_NULL;
	switch (function) {
	case BARRIER:
		return TC_INIT(Barrier)(s->comm, none, r);
	case BCAST:
		return TC_INIT(Bcast)(x, count, s->type, root, s->comm, none, r);
	case GATHER:
		return TC_INIT(Gather)(x, count, s->type, result, count, s->type, root, s->comm, none, r);
	case SCATTER:
		return TC_INIT(Scatter)(x, count, s->type, result, count, s->type, root, s->comm, none, r);
	case ALLGATHER:
		return TC_INIT(Allgather)(x, count, s->type, result, count, s->type, s->comm, none, r);
	case ALLTOALL:
		return TC_INIT(Alltoall)(x, count, s->type, result, count, s->type, s->comm, none, r);
	case REDUCE:
		return TC_INIT(Reduce)(x, result, count, s->type, op, root, s->comm, none, r);
	case ALLREDUCE:
		return TC_INIT(Allreduce)(x, result, count, s->type, op, s->comm, none, r);
	case REDUCE_SCATTER_BLOCK:
		return TC_INIT(Reduce_scatter_block)(x, result, count, s->type, op, s->comm, none, r);
	case SCAN:
		return TC_INIT(Scan)(x, result, count, s->type, op, s->comm, none, r);
	case EXSCAN:
		return TC_INIT(Exscan)(x, result, count, s->type, op, s->comm, none, r);
	}
#endif
	return MPI_ERR_OTHER;
}

static int start_shift(library_call *c, const port_state *s, char *x, char *result, int count, MPI_Comm ring,
	int distance) {
	int from, to;
	int code = MPI_Cart_shift(ring, 0, distance, &from, &to);
	c->n = 2;
	if (code != MPI_SUCCESS) {
		return code;
	}
	if (c->persistent) {
		code = MPI_Recv_init(result, count, s->type, from, PORT_TAG, ring, &c->request[0]);
		return code != MPI_SUCCESS ? code : MPI_Send_init(x, count, s->type, to, PORT_TAG, ring,
			&c->request[1]);
	}
	code = MPI_Irecv(result, count, s->type, from, PORT_TAG, ring, &c->request[0]);
	return code != MPI_SUCCESS ? code : MPI_Isend(x, count, s->type, to, PORT_TAG, ring, &c->request[1]);
}

int tc_library_start(library_call *c, port *p, int function, int persistent, char *x, char *result, int count,
	MPI_Op op, int root, MPI_Comm ring, int distance) {
	*c = (library_call){1, persistent, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
	if (function == SHIFT) {
		return start_shift(c, state_of(p), x, result, count, ring, distance);
	}
	return (persistent ? init_persistent : start_nonblocking)(c, state_of(p), function, x, result, count, op,
		root);
}

int tc_library_start_vector(library_call *c, port *p, int function, char *x, const int *in_counts,
	const int *in_starts, char *result, const int *out_counts,
	const int *out_starts, int count, MPI_Op op, int root) {
	const port_state *s = state_of(p);
	*c = (library_call){1, 0, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
	MPI_Request *r = &c->request[0];
	switch (function) {
	case ALLGATHERV:
		return MPI_Iallgatherv(x, count, s->type, result, out_counts, out_starts, s->type, s->comm, r);
	case GATHERV:
		return MPI_Igatherv(x, count, s->type, result, out_counts, out_starts, s->type, root, s->comm, r);
	case SCATTERV:
		return MPI_Iscatterv(x, in_counts, in_starts, s->type, result, count, s->type, root, s->comm, r);
	case ALLTOALLV:
		return MPI_Ialltoallv(x, in_counts, in_starts, s->type, result, out_counts, out_starts, s->type,
			s->comm, r);
	case REDUCE_SCATTER:
		return MPI_Ireduce_scatter(x, result, in_counts, s->type, op, s->comm, r);
	}
	return MPI_ERR_OTHER;
}

int tc_library_restart(library_call *c) { return MPI_Startall(c->n, c->request); }

int tc_library_test(library_call *c, int *over) {
	MPI_Status status[2];
	return MPI_Testall(c->n, c->request, over, status);
}

int tc_library_wait(library_call *c) {
	MPI_Status status[2];
	return MPI_Waitall(c->n, c->request, status);
}

int tc_library_free(library_call *c) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < c->n && code == MPI_SUCCESS; i++) {
		if (c->request[i] != MPI_REQUEST_NULL) {
			code = MPI_Request_free(&c->request[i]);
		}
	}
	return code;
}
