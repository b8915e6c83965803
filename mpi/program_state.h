#include "program.h"
#include "started.h"
#include "state.h"

// A run is one replay.
typedef struct {
	port *port;
	program *g;
	work *w;
	reduction op;
	char *buffer[3];
	int call;      // the MPI function that was called last
	int64_t size;  // bytes of a word
	int64_t factor; // words of a unit
	int64_t unit;   // bytes of a unit

	// Of a replay by dependencies.
	int *left;            // by step: how many it still waits for
	char *complete, turn; // by step: turn if it is complete; turn changes with every replay
	int messages, locals; // that may begin
	int flying;           // messages in flight
	int earliest;         // the first step that is not complete
	int64_t unseen;       // bytes of local steps since MPI was asked about the messages in flight

	// Of a started call; see started.c.
	const numbers *numbers; // of its communicator; NULL: the tags are those of a replay
	uint64_t *base;         // by channel: the number of its first message
	int in_go;              // the operator is a function of Go
	int wants;              // 1 + the step that Go has to do; 0: none
} run;

static inline char *at(const run *r, address p) { return r->buffer[p.buffer] + p.at * r->unit; }

static inline int64_t words(const run *r, const step *s) { return s->words * r->factor; }

static inline int64_t bytes(const run *r, const step *s) { return s->words * r->unit; }

// tc_local does a copy or a combination.
int tc_local(run *r, const step *s);

// tc_begin starts a message.
int tc_begin(run *r, const step *s, MPI_Request *request);

// tc_ready makes the steps ready that wait for none.
void tc_ready(run *r);

// tc_by_dependencies does every step as soon as those that it waits for are complete, until all are, or Go has to do one.
int tc_by_dependencies(run *r);

// tc_proceed does what of that can be done without waiting for a message.
int tc_proceed(run *r);

// tc_complete notes that a step is complete.
void tc_complete(run *r, int i);

static inline int tc_over(const run *r) { return r->earliest == r->g->steps; }

// tc_forget takes back the messages of a run that has failed, and makes its memory as the next one needs it. It returns the code.
int tc_forget(run *r, int code);

// tc_work_room makes room for the runs of a program with units of so many bytes, or returns 0; then the work has the room it had.
int tc_work_room(work *w, const program *g, int64_t unit);
