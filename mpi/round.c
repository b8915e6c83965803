//go:build cgo

#include "state.h"

#include <stdlib.h>

// give_up takes back what a round has started when a later message cannot be.
static int give_up(MPI_Request *requests, int started, int code) {
	for (int i = 0; i < started; i++) {
		MPI_Cancel(&requests[i]);
		MPI_Request_free(&requests[i]);
	}
	return code;
}

static int round_of(port *p, const part *recvs, int n_recvs, const part *sends, int n_sends,
                    MPI_Request *requests, MPI_Status *statuses) {
	int n = 0, code;
	for (int i = 0; i < n_recvs; i++, n++) {
		code = MPI_Irecv((char *)recvs[i].data, recvs[i].count, p->type, recvs[i].peer, PORT_TAG, p->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return give_up(requests, n, code);
		}
	}
	for (int i = 0; i < n_sends; i++, n++) {
		code = MPI_Isend((char *)sends[i].data, sends[i].count, p->type, sends[i].peer, PORT_TAG, p->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return give_up(requests, n, code);
		}
	}
	int all = MPI_Waitall(n, requests, statuses);
	if (all != MPI_SUCCESS && all != MPI_ERR_IN_STATUS) {
		return all;
	}
	for (int i = 0; i < n; i++) { // the codes of the statuses are set only after MPI_ERR_IN_STATUS
		code = all == MPI_SUCCESS ? MPI_SUCCESS : statuses[i].MPI_ERROR;
		code = i < n_recvs ? tc_arrived(p, code, &statuses[i], recvs[i].count) : code;
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}

int tc_round4(port *p, int sends, char *s0, int s0_count, int to0, char *s1, int s1_count, int to1,
              int recvs, char *r0, int r0_count, int from0, char *r1, int r1_count, int from1) {
	const part out[2] = {{(uintptr_t)s0, s0_count, to0}, {(uintptr_t)s1, s1_count, to1}};
	const part in[2] = {{(uintptr_t)r0, r0_count, from0}, {(uintptr_t)r1, r1_count, from1}};
	MPI_Request requests[4];
	MPI_Status statuses[4];
	return round_of(p, in, recvs, out, sends, requests, statuses);
}

int tc_round(port *p, int sends, int recvs) {
	return round_of(p, p->parts, recvs, p->parts + recvs, sends, p->requests, p->statuses);
}

part *tc_parts(port *p, int n) {
	free(p->parts);
	free(p->requests);
	free(p->statuses);
	p->parts = calloc(n, sizeof *p->parts);
	p->requests = calloc(n, sizeof *p->requests);
	p->statuses = calloc(n, sizeof *p->statuses);
	return p->requests && p->statuses ? p->parts : NULL;
}
