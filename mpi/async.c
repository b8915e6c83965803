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
	if (!grow(&p->started, n, sizeof *p->started) || !grow(&p->wants, n, sizeof *p->wants) ||
	    !grow(&p->done, n, sizeof *p->done) || !grow(&p->done_statuses, n, sizeof *p->done_statuses)) {
		return NULL;
	}
	for (; p->places < n; p->places++) {
		p->started[p->places] = MPI_REQUEST_NULL;
	}
	return p->done;
}

int tc_start_send(port *p, int place, char *x, int count, int to, int tag) {
	p->wants[place] = -1;
	return MPI_Isend(x, count, p->type, to, FIRST_TAG + tag, p->comm, &p->started[place]);
}

int tc_start_recv(port *p, int place, char *x, int count, int from, int tag) {
	p->wants[place] = count;
	return MPI_Irecv(x, count, p->type, from, FIRST_TAG + tag, p->comm, &p->started[place]);
}

int tc_wait_some(port *p, int *completed) {
	*completed = 0;
	int some = MPI_Waitsome(p->places, p->started, completed, p->done, p->done_statuses);
	if (some != MPI_SUCCESS && some != MPI_ERR_IN_STATUS) {
		*completed = 0;
		return some;
	}
	for (int i = 0; i < *completed; i++) {
		int want = p->wants[p->done[i]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : p->done_statuses[i].MPI_ERROR;
		code = want < 0 ? code : tc_arrived(p, code, &p->done_statuses[i], want);
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}
