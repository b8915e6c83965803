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

static void ready(run *r, int i) {
	program *g = r->g;
	g->left[i] = g->waits[i]; // for the next replay
	if (g->step[i].kind <= STEP_RECV) {
		push(r->w->heap, r->messages++, i);
	} else {
		push(r->w->local, r->locals++, i);
	}
}

static void complete(run *r, int i) {
	program *g = r->g;
	g->complete[i] = g->turn;
	while (r->earliest < g->steps && g->complete[r->earliest] == g->turn) {
		r->earliest++;
	}
	for (const int *next = g->next + g->first[i], *end = g->next + g->first[i + 1]; next < end; next++) {
		if (--g->left[*next] == 0) {
			ready(r, *next);
		}
	}
}

// landed completes the messages of which MPI has said that they are, after its call with a code.
static int landed(run *r, int some, int n) {
	work *w = r->w;
	int class = MPI_SUCCESS;
	if (some != MPI_SUCCESS) {
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			return some;
		}
	}
	for (int k = 0; k < n; k++) { // the codes of the statuses are set only after MPI_ERR_IN_STATUS
		const step *s = &r->g->step[w->owner[w->done[k]]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : w->statuses[k].MPI_ERROR;
		code = s->kind == STEP_SEND ? code : tc_arrived(r->port, code, &w->statuses[k], words(r, s));
		if (code != MPI_SUCCESS) {
			return code;
		}
		complete(r, w->owner[w->done[k]]);
	}
	for (int k = 0; k < n; k++) { // the last in flight takes the slot
		while (r->flying > 0 && w->requests[r->flying - 1] == MPI_REQUEST_NULL) {
			r->flying--;
		}
		int slot = w->done[k];
		if (slot < r->flying) {
			r->flying--;
			w->requests[slot] = w->requests[r->flying];
			w->owner[slot] = w->owner[r->flying];
		}
	}
	return MPI_SUCCESS;
}

// await waits until a message in flight is complete, or more of them.
static int await(run *r) {
	work *w = r->w;
	int n = 0;
	r->call = CALL_WAITSOME;
	int code = MPI_Waitsome(r->flying, w->requests, &n, w->done, w->statuses);
	return landed(r, code, n);
}

// poll lets the library move messages, and completes those that are.
static int poll(run *r) {
	work *w = r->w;
	int n = 0;
	r->call = CALL_TESTSOME;
	int code = MPI_Testsome(r->flying, w->requests, &n, w->done, w->statuses);
	return landed(r, code, n);
}

// advance does what can be done now: it begins a message, or does a local step, or waits.
static int advance(run *r) {
	enum { LONG = 32 << 10 }; // bytes of local steps between two looks at the messages, without which a long message stands still
	const program *g = r->g;
	work *w = r->w;
	if (r->messages > 0 && w->heap[0] < g->limit[r->earliest]) {
		int i = pop(w->heap, r->messages--);
		w->owner[r->flying] = i;
		int code = tc_begin(r, &g->step[i], &w->requests[r->flying]);
		r->flying += code == MPI_SUCCESS;
		return code;
	}
	if (r->locals == 0) {
		return await(r);
	}
	int i = pop(w->local, r->locals--);
	int code = tc_local(r, &g->step[i]);
	complete(r, i);
	r->unseen += bytes(r, &g->step[i]);
	if (code != MPI_SUCCESS || r->unseen < LONG || r->flying == 0) {
		return code;
	}
	r->unseen = 0;
	return poll(r);
}

int tc_by_dependencies(run *r) {
	program *g = r->g;
	g->turn = !g->turn;
	for (int i = 0; i < g->begins; i++) {
		ready(r, g->begin[i]);
	}
	int code = MPI_SUCCESS;
	while (r->earliest < g->steps && code == MPI_SUCCESS) {
		code = advance(r);
	}
	if (code != MPI_SUCCESS) {
		memcpy(g->left, g->waits, g->steps * sizeof *g->left);
		memset(g->complete, g->turn, g->steps);
		tc_give_up(r->w->requests, r->flying, code);
	}
	return code;
}
