// An execution is one run of a program, by tc_replay or by a non-blocking operation.
#ifndef TOPOCOLL_EXECUTION_H
#define TOPOCOLL_EXECUTION_H

#include "program.h"
#include "state.h"
#include "tags.h"

typedef struct {
	port *port;
	program *g;
	workspace *w;
	MPI_Datatype type;  // datatype of the words
	reduction op;
	char *buffer[3];    // in, out, scratch
	int call;           // the MPI function that was called last
	int64_t word_bytes;
	int64_t factor;     // words per unit
	int64_t unit_bytes;

	int64_t *trace; // the array that tc_trace returned; NULL: the times of the steps are not recorded

	// The following fields are for execution in dependency order.
	int *left;                        // left[i]: the number of incomplete steps that step i depends on
	char *complete, turn;             // complete[i] == turn if step i is complete; each execution changes turn
	int ready_messages, ready_locals; // numbers of messages and of local steps that may begin
	int in_flight;                    // number of messages in flight
	int earliest;                     // the first step that is not complete
	int64_t bytes_since_poll;         // bytes of local steps since the last poll

	// The following fields are for non-blocking operations.
	const tag_sequence *tags; // numbers the messages of the communicator; NULL: tags as in tc_replay
	uint64_t *first_number;   // for each channel, the number of its first message
	int in_go;                // the operator is a Go function
	int go_step;              // 1 + the step that Go must carry out; 0: none
} execution;

static inline char *at(const execution *r, address p) { return r->buffer[p.buffer] + p.at * r->unit_bytes; }

static inline int64_t words(const execution *r, const step *s) { return s->words * r->factor; }

static inline int64_t bytes(const execution *r, const step *s) { return s->words * r->unit_bytes; }

static inline void trace_begin(const execution *r, const step *s) {
	if (r->trace != NULL) {
		r->trace[2 * (s - r->g->step)] = tc_now();
	}
}

static inline void trace_end(const execution *r, const step *s) {
	if (r->trace != NULL) {
		r->trace[2 * (s - r->g->step) + 1] = tc_now();
	}
}

// tc_run_local executes a local step: a copy or a combination.
int tc_run_local(execution *r, const step *s);

// tc_begin_message begins the non-blocking send or receive of a step.
int tc_begin_message(execution *r, const step *s, MPI_Request *request);

// tc_start_execution marks the steps that depend on no other step as ready.
void tc_start_execution(execution *r);

// tc_run_to_end carries out every step as soon as it is ready. It returns when all steps are complete, or
// when Go must carry out a combination; go_step is then set.
int tc_run_to_end(execution *r);

// tc_run_available is like tc_run_to_end, but also returns when every remaining step waits for a message.
int tc_run_available(execution *r);

// tc_complete_step marks step i as complete. It marks the steps that waited only for step i as ready.
void tc_complete_step(execution *r, int i);

static inline int tc_is_complete(const execution *r) { return r->earliest == r->g->steps; }

// tc_abort_execution cancels the messages of a failed execution, and resets its arrays for the next one. It
// returns the argument `code`.
int tc_abort_execution(execution *r, int code);

// tc_workspace_reserve makes a workspace large enough for a program with units of `unit` bytes. It returns 0
// if memory is exhausted; the workspace then keeps at least its previous capacity.
int tc_workspace_reserve(workspace *w, const program *g, int64_t unit);

#endif
