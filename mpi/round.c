//go:build cgo

#include "state.h"

#include <stdlib.h>

int tc_give_up(MPI_Request *requests, int started, int code) {
	for (int i = 0; i < started; i++) {
		if (requests[i] != MPI_REQUEST_NULL) {
			MPI_Cancel(&requests[i]);
			MPI_Request_free(&requests[i]);
		}
	}
	return code;
}

// round_of waits for its messages one by one: when one of them is too long, MPI_Waitall of Open MPI 4.1.4
// may never return. The code is that of the first with an error.
static int round_of(port *p, const part *recvs, int n_recvs, const part *sends, int n_sends, MPI_Request *requests) {
	int n = 0, code, first = MPI_SUCCESS;
	for (int i = 0; i < n_recvs; i++, n++) {
		code = MPI_Irecv((char *)recvs[i].data, recvs[i].count, of(p)->type, recvs[i].peer, PORT_TAG, of(p)->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return tc_give_up(requests, n, code);
		}
	}
	for (int i = 0; i < n_sends; i++, n++) {
		code = MPI_Isend((char *)sends[i].data, sends[i].count, of(p)->type, sends[i].peer, PORT_TAG, of(p)->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return tc_give_up(requests, n, code);
		}
	}
	for (int i = 0; i < n; i++) {
		MPI_Status status;
		code = MPI_Wait(&requests[i], &status);
		if (first == MPI_SUCCESS) {
			first = i < n_recvs ? tc_arrived(p, code, &status, recvs[i].count) : code;
		}
	}
	return first;
}

int tc_round4(port *p, int sends, char *s0, int s0_count, int to0, char *s1, int s1_count, int to1,
              int recvs, char *r0, int r0_count, int from0, char *r1, int r1_count, int from1) {
	const part out[2] = {{(uintptr_t)s0, s0_count, to0}, {(uintptr_t)s1, s1_count, to1}};
	const part in[2] = {{(uintptr_t)r0, r0_count, from0}, {(uintptr_t)r1, r1_count, from1}};
	MPI_Request requests[4];
	return round_of(p, in, recvs, out, sends, requests);
}

int tc_round(port *p, int sends, int recvs) {
	return round_of(p, of(p)->parts, recvs, of(p)->parts + recvs, sends, of(p)->requests);
}

part *tc_parts(port *p, int n) {
	free(of(p)->parts);
	free(of(p)->requests);
	of(p)->parts = calloc(n, sizeof *of(p)->parts);
	of(p)->requests = calloc(n, sizeof *of(p)->requests);
	return of(p)->requests != NULL ? of(p)->parts : NULL;
}
