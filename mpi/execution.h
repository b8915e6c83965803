// One execution of a program: what tc_replay and non-blocking operations have in common.
#ifndef TOPOCOLL_EXECUTION_H
#define TOPOCOLL_EXECUTION_H

#include "program.h"
#include "state.h"
#include "tags.h"

typedef struct {
	port *port;
	program *g;
	workspace *w;
	MPI_Datatype type;  // of a word
	reduction op;
	char *buffer[3];    // in, out, scratch
	int call;           // the MPI function that was called last
	int64_t word_bytes; // of a word
	int64_t factor;     // words of a unit
	int64_t unit_bytes; // of a unit

	int64_t *trace; // the array of tc_trace; NULL: the times of the steps are not recorded

	// For execution by dependencies.
	int *left;                        // by step: how many steps it still depends on
	char *complete, turn;             // by step: equal to turn if the step is complete; turn alternates
	int ready_messages, ready_locals; // steps that may begin
	int in_flight;                    // messages
	int earliest;                     // the first step that is not complete
	int64_t bytes_since_poll;         // of local steps, since MPI last had a chance to make progress

	// For non-blocking operations.
	const tag_sequence *tags; // of the communicator; NULL: tags as in tc_replay
	uint64_t *first_number;   // by channel: the number of its first message
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

// tc_run_local carries out a copy or a combination.
int tc_run_local(execution *r, const step *s);

// tc_begin_message begins a non-blocking send or receive.
int tc_begin_message(execution *r, const step *s, MPI_Request *request);

// tc_start_execution marks the steps that depend on no other step as ready.
void tc_start_execution(execution *r);

// tc_run_to_end carries out every step as soon as it is ready. It returns when all steps are complete, or
// when a combination needs Go; then go_step is set.
int tc_run_to_end(execution *r);

// tc_run_available is tc_run_to_end, but also returns when every remaining step waits for a message.
int tc_run_available(execution *r);

// tc_complete_step marks a step as complete, and as ready those steps that depended on it alone.
void tc_complete_step(execution *r, int i);

static inline int tc_is_complete(const execution *r) { return r->earliest == r->g->steps; }

// tc_abort_execution cancels the messages of a failed execution, and resets its arrays for the next one.
// Returns code.
int tc_abort_execution(execution *r, int code);

// tc_workspace_reserve makes a workspace large enough for a program with units of so many bytes. Without
// memory it returns 0; what the workspace had before is still valid.
int tc_workspace_reserve(workspace *w, const program *g, int64_t unit);

#endif
