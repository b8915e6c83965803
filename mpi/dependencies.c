//go:build cgo

// Execution in dependency order: every step begins as soon as the steps that it depends on are complete.
#include "execution.h"

#include <string.h>

// push adds x to a binary heap of n elements, with the smallest element on top.
static void push(int *heap, int n, int x) {
	int i = n;
	for (; i > 0 && heap[(i - 1) / 2] > x; i = (i - 1) / 2) {
		heap[i] = heap[(i - 1) / 2];
	}
	heap[i] = x;
}

// pop removes the smallest element of a heap of n elements and returns it.
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

static void make_ready(execution *r, int i) {
	program *g = r->g;
	r->left[i] = g->waits[i]; // reset for the next execution
	if (g->step[i].kind <= STEP_RECV) {
		push(r->w->heap, r->ready_messages++, i);
	} else {
		push(r->w->local, r->ready_locals++, i);
	}
}

void tc_complete_step(execution *r, int i) {
	const program *g = r->g;
	r->complete[i] = r->turn;
	if (g->step[i].kind <= STEP_RECV) {
		trace_end(r, &g->step[i]);
	}
	while (r->earliest < g->steps && r->complete[r->earliest] == r->turn) {
		r->earliest++;
	}
	for (const int *next = g->next + g->first[i], *end = g->next + g->first[i + 1]; next < end; next++) {
		if (--r->left[*next] == 0) {
			make_ready(r, *next);
		}
	}
}

// complete_messages completes the n messages that MPI_Waitsome or MPI_Testsome reported. `some` is the error
// code of that MPI function.
static int complete_messages(execution *r, int some, int n) {
	workspace *w = r->w;
	int class = MPI_SUCCESS;
	if (some != MPI_SUCCESS) {
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			return some;
		}
	}
	for (int k = 0; k < n; k++) { // MPI_ERROR of a status is set only after MPI_ERR_IN_STATUS
		const step *s = &r->g->step[w->owner[w->done[k]]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : w->statuses[k].MPI_ERROR;
		code = s->kind == STEP_SEND ? code : tc_check_receive(r->port, r->type, code, &w->statuses[k],
			words(r, s));
		if (code != MPI_SUCCESS) {
			return code;
		}
		tc_complete_step(r, w->owner[w->done[k]]);
	}
	for (int k = 0; k < n; k++) { // the last message in flight moves to the free slot
		while (r->in_flight > 0 && w->requests[r->in_flight - 1] == MPI_REQUEST_NULL) {
			r->in_flight--;
		}
		int slot = w->done[k];
		if (slot < r->in_flight) {
			r->in_flight--;
			w->requests[slot] = w->requests[r->in_flight];
			w->owner[slot] = w->owner[r->in_flight];
		}
	}
	return MPI_SUCCESS;
}

static int wait_some(execution *r) {
	workspace *w = r->w;
	int n = 0;
	r->call = CALL_WAITSOME;
	int code = MPI_Waitsome(r->in_flight, w->requests, &n, w->done, w->statuses);
	return complete_messages(r, code, n);
}

// poll lets the library make progress, and completes the messages that have arrived.
static int poll(execution *r) {
	workspace *w = r->w;
	int n = 0;
	r->call = CALL_TESTSOME;
	int code = MPI_Testsome(r->in_flight, w->requests, &n, w->done, w->statuses);
	return complete_messages(r, code, n);
}

// run_next_local runs the earliest ready local step, or sets go_step if Go must carry it out.
static int run_next_local(execution *r) {
	const program *g = r->g;
	int i = pop(r->w->local, r->ready_locals--);
	if (r->in_go && g->step[i].kind == STEP_COMBINE) {
		r->go_step = 1 + i;
		return MPI_SUCCESS;
	}
	int code = tc_run_local(r, &g->step[i]);
	tc_complete_step(r, i);
	r->bytes_since_poll += bytes(r, &g->step[i]);
	return code;
}

// is_always_complete reports whether a request is the one that the MPI library shares among all messages that
// complete immediately. A send to MPI_PROC_NULL returns the shared request. The function never completes that
// send, and MPI gives active messages different requests. An equal request is therefore the shared one.
static int is_always_complete(MPI_Request request) {
	static MPI_Request shared;
	static int is_set;
	if (!is_set) {
		if (MPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &shared) != MPI_SUCCESS) {
			shared = MPI_REQUEST_NULL;
		}
		is_set = 1;
	}
	return request == shared;
}

// begin_message begins a ready message. A short send usually completes immediately.
static int begin_message(execution *r) {
	workspace *w = r->w;
	int i = pop(w->heap, r->ready_messages--);
	MPI_Request *request = &w->requests[r->in_flight];
	int code = tc_begin_message(r, &r->g->step[i], request);
	if (code != MPI_SUCCESS) {
		return code;
	}
	if (r->g->step[i].kind == STEP_SEND && is_always_complete(*request)) {
		tc_complete_step(r, i);
		return MPI_Request_free(request);
	}
	w->owner[r->in_flight++] = i;
	return MPI_SUCCESS;
}

// start_next begins a ready message or, if there is none, runs a ready local step. It returns 0 if no step
// is ready.
//
// A long message makes no progress during local steps, so start_next polls after local steps of
// BYTES_BETWEEN_POLLS bytes. Ready messages begin before the poll, because the library may copy a whole
// message in a poll while the peers wait for the ready messages.
static int start_next(execution *r, int *code) {
	enum { BYTES_BETWEEN_POLLS = 32 << 10 };
	if (r->ready_messages > 0 && r->w->heap[0] < r->g->limit[r->earliest]) {
		*code = begin_message(r);
		return 1;
	}
	if (r->bytes_since_poll >= BYTES_BETWEEN_POLLS && r->in_flight > 0) {
		r->bytes_since_poll = 0;
		*code = poll(r);
		return 1;
	}
	if (r->ready_locals > 0) {
		*code = run_next_local(r);
		return 1;
	}
	return 0;
}

void tc_start_execution(execution *r) {
	for (int i = 0; i < r->g->begins; i++) {
		make_ready(r, r->g->begin[i]);
	}
}

int tc_run_to_end(execution *r) {
	int code = MPI_SUCCESS;
	while (!tc_is_complete(r) && !r->go_step && code == MPI_SUCCESS) {
		if (!start_next(r, &code)) {
			code = wait_some(r);
		}
	}
	return code;
}

int tc_run_available(execution *r) {
	int code = MPI_SUCCESS;
	while (!tc_is_complete(r) && !r->go_step && code == MPI_SUCCESS) {
		if (start_next(r, &code)) {
			continue;
		}
		int in_flight = r->in_flight;
		code = poll(r);
		if (r->in_flight == in_flight) {
			break;
		}
	}
	return code;
}

int tc_abort_execution(execution *r, int code) {
	const program *g = r->g;
	memcpy(r->left, g->waits, g->steps * sizeof *r->left);
	memset(r->complete, r->turn, g->steps);
	return tc_cancel_messages(r->w->requests, r->in_flight, code);
}
