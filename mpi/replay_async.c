//go:build cgo

#include "program_state.h"

#include <string.h>

// A heap has its least element on top.
static void push(int *heap, int n, int x) {
	int i = n;
	for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2) {
		heap[i] = heap[(i - 1) / 2];
	}
	heap[i] = x;
}

// pop takes the top off a heap of n elements.
static int pop(int *heap, int n) {
	int top = heap[0], x = heap[n - 1], i = 0;
	for (int child; (child = 2 * i + 1) < n - 1; i = child) {
		if (child + 1 < n - 1 && heap[child + 1] < heap[child]) {
			child++;
		}
		if (heap[child] >= x) {
			break;
		}
		heap[i] = heap[child];
	}
	heap[i] = x;
	return top;
}

// A state of the replay: how many there are of each kind.
typedef struct {
	int messages, locals; // that may begin
	int flying;           // messages in flight
	int complete;         // steps
	int earliest;         // the first step that is not complete
} progress;

static void ready(run *r, progress *now, int i) {
	if (r->g->step[i].kind <= STEP_RECV) {
		push(r->w->heap, now->messages++, i);
	} else {
		push(r->w->local, now->locals++, i);
	}
}

static void complete(run *r, progress *now, int i) {
	const program *g = r->g;
	work *w = r->w;
	w->complete[i] = 1;
	now->complete++;
	while (now->earliest < g->steps && w->complete[now->earliest]) {
		now->earliest++;
	}
	for (const int *next = g->next + g->first[i], *end = g->next + g->first[i + 1]; next < end; next++) {
		if (--w->left[*next] == 0) {
			ready(r, now, *next);
		}
	}
}

// await waits until a message in flight is complete, or more of them.
static int await(run *r, progress *now) {
	work *w = r->w;
	int n = 0, kept = 0;
	r->call = CALL_WAITSOME;
	int some = MPI_Waitsome(now->flying, w->requests, &n, w->done, w->statuses), class = MPI_SUCCESS;
	if (some != MPI_SUCCESS) {
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			return some;
		}
	}
	for (int k = 0; k < n; k++) { // the codes of the statuses are set only after MPI_ERR_IN_STATUS
		const step *s = &r->g->step[w->owner[w->done[k]]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : w->statuses[k].MPI_ERROR;
		code = s->kind == STEP_SEND ? code : tc_arrived(r->port, code, &w->statuses[k], s->words);
		if (code != MPI_SUCCESS) {
			return code;
		}
		complete(r, now, w->owner[w->done[k]]);
		w->owner[w->done[k]] = -1;
	}
	for (int k = 0; k < now->flying; k++) {
		if (w->owner[k] >= 0) {
			w->requests[kept] = w->requests[k];
			w->owner[kept++] = w->owner[k];
		}
	}
	now->flying = kept;
	return MPI_SUCCESS;
}

int tc_by_dependencies(run *r) {
	const program *g = r->g;
	work *w = r->w;
	progress now = {0};
	memcpy(w->left, g->waits, g->steps * sizeof *w->left);
	memset(w->complete, 0, g->steps);
	for (int i = 0; i < g->steps; i++) {
		if (g->waits[i] == 0) {
			ready(r, &now, i);
		}
	}
	while (now.complete < g->steps) {
		int code;
		if (now.messages > 0 && w->heap[0] < g->limit[now.earliest]) {
			int i = pop(w->heap, now.messages--);
			w->owner[now.flying] = i;
			code = tc_begin(r, &g->step[i], &w->requests[now.flying]);
			now.flying++;
		} else if (now.locals > 0) {
			int i = pop(w->local, now.locals--);
			code = tc_local(r, &g->step[i]);
			complete(r, &now, i);
		} else {
			code = await(r, &now);
		}
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}
