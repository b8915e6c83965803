// Calls that are started, tested and waited for, several at once.
#ifndef TOPOCOLL_OPERATION_H
#define TOPOCOLL_OPERATION_H

#include "program.h"
#include "tags.h"

// A started call has its own memory besides its program, so that several may be under way. in_go and turn are Go's.
typedef struct operation operation;

enum { NEEDS_GO = -3, NO_TAGS = -4, NO_MEMORY = -5 };

// tc_active_operations is how many started calls are not complete, on all communicators.
extern int tc_active_operations;

// tc_operation_new returns the memory for a call of a program with words of so many bytes, or NULL. handle is for tc_operation_handle.
operation *tc_operation_new(port *p, program *g, int64_t size, uintptr_t handle);
void tc_operation_free(operation *s);
uintptr_t tc_operation_handle(const operation *s);

// tc_operation_start begins a call with units of factor words, and does what can be done without waiting. in and out stay as they are until the call is over, and
// where they are. Without numbers the tags are those of a replay, and the caller waits at once. in_go says that Go combines. It
// returns NO_TAGS, and starts nothing, if there are no tags left; then port.peer tells with whom. NO_MEMORY: no memory.
int tc_operation_start(operation *s, tag_sequence *n, int64_t factor, char *in, char *out, MPI_Op op, int loop, int commutes, int in_go);

// tc_operation_test lets every started call go on, and tells whether this one is over. tc_operation_wait waits until it is. They return its
// code, or NEEDS_GO when Go has to combine for one of the calls, the one of tc_waiting_for_go.
int tc_operation_test(operation *s, int *over);
int tc_operation_wait(operation *s);
operation *tc_waiting_for_go(void);

// An order is what Go has to combine: words at from and with, the result at into.
typedef struct {
	char *from, *with, *into;
	int64_t words;
} combine_order;

combine_order tc_combine_order(const operation *s);
// tc_combine_done says that it has.
void tc_combine_done(operation *s);

// tc_first_operation returns the first call of a port, of which the memory is not freed, or NULL.
operation *tc_first_operation(port *p);

#endif
