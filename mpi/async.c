//go:build cgo

#include "state.h"

int *tc_table(port *p, int n) {
	state *s = of(p);
	ENLARGE(s->started, n);
	ENLARGE(s->wants, n);
	ENLARGE(s->done, n);
	ENLARGE(s->done_statuses, n);
	for (; s->slots < n; s->slots++) {
		s->started[s->slots] = MPI_REQUEST_NULL;
	}
	return s->done;
}

int tc_start(port *p, int slot, int receives, char *x, int count, int peer, int tag) {
	state *s = of(p);
	s->wants[slot] = receives ? count : -1;
	return receives ? MPI_Irecv(x, count, s->type, peer, FIRST_TAG + tag, s->comm, &s->started[slot])
	                : MPI_Isend(x, count, s->type, peer, FIRST_TAG + tag, s->comm, &s->started[slot]);
}

int tc_wait_some(port *p, int *completed) {
	state *s = of(p);
	*completed = 0;
	int some = MPI_Waitsome(s->slots, s->started, completed, s->done, s->done_statuses);
	if (some != MPI_SUCCESS) {
		int class;
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			*completed = 0;
			return some;
		}
	}
	for (int i = 0; i < *completed; i++) { // the codes of the statuses are set only after MPI_ERR_IN_STATUS
		int want = s->wants[s->done[i]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : s->done_statuses[i].MPI_ERROR;
		code = want < 0 ? code : tc_arrived(p, code, &s->done_statuses[i], want);
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}
