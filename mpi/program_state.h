#include "program.h"
#include "state.h"

// A run is one replay.
typedef struct {
	port *port;
	program *g;
	work *w;
	reduction op;
	char *base[3]; // of the buffers
	int call;      // the MPI function that was called last
	int64_t size;  // bytes of a word
	int64_t factor; // words of a unit
	int64_t unit;   // bytes of a unit

	// Of a replay by dependencies.
	int messages, locals; // that may begin
	int flying;           // messages in flight
	int earliest;         // the first step that is not complete
	int64_t unseen;       // bytes of local steps since MPI was asked about the messages in flight
} run;

static inline char *at(const run *r, address p) { return r->base[p.buffer] + p.at * r->unit; }

static inline int64_t words(const run *r, const step *s) { return s->words * r->factor; }

static inline int64_t bytes(const run *r, const step *s) { return s->words * r->unit; }

// tc_local does a copy or a combination.
int tc_local(run *r, const step *s);

// tc_begin starts a message.
int tc_begin(run *r, const step *s, MPI_Request *request);

// tc_by_dependencies does every step as soon as those that it waits for are complete.
int tc_by_dependencies(run *r);
