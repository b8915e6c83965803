// Plans as C carries them out: one call from Go for a collective, no allocation, no Go in between.
#ifndef TOPOCOLL_PROGRAM_H
#define TOPOCOLL_PROGRAM_H

#include "combine.h"
#include "port.h"

// What a step does, as in package plan.
enum { STEP_SEND, STEP_RECV, STEP_COPY, STEP_COMBINE };

// An address is an offset in units in one of the buffers in, out, scratch. A unit is a run of words; all units are of one length, which the
// replay is told. To the Go program a unit is a word.
typedef struct {
	int64_t at;
	int buffer;
} address;

typedef struct {
	int kind;
	int peer, tag;
	int messages;   // of the first message of a round: how many the round has
	int overlapped; // of the same: how many local steps after the round can be done while its messages are in flight
	int64_t words; // units of them
	address from, with, into;
} step;

// A channel is the messages of a program to a process, or from it.
typedef struct {
	int peer, receives;
	int64_t messages;
} channel;

// The part of a program that Go fills in. There is no pointer to Go memory in it.
typedef struct {
	int steps, edges, messages;
	int64_t scratch; // units of the buffer scratch, and of the temporary operand
	int64_t temporary;

	step *step;
	// For the order by dependencies; NULL in a program that runs in program order.
	int *waits;  // by step: how many steps it waits for
	int *first;  // by step, and one more: where its steps begin in next
	int *next;   // the steps that wait for it
	int *limit;  // by step: while it is the first that is not complete, only messages before this one may begin
	int *begin;  // the steps that wait for none
	int begins;

	// Of the replay that runs; every replay leaves it as the next one needs it, so that none has to go through all steps for that.
	int *left;           // by step: how many it still waits for
	char *complete, turn; // by step: turn if it is complete; turn changes with every replay

	// For started calls; NULL before the first of them.
	int *channel; // by step: of a message, its place in channels
	channel *channels;
	int channel_count;
} program;

// tc_program_new returns a program with room for its parts, or NULL; ordered asks for the arrays of the dependencies. The port gets
// room for its replays with units of so many bytes.
program *tc_program_new(port *p, int steps, int edges, int messages, int64_t scratch, int64_t temporary, int64_t unit, int ordered);
void tc_program_free(program *g);
int64_t tc_program_bytes(const program *g);

// tc_reserve makes room for the replays of a program with longer units. If there is no memory, it returns 0, and the port has the room it had.
int tc_reserve(port *p, const program *g, int64_t unit);

// tc_replay carries out a program with units of factor words, each of size bytes, for which there is room. The address of the program is a char * so that
// cgo passes it without looking at what it points to. If it fails, port.call tells which MPI function did, by the numbers below.
int tc_replay(port *p, char *g, int64_t size, int64_t factor, char *in, char *out, MPI_Op op, int loop, int commutes);
enum { CALL_SEND, CALL_RECV, CALL_ISEND, CALL_IRECV, CALL_WAIT, CALL_WAITSOME, CALL_TESTSOME, CALL_REDUCE };

// tc_channels makes the channels of a program by dependencies, once. It returns 0 if there is no memory.
int tc_channels(program *g);

#endif
