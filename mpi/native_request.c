//go:build cgo

#include "native_request.h"

#include "state.h"

#define START(constant, name, lower, ...) \
	case constant:                          \
		return MPI_I##lower(__VA_ARGS__ s->comm, &c->request[0]);
#define INITIALIZE(constant, name, lower, ...) \
	case constant:                               \
		return TC_INIT(name)(__VA_ARGS__ s->comm, MPI_INFO_NULL, &c->request[0]);

static int start_nonblocking(library_call *c, const port_state *s, int function, char *x, char *result,
	int count, MPI_Op op, int root) {
	switch (function) { EQUAL_BLOCKS(START) }
	return MPI_ERR_OTHER;
}

static int init_persistent(library_call *c, const port_state *s, int function, char *x, char *result,
	int count, MPI_Op op, int root) {
#if TC_PERSISTENT
	switch (function) { EQUAL_BLOCKS(INITIALIZE) }
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
	const int *in_starts, char *result, const int *out_counts, const int *out_starts, int count, MPI_Op op,
	int root) {
	const port_state *s = state_of(p);
	*c = (library_call){1, 0, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}};
	switch (function) { WITH_COUNTS(START) }
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
