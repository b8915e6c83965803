//go:build cgo

#include "state.h"

#include <stdlib.h>

// grow makes *array one of n elements and reports whether there was memory for it.
static int grow(void *array, int n, size_t size) {
	void *larger = realloc(*(void **)array, n * size);
	if (larger != NULL) {
		*(void **)array = larger;
	}
	return larger != NULL;
}

int *tc_table(port *p, int n) {
	state *s = of(p);
	if (!grow(&s->started, n, sizeof *s->started) || !grow(&s->wants, n, sizeof *s->wants) ||
	    !grow(&s->done, n, sizeof *s->done) || !grow(&s->done_statuses, n, sizeof *s->done_statuses)) {
		return NULL;
	}
	for (; s->places < n; s->places++) {
		s->started[s->places] = MPI_REQUEST_NULL;
	}
	return s->done;
}

int tc_start_send(port *p, int place, char *x, int count, int to, int tag) {
	of(p)->wants[place] = -1;
	return MPI_Isend(x, count, of(p)->type, to, FIRST_TAG + tag, of(p)->comm, &of(p)->started[place]);
}

int tc_start_recv(port *p, int place, char *x, int count, int from, int tag) {
	of(p)->wants[place] = count;
	return MPI_Irecv(x, count, of(p)->type, from, FIRST_TAG + tag, of(p)->comm, &of(p)->started[place]);
}

int tc_wait_some(port *p, int *completed) {
	state *s = of(p);
	*completed = 0;
	int some = MPI_Waitsome(s->places, s->started, completed, s->done, s->done_statuses);
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
