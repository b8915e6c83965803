//go:build cgo

#include "state.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

port *tc_port_new(MPI_Comm comm, MPI_Datatype type) {
	state *s = calloc(1, sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	s->comm = comm;
	s->type = type;
	return &s->seen;
}

void tc_port_free(port *p) {
	state *s = of(p);
	free(s->parts);
	free(s->requests);
	free(s->started);
	free(s->wants);
	free(s->done);
	free(s->done_statuses);
	tc_work_free(&s->work);
	free(s);
#ifdef __GLIBC__
	malloc_trim(0); // it keeps what is free for later calls of malloc, in this process only
#endif
}

#ifdef MPICH_VERSION
enum { TELLS_LENGTH = 0 }; // of a message that is too long: what MPI_Get_count gives then is not set
#else
enum { TELLS_LENGTH = 1 };
#endif

int tc_arrived(port *p, int code, const MPI_Status *status, int want) {
	int class = MPI_SUCCESS;
	if (code != MPI_SUCCESS) {
		MPI_Error_class(code, &class);
	}
	if (class != MPI_SUCCESS && class != MPI_ERR_TRUNCATE) {
		return code;
	}
	int got;
	MPI_Get_count(status, of(p)->type, &got);
	if (code == MPI_SUCCESS && got == want) {
		return MPI_SUCCESS;
	}
	p->peer = status->MPI_SOURCE;
	p->got = class == MPI_ERR_TRUNCATE && (!TELLS_LENGTH || got <= want) ? TOO_LONG : got;
	p->want = want;
	return WRONG_LENGTH;
}

int tc_send(port *p, char *x, int count, int to) {
	return MPI_Send(x, count, of(p)->type, to, PORT_TAG, of(p)->comm);
}

int tc_recv(port *p, char *x, int count, int from) {
	MPI_Status status;
	int code = MPI_Recv(x, count, of(p)->type, from, PORT_TAG, of(p)->comm, &status);
	return tc_arrived(p, code, &status, count);
}

int tc_sendrecv(port *p, char *out, int out_count, int to, char *in, int in_count, int from) {
	MPI_Status status;
	int code = MPI_Sendrecv(out, out_count, of(p)->type, to, PORT_TAG, in, in_count, of(p)->type, from, PORT_TAG, of(p)->comm, &status);
	return tc_arrived(p, code, &status, in_count);
}

int tc_probe(port *p, int from, int *here) {
	return MPI_Iprobe(from, PORT_TAG, of(p)->comm, here, MPI_STATUS_IGNORE);
}
