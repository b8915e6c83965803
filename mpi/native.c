//go:build cgo

#include "native.h"

#include "clock.h"
#include "state.h"

// TIMED notes when the library's call begins and ends, as a C program would see it, if that is asked for: two
// readings of the clock are a tenth of the shortest calls.
#define TIMED(call)          \
	if (p->timed) {          \
		p->began = tc_now(); \
	}                        \
	int code = call;         \
	if (p->timed) {          \
		p->ended = tc_now(); \
	}                        \
	return code;

int tc_barrier(port *p) {
	TIMED(MPI_Barrier(of(p)->comm))
}

int tc_bcast(port *p, char *x, int count, int root) {
	TIMED(MPI_Bcast(x, count, of(p)->type, root, of(p)->comm))
}

int tc_gather(port *p, char *x, int count, char *result, int root) {
	TIMED(MPI_Gather(x, count, of(p)->type, result, count, of(p)->type, root, of(p)->comm))
}

int tc_scatter(port *p, char *x, char *result, int count, int root) {
	TIMED(MPI_Scatter(x, count, of(p)->type, result, count, of(p)->type, root, of(p)->comm))
}

int tc_allgather(port *p, char *x, int count, char *result) {
	TIMED(MPI_Allgather(x, count, of(p)->type, result, count, of(p)->type, of(p)->comm))
}

int tc_alltoall(port *p, char *x, char *result, int count) {
	TIMED(MPI_Alltoall(x, count, of(p)->type, result, count, of(p)->type, of(p)->comm))
}

int tc_reduce_to(port *p, char *x, char *result, int count, MPI_Op op, int root) {
	TIMED(MPI_Reduce(x, result, count, of(p)->type, op, root, of(p)->comm))
}

int tc_allreduce(port *p, char *x, char *result, int count, MPI_Op op) {
	TIMED(MPI_Allreduce(x, result, count, of(p)->type, op, of(p)->comm))
}

int tc_reduce_scatter_block(port *p, char *x, char *result, int count, MPI_Op op) {
	TIMED(MPI_Reduce_scatter_block(x, result, count, of(p)->type, op, of(p)->comm))
}

int tc_reduce_scatter(port *p, char *x, char *result, int *counts, MPI_Op op) {
	TIMED(MPI_Reduce_scatter(x, result, counts, of(p)->type, op, of(p)->comm))
}

int tc_scan(port *p, char *x, char *result, int count, MPI_Op op) {
	TIMED(MPI_Scan(x, result, count, of(p)->type, op, of(p)->comm))
}

int tc_exscan(port *p, char *x, char *result, int count, MPI_Op op) {
	TIMED(MPI_Exscan(x, result, count, of(p)->type, op, of(p)->comm))
}

int tc_ring(MPI_Comm comm, MPI_Comm *ring) {
	int size, periodic = 1;
	MPI_Comm_size(comm, &size);
	return MPI_Cart_create(comm, 1, &size, &periodic, 0, ring);
}

int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count) {
	int from, to;
	MPI_Status status;
	if (p->timed) {
		p->began = tc_now();
	}
	int code = MPI_Cart_shift(ring, 0, distance, &from, &to);
	if (code == MPI_SUCCESS) {
		code = MPI_Sendrecv(x, count, of(p)->type, to, PORT_TAG, result, count, of(p)->type, from, PORT_TAG, ring, &status);
		if (p->timed) {
			p->ended = tc_now();
		}
		code = tc_arrived(p, code, &status, count);
	}
	return code;
}
