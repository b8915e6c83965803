//go:build cgo

#include "native.h"

#include "state.h"

#define CASE(constant, name, lower, ...) \
	case constant:                         \
		return MPI_##name(__VA_ARGS__ s->comm);

static inline int call_collective(const port_state *s, int function, char *x, char *result, int count,
	MPI_Op op, int root) {
	switch (function) { EQUAL_BLOCKS(CASE) }
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
	const int *in_starts, char *result, const int *out_counts, const int *out_starts, int count, MPI_Op op,
	int root) {
	switch (function) { WITH_COUNTS(CASE) }
	return MPI_ERR_OTHER;
}

int tc_vector(port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result,
	const int *out_counts, const int *out_starts, int count, MPI_Op op, int root) {
	tc_record_time(p, &p->began);
	int code = call_vector(state_of(p), function, x, in_counts, in_starts, result, out_counts, out_starts,
		count, op, root);
	tc_record_time(p, &p->ended);
	return code;
}
