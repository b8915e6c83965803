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

static void ready(running *g, progress *now, int i) {
	if (g->seen.step[i].kind <= STEP_RECV) {
		push(g->heap, now->messages++, i);
	} else {
		push(g->local, now->locals++, i);
	}
}

static void complete(running *g, progress *now, int i) {
	const program *seen = &g->seen;
	g->complete[i] = 1;
	now->complete++;
	while (now->earliest < seen->steps && g->complete[now->earliest]) {
		now->earliest++;
	}
	for (const int *next = seen->next + seen->first[i], *end = seen->next + seen->first[i + 1]; next < end; next++) {
		if (--g->left[*next] == 0) {
			ready(g, now, *next);
		}
	}
}

// await waits until a message in flight is complete, or more of them.
static int await(run *r, progress *now) {
	running *g = r->g;
	int n = 0, kept = 0;
	r->call = CALL_WAITSOME;
	int some = MPI_Waitsome(now->flying, g->requests, &n, g->done, g->statuses), class = MPI_SUCCESS;
	if (some != MPI_SUCCESS) {
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			return some;
		}
	}
	for (int k = 0; k < n; k++) { // the codes of the statuses are set only after MPI_ERR_IN_STATUS
		const step *s = &g->seen.step[g->owner[g->done[k]]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : g->statuses[k].MPI_ERROR;
		code = s->kind == STEP_SEND ? code : tc_arrived(r->port, code, &g->statuses[k], s->words);
		if (code != MPI_SUCCESS) {
			return code;
		}
		complete(g, now, g->owner[g->done[k]]);
		g->owner[g->done[k]] = -1;
	}
	for (int k = 0; k < now->flying; k++) {
		if (g->owner[k] >= 0) {
			g->requests[kept] = g->requests[k];
			g->owner[kept++] = g->owner[k];
		}
	}
	now->flying = kept;
	return MPI_SUCCESS;
}

int tc_by_dependencies(run *r) {
	running *g = r->g;
	const program *seen = &g->seen;
	progress now = {0};
	memcpy(g->left, seen->waits, seen->steps * sizeof *g->left);
	memset(g->complete, 0, seen->steps);
	for (int i = 0; i < seen->steps; i++) {
		if (seen->waits[i] == 0) {
			ready(g, &now, i);
		}
	}
	while (now.complete < seen->steps) {
		int code;
		if (now.messages > 0 && g->heap[0] < seen->limit[now.earliest]) {
			int i = pop(g->heap, now.messages--);
			g->owner[now.flying] = i;
			code = tc_begin(r, &seen->step[i], &g->requests[now.flying]);
			now.flying++;
		} else if (now.locals > 0) {
			int i = pop(g->local, now.locals--);
			code = tc_local(r, &seen->step[i]);
			complete(g, &now, i);
		} else {
			code = await(r, &now);
		}
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}
