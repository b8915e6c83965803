//go:build cgo

#include "state.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

port *tc_port_new(MPI_Comm comm, MPI_Datatype type) {
	port_state *s = calloc(1, sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	s->comm = comm;
	s->type = type;
	return &s->seen;
}

void tc_port_free(port *p) {
	port_state *s = state_of(p);
	free(s->trace);
	free(s->round_messages);
	free(s->round_requests);
	free(s->async_requests);
	free(s->async_want);
	free(s->async_done);
	free(s->async_statuses);
	tc_workspace_free(&s->workspace);
	free(s);
}

void tc_trim_heap(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

int64_t *tc_trace(port *p, int steps) {
	port_state *s = state_of(p);
	ENLARGE(s->trace, 2 * steps);
	return s->trace;
}

// COUNTS_TRUNCATED is 1 if MPI_Get_count returns the length of a message that is too long. MPICH does not.
#ifdef MPICH_VERSION
enum { COUNTS_TRUNCATED = 0 };
#else
enum { COUNTS_TRUNCATED = 1 };
#endif

int tc_check_receive(port *p, MPI_Datatype type, int code, const MPI_Status *status, int want) {
	if (code == MPI_SUCCESS && want == 0) {
		return MPI_SUCCESS; // MPI reports a longer message as an error
	}
	int class = MPI_SUCCESS;
	if (code != MPI_SUCCESS) {
		MPI_Error_class(code, &class);
	}
	if (class != MPI_SUCCESS && class != MPI_ERR_TRUNCATE) {
		return code;
	}
	int got;
	MPI_Get_count(status, type, &got);
	if (code == MPI_SUCCESS && got == want) {
		return MPI_SUCCESS;
	}
	p->peer = status->MPI_SOURCE;
	p->got = class == MPI_ERR_TRUNCATE && (!COUNTS_TRUNCATED || got <= want) ? TOO_LONG : got;
	p->want = want;
	return WRONG_LENGTH;
}

int tc_cancel_messages(MPI_Request *requests, int n, int code) {
	for (int i = 0; i < n; i++) {
		if (requests[i] != MPI_REQUEST_NULL) {
			MPI_Cancel(&requests[i]);
			MPI_Request_free(&requests[i]);
		}
	}
	return code;
}
