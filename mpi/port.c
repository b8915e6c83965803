//go:build cgo

#include "state.h"

#include <stdlib.h>

port *tc_port_new(MPI_Comm comm, MPI_Datatype type) {
	port *p = calloc(1, sizeof *p);
	if (p != NULL) {
		p->comm = comm;
		p->type = type;
	}
	return p;
}

void tc_port_free(port *p) {
	free(p->parts);
	free(p->requests);
	free(p->started);
	free(p->wants);
	free(p->done);
	free(p->done_statuses);
	free(p);
}

void tc_wrong_length(port *p, int *peer, int *got, int *want) {
	*peer = p->peer;
	*got = p->got;
	*want = p->want;
}

int tc_arrived(port *p, int code, const MPI_Status *status, int want) {
	if (code != MPI_SUCCESS && code != MPI_ERR_TRUNCATE) {
		return code;
	}
	int got;
	MPI_Get_count(status, p->type, &got);
	if (code == MPI_SUCCESS && got == want) {
		return MPI_SUCCESS;
	}
	p->peer = status->MPI_SOURCE;
	p->got = got;
	p->want = want;
	return WRONG_LENGTH;
}

int tc_send(port *p, char *x, int count, int to) {
	return MPI_Send(x, count, p->type, to, PORT_TAG, p->comm);
}

int tc_recv(port *p, char *x, int count, int from) {
	MPI_Status status;
	int code = MPI_Recv(x, count, p->type, from, PORT_TAG, p->comm, &status);
	return tc_arrived(p, code, &status, count);
}

int tc_sendrecv(port *p, char *out, int out_count, int to, char *in, int in_count, int from) {
	MPI_Status status;
	int code = MPI_Sendrecv(out, out_count, p->type, to, PORT_TAG, in, in_count, p->type, from, PORT_TAG, p->comm, &status);
	return tc_arrived(p, code, &status, in_count);
}
