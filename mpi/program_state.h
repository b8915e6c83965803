#include "program.h"
#include "state.h"

// running is the whole of a program.
typedef struct {
	program seen;

	char *scratch, *temporary;
	MPI_Request *requests; // of the messages in flight

	int *left;      // by step: how many it still waits for
	char *complete; // by step
	int *heap;      // messages that may begin, the first of them on top
	int *local;     // local steps that may begin, likewise
	int *owner;     // by request: its step
	int *done;
	MPI_Status *statuses;
} running;

// A run is one replay.
typedef struct {
	port *port;
	running *g;
	operator op;
	char *base[3]; // of the buffers
	int call;      // the MPI function that was called last
	int64_t size;  // bytes of a word
} run;

static inline char *at(const run *r, place p) { return r->base[p.buffer] + p.at; }

// tc_local does a copy or a combination.
int tc_local(run *r, const step *s);

// tc_begin starts a message.
int tc_begin(run *r, const step *s, MPI_Request *request);

// tc_by_dependencies does every step as soon as those that it waits for are complete.
int tc_by_dependencies(run *r);
