//go:build cgo

#include "loops.h"

#include "clock.h"
#include "state.h"

// TIMED is OSU's method: after a barrier, n times the call by the clock of each process and a barrier.
#define TIMED(call)                                                                \
	int code = MPI_Barrier(of(p)->comm);                                               \
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {                           \
		int64_t start = tc_now();                                                  \
		code = call;                                                               \
		ns[i] = tc_now() - start;                                                  \
		code = code == MPI_SUCCESS ? MPI_Barrier(of(p)->comm) : code;                  \
	}                                                                              \
	return code;

int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n) {
	int code = MPI_SUCCESS, first = partner == 1;
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		int64_t start = tc_now();
		code = first ? tc_send(p, x, count, partner) : tc_recv(p, x, count, partner);
		if (code == MPI_SUCCESS) {
			code = first ? tc_recv(p, x, count, partner) : tc_send(p, x, count, partner);
		}
		ns[i] = tc_now() - start;
	}
	return code;
}

int tc_time_bcast(port *p, int root, char *x, int count, int64_t *ns, int n) {
	TIMED(MPI_Bcast(x, count, of(p)->type, root, of(p)->comm))
}

int tc_time_allreduce(port *p, MPI_Op op, char *x, char *result, int count, int64_t *ns, int n) {
	TIMED(MPI_Allreduce(x, result, count, of(p)->type, op, of(p)->comm))
}

int tc_time_alltoall(port *p, char *x, char *result, int count, int64_t *ns, int n) {
	TIMED(MPI_Alltoall(x, count, of(p)->type, result, count, of(p)->type, of(p)->comm))
}
