#include "clock.h"
#include "port.h"

#include <stdlib.h>

// ENLARGE makes an array longer, one of no elements too, or leaves the function with 0; then the array is as it was.
#define ENLARGE(array, n)                                                    \
	do {                                                                     \
		void *longer = realloc((array), ((n) > 0 ? (n) : 1) * sizeof *(array)); \
		if (longer == NULL) {                                                \
			return 0;                                                        \
		}                                                                    \
		(array) = longer;                                                    \
	} while (0)

// A work is the memory that a replay needs besides its program. The programs of a port share it, because one runs at a time.
typedef struct {
	int64_t scratch_bytes, temporary_bytes; // bytes
	int message_capacity, step_capacity;
	char *scratch, *temporary;
	MPI_Request *requests; // of the messages in flight

	int *heap;  // messages that may begin, the first of them on top
	int *local; // local steps that may begin, likewise
	int *owner; // by request: its step
	int *done;
	MPI_Status *statuses;
} workspace;

// state is the whole of a port.
typedef struct {
	port seen;

	MPI_Comm comm;
	MPI_Datatype type;

	message *round_messages; // for tc_round, and as many requests
	MPI_Request *round_requests;

	workspace workspace;
	struct operation *operations; // created and not yet freed

	// For tc_begin_async: one entry per slot.
	int async_slots;
	MPI_Request *async_requests;
	int *async_want; // words of a receive, -1 for a send
	int *async_done;
	MPI_Status *async_statuses;
} port_state;

static inline port_state *state_of(port *p) { return (port_state *)p; }

// tc_cancel_messages takes back the messages that are under way when a call fails, as far as MPI can: none is received from then on into
// the words of the call. It returns the code.
int tc_cancel_messages(MPI_Request *requests, int started, int code);

// tc_record_time reads the clock, as a C program would, if that is asked for: two readings are a tenth of the shortest calls.
static inline void tc_record_time(const port *p, int64_t *when) {
	if (p->timed) {
		*when = tc_now();
	}
}

// tc_workspace_free gives the memory of the replays of a port back.
void tc_workspace_free(workspace *w);

// tc_check_receive turns the code of a completed receive of want words into that of the call.
int tc_check_receive(port *p, int code, const MPI_Status *status, int want);
