#include "program.h"
#include "state.h"
#include "tags.h"

// A run is one replay.
typedef struct {
	port *port;
	program *g;
	workspace *w;
	reduction op;
	char *buffer[3];
	int call;      // the MPI function that was called last
	int64_t word_bytes; // of a word
	int64_t factor; // words of a unit
	int64_t unit_bytes;

	// Of a replay by dependencies.
	int *left;            // by step: how many it still waits for
	char *complete, turn; // by step: turn if it is complete; turn changes with every replay
	int ready_messages, ready_locals; // that may begin
	int in_flight;           // messages in flight
	int earliest;         // the first step that is not complete
	int64_t bytes_since_poll;       // bytes of local steps since MPI was asked about the messages in flight

	// Of a started call; see started.c.
	const tag_sequence *tags; // of its communicator; NULL: the tags are those of a replay
	uint64_t *first_number;         // by channel: the number of its first message
	int in_go;              // the operator is a function of Go
	int go_step;              // 1 + the step that Go has to do; 0: none
} execution;

static inline char *at(const execution *r, address p) { return r->buffer[p.buffer] + p.at * r->unit_bytes; }

static inline int64_t words(const execution *r, const step *s) { return s->words * r->factor; }

static inline int64_t bytes(const execution *r, const step *s) { return s->words * r->unit_bytes; }

// tc_run_local does a copy or a combination.
int tc_run_local(execution *r, const step *s);

// tc_begin_message starts a message.
int tc_begin_message(execution *r, const step *s, MPI_Request *request);

// tc_start_execution makes the steps ready that wait for none.
void tc_start_execution(execution *r);

// tc_run_to_end does every step as soon as those that it waits for are complete, until all are, or Go has to do one.
int tc_run_to_end(execution *r);

// tc_run_available does what of that can be done without waiting for a message.
int tc_run_available(execution *r);

// tc_complete_step notes that a step is complete.
void tc_complete_step(execution *r, int i);

static inline int tc_is_complete(const execution *r) { return r->earliest == r->g->steps; }

// tc_abort_execution takes back the messages of a run that has failed, and makes its memory as the next one needs it. It returns the code.
int tc_abort_execution(execution *r, int code);

// tc_workspace_reserve makes room for the runs of a program with units of so many bytes, or returns 0; then the work has the room it had.
int tc_workspace_reserve(workspace *w, const program *g, int64_t unit);
