// A plan in the form that C executes: one call from Go per collective, without allocation and without Go in
// between.
#ifndef TOPOCOLL_PROGRAM_H
#define TOPOCOLL_PROGRAM_H

#include "combine.h"
#include "port.h"

// The kinds of steps, as in package plan.
enum { STEP_SEND, STEP_RECV, STEP_COPY, STEP_COMBINE };

// An address is an offset, in units, in one of the buffers in, out and scratch. A unit is a number of
// consecutive words, which is chosen for each execution.
typedef struct {
	int64_t at;
	int buffer;
} address;

typedef struct {
	int kind;
	int peer, tag;
	int messages;   // of the first message of a round: the number of messages in the round; otherwise 0
	int overlapped; // likewise: the local steps after the round that can run while its messages are in flight
	int64_t words;  // in units
	address from, with, into;
} step;

// A channel is all messages of a program to one process, or from it.
typedef struct {
	int peer, receives;
	int64_t messages;
} channel;

// A program belongs to C. Go fills in its steps and their order.
typedef struct {
	int steps, edges, messages;
	// lengths in units: of the buffer scratch, and of the operand that tc_combine needs
	int64_t scratch, temporary;

	step *step;
	// The dependencies between steps; NULL in a program that runs in program order.
	int *waits; // by step: the number of steps that it depends on
	int *first; // by step, and one more: where the steps that depend on it begin in next
	int *next;
	int *limit; // by step: while it is the earliest incomplete step, only messages before limit may begin
	int *begin; // the steps that depend on no other step
	int begins;

	// The progress of tc_replay. Each replay leaves these arrays ready for the next one, so none has to reset
	// them.
	int *left;            // by step: how many steps it still depends on
	char *complete, turn; // by step: equal to turn if the step is complete; turn alternates

	// For non-blocking operations; NULL before the first of them.
	int *channel; // by step: the channel of a message
	channel *channels;
	int channel_count;
} program;

// tc_program_new returns a program whose arrays are to be filled in, or NULL without memory. ordered: with
// dependencies. It reserves the port's workspace for units of so many bytes.
program *tc_program_new(port *p, int steps, int edges, int messages, int64_t scratch, int64_t temporary,
	int64_t unit, int ordered);
void tc_program_free(program *g);
int64_t tc_program_bytes(const program *g);

// tc_reserve makes the port's workspace large enough for units of so many bytes. Without memory it returns 0;
// what the workspace had before is still valid.
int tc_reserve(port *p, const program *g, int64_t unit);

// tc_replay executes a program with units of factor words, each of size bytes, after tc_reserve. The program
// is a char *, because cgo passes that without a check of what it points to. After an error, port.call is the
// MPI function that failed.
int tc_replay(port *p, char *g, int64_t size, int64_t factor, char *in, char *out, MPI_Op op, int loop,
	int commutes);
enum { CALL_SEND, CALL_RECV, CALL_ISEND, CALL_IRECV, CALL_WAIT, CALL_WAITSOME, CALL_TESTSOME, CALL_REDUCE };

// tc_channels makes the channels of a program that has none yet. It returns 0 without memory.
int tc_channels(program *g);

#endif
