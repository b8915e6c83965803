// This header declares the fields of a port that Go does not see.
#ifndef TOPOCOLL_STATE_H
#define TOPOCOLL_STATE_H

#include "clock.h"
#include "port.h"

#include <stdlib.h>

// ENLARGE resizes an array to n elements, at least one. If memory is exhausted, it leaves the array unchanged
// and returns 0 from the calling function.
#define ENLARGE(array, n)                                                       \
	do {                                                                        \
		void *longer = realloc((array), ((n) > 0 ? (n) : 1) * sizeof *(array)); \
		if (longer == NULL) {                                                   \
			return 0;                                                           \
		}                                                                       \
		(array) = longer;                                                       \
	} while (0)

// A workspace is the memory that an execution needs besides its program. One execution at a time uses it.
typedef struct {
	int64_t scratch_bytes, temporary_bytes;
	int message_capacity, step_capacity;
	char *scratch, *temporary;

	MPI_Request *requests; // requests of the messages in flight
	int *owner;            // the step of each request
	int *done;             // indices of the completed requests
	MPI_Status *statuses;

	int *heap;  // ready messages; a heap with the earliest step on top
	int *local; // ready local steps; also a heap with the earliest step on top
} workspace;

typedef struct {
	port seen; // the fields that Go sees; must come first: see state_of

	MPI_Comm comm;
	MPI_Datatype type;

	message *round_messages; // the array that tc_round_messages returned
	MPI_Request *round_requests;

	int64_t *trace; // the array that tc_trace returned: start and end of each step

	workspace workspace;          // used by tc_replay, for all programs of the port
	struct operation *operations; // all operations that are not freed

	// The following fields are for tc_begin_async. Each array has one entry per slot.
	int async_slots;
	MPI_Request *async_requests;
	int *async_want; // number of words of a receive; -1 for a send
	int *async_done;
	MPI_Status *async_statuses;
} port_state;

static inline port_state *state_of(port *p) { return (port_state *)p; }

// tc_cancel_messages cancels and frees the requests of a call that has failed. Afterwards no cancelled
// receive writes to the call's buffers. The function returns the argument `code`.
int tc_cancel_messages(MPI_Request *requests, int n, int code);

// tc_record_time stores the time in *when if port.timed is set. By default port.timed is not set, because two
// readings of the clock take a tenth of the time of the shortest call.
static inline void tc_record_time(const port *p, int64_t *when) {
	if (p->timed) {
		*when = tc_now();
	}
}

void tc_workspace_free(workspace *w);

// tc_check_receive checks a completed receive. It returns MPI_SUCCESS for a message of `want` words,
// WRONG_LENGTH for any other length, and `code` if the receive failed for another reason.
int tc_check_receive(port *p, MPI_Datatype type, int code, const MPI_Status *status, int want);

#endif
