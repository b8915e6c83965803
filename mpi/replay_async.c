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
	r->left[i] = g->waits[i]; // for the next replay
	if (g->step[i].kind <= STEP_RECV) {
		push(r->w->heap, r->messages++, i);
	} else {
		push(r->w->local, r->locals++, i);
	}
}

void tc_complete(run *r, int i) {
	const program *g = r->g;
	r->complete[i] = r->turn;
	while (r->earliest < g->steps && r->complete[r->earliest] == r->turn) {
		r->earliest++;
	}
	for (const int *next = g->next + g->first[i], *end = g->next + g->first[i + 1]; next < end; next++) {
		if (--r->left[*next] == 0) {
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
		tc_complete(r, w->owner[w->done[k]]);
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

// local does the first local step that may begin, unless Go has to.
static int local(run *r) {
	enum { LONG = 32 << 10 }; // bytes of local steps between two looks at the messages, without which a long message stands still
	const program *g = r->g;
	int i = pop(r->w->local, r->locals--);
	if (r->in_go && g->step[i].kind == STEP_COMBINE) {
		r->wants = 1 + i;
		return MPI_SUCCESS;
	}
	int code = tc_local(r, &g->step[i]);
	tc_complete(r, i);
	r->unseen += bytes(r, &g->step[i]);
	if (code != MPI_SUCCESS || r->unseen < LONG || r->flying == 0) {
		return code;
	}
	r->unseen = 0;
	return poll(r);
}

// now does what can be done now: it begins a message, or does a local step. If there is nothing it returns 0.
static int now(run *r, int *code) {
	const program *g = r->g;
	work *w = r->w;
	if (r->messages > 0 && w->heap[0] < g->limit[r->earliest]) {
		int i = pop(w->heap, r->messages--);
		w->owner[r->flying] = i;
		*code = tc_begin(r, &g->step[i], &w->requests[r->flying]);
		r->flying += *code == MPI_SUCCESS;
		return 1;
	}
	if (r->locals > 0) {
		*code = local(r);
		return 1;
	}
	return 0;
}

void tc_ready(run *r) {
	for (int i = 0; i < r->g->begins; i++) {
		ready(r, r->g->begin[i]);
	}
}

int tc_by_dependencies(run *r) {
	int code = MPI_SUCCESS;
	while (!tc_over(r) && !r->wants && code == MPI_SUCCESS) {
		if (!now(r, &code)) {
			code = await(r);
		}
	}
	return code;
}

int tc_proceed(run *r) {
	int code = MPI_SUCCESS;
	while (!tc_over(r) && !r->wants && code == MPI_SUCCESS) {
		if (now(r, &code)) {
			continue;
		}
		int flying = r->flying;
		code = poll(r);
		if (r->flying == flying) {
			break;
		}
	}
	return code;
}

int tc_forget(run *r, int code) {
	const program *g = r->g;
	memcpy(r->left, g->waits, g->steps * sizeof *r->left);
	memset(r->complete, r->turn, g->steps);
	return tc_give_up(r->w->requests, r->flying, code);
}
