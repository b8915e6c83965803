// Non-blocking and persistent operations that execute a program. Several may be active at once.
#ifndef TOPOCOLL_OPERATION_H
#define TOPOCOLL_OPERATION_H

#include "program.h"
#include "tags.h"

// An operation executes a program. It does not share its workspace with other operations.
typedef struct operation operation;

enum { NEEDS_GO = -3, NO_TAGS = -4, NO_MEMORY = -5 };

// tc_active_operations counts the operations that have started and are not complete.
extern int tc_active_operations;

// tc_operation_new returns an operation for a program with words of `size` bytes, or NULL if memory is
// exhausted. tc_operation_handle returns the argument `handle`.
operation *tc_operation_new(port *p, program *g, int64_t size, uintptr_t handle);
void tc_operation_free(operation *s);
uintptr_t tc_operation_handle(const operation *s);

// tc_operation_start starts an operation with units of `factor` words, and carries out the steps that need
// not wait. The operation uses the datatype that its port has at the time of this call. `in` and `out` must
// stay in place until the operation is complete. If in_go is set, Go must combine the words.
//
// If n is NULL, the messages have the same tags as in tc_replay, and the caller must call tc_operation_wait
// next. The function returns NO_TAGS, and starts nothing, if too few tags are left for the messages to or
// from process port.peer. It returns NO_MEMORY if memory is exhausted.
int tc_operation_start(operation *s, tag_sequence *n, int64_t factor, char *in, char *out, MPI_Op op,
	int loop, int commutes, int in_go);

// tc_operation_reserve reserves tags for an operation until the operation is freed. The processes may then
// start operations with reserved tags in different orders. Every later start must have the same n and factor.
// n must number only messages of operations with reserved tags on this port. The result is as for
// tc_operation_start.
int tc_operation_reserve(operation *s, tag_sequence *n, int64_t factor);

// tc_operation_test makes progress on every active operation, and reports whether operation s is complete.
// tc_operation_wait returns when s is complete. Both functions return the error code of s, or NEEDS_GO if Go
// must carry out a combination for the operation that tc_waiting_for_go returns.
int tc_operation_test(operation *s, int *over);
int tc_operation_wait(operation *s);
operation *tc_waiting_for_go(void);

// tc_progress makes progress on every active operation, without waiting. tc_operation_code returns the error
// code of an operation that is no longer active.
void tc_progress(void);
int tc_operation_is_active(const operation *s);
int tc_operation_code(const operation *s);

// A combine_order describes a combination that Go must carry out: into = from op with.
typedef struct {
	char *from, *with, *into;
	int64_t words;
} combine_order;

combine_order tc_combine_order(const operation *s);
// tc_combine_done records that Go has carried out the combination.
void tc_combine_done(operation *s);

// tc_first_operation returns one of the operations of a port that have not been freed, or NULL.
operation *tc_first_operation(port *p);

#endif
