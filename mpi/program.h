// A program is a plan in the form that C executes. Each collective is one call from Go, without allocations
// or callbacks.
#ifndef TOPOCOLL_PROGRAM_H
#define TOPOCOLL_PROGRAM_H

#include "combine.h"
#include "port.h"

// These are the kinds of steps, as in package plan.
enum { STEP_SEND, STEP_RECV, STEP_COPY, STEP_COMBINE };

// An address is an offset, in units, in one of the buffers in, out and scratch. A unit is a number of
// consecutive words. The number is chosen for each execution.
typedef struct {
	int64_t at;
	int buffer;
} address;

typedef struct {
	int kind;
	int peer, tag;
	int messages;   // in the first message of a round: number of messages in the round; otherwise 0
	int overlapped; // in the first message: number of local steps that can run while the round is in flight
	int64_t words;  // length in units
	address from, with, into;
} step;

// A channel consists of all messages of a program to one process, or of all messages from one process.
typedef struct {
	int peer, receives;
	int64_t messages;
} channel;

// C owns the memory of a program. Go fills in its steps and their order.
typedef struct {
	int steps, edges, messages;
	// `scratch` is the length of the buffer scratch, and `temporary` is the length of the argument `temporary`
	// of tc_combine. Both are in units.
	int64_t scratch, temporary;

	step *step;
	// The dependencies between steps; NULL in a program that runs in program order.
	int *waits; // waits[i]: the number of steps that step i depends on
	int *first; // the steps that depend on step i are next[first[i]] to next[first[i + 1] - 1]
	int *next;
	int *limit; // while step i is the earliest incomplete step, only messages before limit[i] may begin
	int *begin; // the steps that depend on no other step
	int begins;

	// The following arrays hold the state of tc_replay. Each replay leaves them ready for the next one.
	int *left;            // left[i]: the number of incomplete steps that step i depends on
	char *complete, turn; // complete[i] equals turn if step i is complete; each replay changes turn

	// The following fields are for non-blocking operations; NULL before the first such operation.
	int *channel; // for each step that is a message, the index of its channel
	channel *channels;
	int channel_count;
} program;

// tc_program_new returns a program whose arrays the caller must fill in, or NULL if memory is exhausted. If
// `ordered` is set, the program has the arrays for dependencies. tc_program_new also reserves the port's
// workspace for units of `unit` bytes.
program *tc_program_new(port *p, int steps, int edges, int messages, int64_t scratch, int64_t temporary,
	int64_t unit, int ordered);
void tc_program_free(program *g);
int64_t tc_program_bytes(const program *g);

// tc_reserve makes the port's workspace large enough for units of `unit` bytes. It returns 0 if memory is
// exhausted; the workspace then keeps at least its previous capacity.
int tc_reserve(port *p, const program *g, int64_t unit);

// tc_replay executes a program with units of `factor` words, each of `size` bytes. Call tc_reserve first. The
// program is a char *, because cgo passes a char * without checking the object that it points to. After an
// error, port.call is the MPI function that failed.
int tc_replay(port *p, char *g, int64_t size, int64_t factor, char *in, char *out, MPI_Op op, int loop,
	int commutes);
enum { CALL_SEND, CALL_RECV, CALL_SENDRECV, CALL_ISEND, CALL_IRECV, CALL_WAIT, CALL_WAITSOME, CALL_TESTSOME,
	CALL_REDUCE };

// tc_channels creates the channels of a program that has none yet. It returns 0 if memory is exhausted.
int tc_channels(program *g);

#endif
