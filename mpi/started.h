// Calls that are started, tested and waited for, several at once.
#ifndef TOPOCOLL_STARTED_H
#define TOPOCOLL_STARTED_H

#include "program.h"

// The numbers of the messages of started calls on one communicator. The messages from one process to another have the numbers
// 0, 1, 2 ... over all started calls, in the order in which the calls are started, and their tags are these numbers, modulo the tags
// that there are. So the two ends of a message need only know what the two processes start together.
typedef struct {
	int first;     // of the tags
	uint64_t mask; // their number less one, of the form 2^k - 1
	int processes;
	uint64_t *next;   // by process, for messages to it, then for those from it: the number of the next message
	uint64_t *oldest; // likewise: no message of a call under way has a lower number
} numbers;

// tc_numbers returns the numbers of a communicator, with the tags first to last, or NULL.
numbers *tc_numbers(int processes, int first, int last);
void tc_numbers_free(numbers *n);

// A started call has its own memory besides its program, so that several may be under way. in_go and turn are Go's.
typedef struct started started;

enum { WANTS_GO = -3, TOO_MANY = -4, NO_ROOM = -5 };

// tc_under_way is how many started calls are not complete, on all communicators.
extern int tc_under_way;

// tc_started returns the memory for a call of a program with words of so many bytes, or NULL. handle is for tc_handle.
started *tc_started(port *p, program *g, int64_t size, uintptr_t handle);
void tc_started_free(started *s);
uintptr_t tc_handle(const started *s);

// tc_channels makes the channels of a program by dependencies, once. It returns 0 if there is no memory.
int tc_channels(program *g);

// tc_call_start begins a call with units of factor words, and does what can be done without waiting. in and out stay as they are until the call is over, and
// where they are. Without numbers the tags are those of a replay, and the caller waits at once. in_go says that Go combines. It
// returns TOO_MANY, and starts nothing, if there are no tags left; then port.peer tells with whom. NO_ROOM: no memory.
int tc_call_start(started *s, numbers *n, int64_t factor, char *in, char *out, MPI_Op op, int loop, int commutes, int in_go);

// tc_call_test lets every started call go on, and tells whether this one is over. tc_call_wait waits until it is. They return its
// code, or WANTS_GO when Go has to combine for one of the calls, the one of tc_asks.
int tc_call_test(started *s, int *over);
int tc_call_wait(started *s);
started *tc_asks(void);

// An order is what Go has to combine: words at from and with, the result at into.
typedef struct {
	char *from, *with, *into;
	int64_t words;
} order;

order tc_order(const started *s);
// tc_combined says that it has.
void tc_combined(started *s);

// tc_next_of returns the first call of a port, of which the memory is not freed, or NULL.
started *tc_next_of(port *p);

#endif
