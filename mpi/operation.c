//go:build cgo

#include "operation.h"

#include <sched.h>
#include <string.h>

#include "execution.h"

struct operation {
	execution execution;
	workspace workspace;
	operation *next, *previous; // active operations, in the order in which they started
	operation *next_of_port, *previous_of_port;
	uintptr_t handle;
	int active;
	int reserved;        // the operation keeps its message numbers until it is freed
	int code;            // result of the last start
	int peer, got, want; // details of a WRONG_LENGTH error, as in port
};

int tc_active_operations;
static operation *first, *last; // the list of active operations

static size_t sequence_index(const tag_sequence *n, const channel *c) {
	return (c->receives ? n->processes : 0) + (size_t)c->peer;
}

operation *tc_operation_new(port *p, program *g, int64_t size, uintptr_t handle) {
	operation *s = calloc(1, sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	s->handle = handle;
	s->execution = (execution){.port = p, .g = g, .w = &s->workspace, .word_bytes = size};
	size_t n = g->steps > 0 ? g->steps : 1;
	s->execution.left = malloc(n * sizeof *s->execution.left);
	s->execution.complete = calloc(n, 1);
	s->execution.first_number = calloc(g->channel_count > 0 ? g->channel_count : 1,
		sizeof *s->execution.first_number);
	s->next_of_port = state_of(p)->operations;
	if (s->next_of_port != NULL) {
		s->next_of_port->previous_of_port = s;
	}
	state_of(p)->operations = s;
	if (s->execution.left == NULL || s->execution.complete == NULL || s->execution.first_number == NULL) {
		tc_operation_free(s);
		return NULL;
	}
	memcpy(s->execution.left, g->waits, g->steps * sizeof *s->execution.left);
	return s;
}

static void deactivate(operation *s, int code) {
	port *p = s->execution.port;
	s->code = code == MPI_SUCCESS ? code : tc_abort_execution(&s->execution, code);
	s->peer = p->peer;
	s->got = p->got;
	s->want = p->want;
	s->active = 0;
	*(s->previous != NULL ? &s->previous->next : &first) = s->next;
	*(s->next != NULL ? &s->next->previous : &last) = s->previous;
	s->next = s->previous = NULL;
	tc_active_operations--;
}

void tc_operation_free(operation *s) {
	if (s->active) {
		deactivate(s, MPI_ERR_OTHER);
	}
	operation *before = s->previous_of_port, **link = &state_of(s->execution.port)->operations;
	*(before != NULL ? &before->next_of_port : link) = s->next_of_port;
	if (s->next_of_port != NULL) {
		s->next_of_port->previous_of_port = s->previous_of_port;
	}
	tc_workspace_free(&s->workspace);
	free(s->execution.left);
	free(s->execution.complete);
	free(s->execution.first_number);
	free(s);
}

uintptr_t tc_operation_handle(const operation *s) { return s->handle; }

operation *tc_first_operation(port *p) { return state_of(p)->operations; }

// lower_number returns the smaller of `oldest` and the lowest message number that operation s uses at index
// `at` of the sequence n.
static uint64_t lower_number(uint64_t oldest, const operation *s, const tag_sequence *n, size_t at) {
	for (int k = 0; s->execution.tags == n && k < s->execution.g->channel_count; k++) {
		if (sequence_index(n, &s->execution.g->channels[k]) == at && s->execution.first_number[k] < oldest) {
			oldest = s->execution.first_number[k];
		}
	}
	return oldest;
}

// oldest_number returns the lowest message number in use at an index of the sequence n or, if none is in use,
// the next number. Active operations use their numbers, and reserved operations of the port keep their
// numbers.
static uint64_t oldest_number(port *p, const tag_sequence *n, size_t at) {
	uint64_t oldest = n->next[at];
	for (const operation *s = first; s != NULL; s = s->next) {
		oldest = lower_number(oldest, s, n, at);
	}
	for (const operation *s = state_of(p)->operations; s != NULL; s = s->next_of_port) {
		oldest = s->reserved ? lower_number(oldest, s, n, at) : oldest;
	}
	return oldest;
}

// assign_numbers numbers the messages of an operation so that two active operations never use the same tag
// between the same two processes. MPI then matches every message with the right receive.
static int assign_numbers(operation *s, tag_sequence *n) {
	const program *g = s->execution.g;
	for (int k = 0; k < g->channel_count; k++) {
		size_t at = sequence_index(n, &g->channels[k]);
		uint64_t end = n->next[at] + (uint64_t)g->channels[k].messages;
		if (end - n->oldest[at] > n->mask + 1) {
			n->oldest[at] = oldest_number(s->execution.port, n, at);
		}
		if (end - n->oldest[at] > n->mask + 1) {
			s->execution.port->peer = g->channels[k].peer;
			return NO_TAGS;
		}
	}
	for (int k = 0; k < g->channel_count; k++) {
		size_t at = sequence_index(n, &g->channels[k]);
		s->execution.first_number[k] = n->next[at];
		n->next[at] += (uint64_t)g->channels[k].messages;
	}
	return MPI_SUCCESS;
}

static void run_one_available(operation *s) {
	if (s->execution.go_step) {
		return;
	}
	int code = tc_run_available(&s->execution);
	if (code != MPI_SUCCESS || tc_is_complete(&s->execution)) {
		deactivate(s, code);
	}
}

void tc_progress(void) {
	for (operation *s = first, *next; s != NULL; s = next) {
		next = s->next;
		run_one_available(s);
	}
}

// prepare_operation sets the number of words per unit, and allocates memory and message numbers.
static int prepare_operation(operation *s, tag_sequence *n, int64_t factor) {
	execution *r = &s->execution;
	r->factor = factor;
	r->unit_bytes = r->word_bytes * factor;
	if (!tc_workspace_reserve(&s->workspace, r->g, r->unit_bytes)) {
		return NO_MEMORY;
	}
	int code = n == NULL ? MPI_SUCCESS : assign_numbers(s, n);
	if (code == MPI_SUCCESS) {
		r->tags = n;
	}
	return code;
}

int tc_operation_reserve(operation *s, tag_sequence *n, int64_t factor) {
	int code = prepare_operation(s, n, factor);
	s->reserved = code == MPI_SUCCESS;
	return code;
}

int tc_operation_start(operation *s, tag_sequence *n, int64_t factor, char *in, char *out, MPI_Op op,
	int loop, int commutes, int in_go) {
	execution *r = &s->execution;
	int code = s->reserved ? MPI_SUCCESS : prepare_operation(s, n, factor);
	if (code != MPI_SUCCESS) {
		return code;
	}
	r->type = state_of(r->port)->type;
	r->op = (reduction){op, loop, commutes};
	r->in_go = in_go;
	r->buffer[0] = in;
	r->buffer[1] = out;
	r->buffer[2] = s->workspace.scratch;
	r->ready_messages = r->ready_locals = r->in_flight = r->earliest = r->go_step = 0;
	r->bytes_since_poll = 0;
	r->turn = !r->turn;
	s->active = 1;
	s->previous = last;
	*(last != NULL ? &last->next : &first) = s;
	last = s;
	tc_active_operations++;
	tc_start_execution(r);
	run_one_available(s);
	return MPI_SUCCESS;
}

operation *tc_waiting_for_go(void) {
	operation *s = first;
	while (s != NULL && !s->execution.go_step) {
		s = s->next;
	}
	return s;
}

// report_result returns the code of a complete operation, and copies the details of its error to the port.
static int report_result(operation *s) {
	port *p = s->execution.port;
	p->peer = s->peer;
	p->got = s->got;
	p->want = s->want;
	p->call = s->execution.call;
	return s->code;
}

int tc_operation_test(operation *s, int *over) {
	if (s->active) {
		tc_progress();
	}
	*over = !s->active;
	if (*over) {
		return report_result(s);
	}
	return tc_waiting_for_go() != NULL ? NEEDS_GO : MPI_SUCCESS;
}

int tc_operation_wait(operation *s) {
	enum { POLLS_BEFORE_YIELD = 1 << 10 }; // number of polls after which another process may run on the core
	for (int polls = 1; s->active; polls++) {
		if (tc_waiting_for_go() != NULL) {
			return NEEDS_GO;
		}
		if (first == last) { // s is the only active operation, so a call of MPI may block
			int code = tc_run_to_end(&s->execution);
			if (code != MPI_SUCCESS || tc_is_complete(&s->execution)) {
				deactivate(s, code);
			}
			continue;
		}
		tc_progress();
		if (polls % POLLS_BEFORE_YIELD == 0) {
			sched_yield();
		}
	}
	return report_result(s);
}

int tc_operation_is_active(const operation *s) { return s->active; }

int tc_operation_code(const operation *s) { return s->code; }

combine_order tc_combine_order(const operation *s) {
	const execution *r = &s->execution;
	const step *c = &r->g->step[r->go_step - 1];
	return (combine_order){at(r, c->from), at(r, c->with), at(r, c->into), words(r, c)};
}

void tc_combine_done(operation *s) {
	int i = s->execution.go_step - 1;
	s->execution.go_step = 0;
	tc_complete_step(&s->execution, i);
	if (tc_is_complete(&s->execution)) {
		deactivate(s, MPI_SUCCESS);
	}
}
