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
	int64_t scratch_room, temporary_room; // bytes
	int messages_room, steps_room;
	char *scratch, *temporary;
	MPI_Request *requests; // of the messages in flight

	int *heap;  // messages that may begin, the first of them on top
	int *local; // local steps that may begin, likewise
	int *owner; // by request: its step
	int *done;
	MPI_Status *statuses;
} work;

// state is the whole of a port.
typedef struct {
	port seen;

	MPI_Comm comm;
	MPI_Datatype type;

	part *parts; // for tc_round, and as many requests
	MPI_Request *requests;

	work work;
	struct started *calls; // that can be started

	int slots; // of the arrays below, for started messages
	MPI_Request *started;
	int *wants; // length of a receive, -1 for a send
	int *done;
	MPI_Status *done_statuses;
} state;

static inline state *of(port *p) { return (state *)p; }

// tc_give_up takes back the messages that are under way when a call fails, as far as MPI can: none is received from then on into
// the words of the call. It returns the code.
int tc_give_up(MPI_Request *requests, int started, int code);

// tc_note reads the clock, as a C program would, if that is asked for: two readings are a tenth of the shortest calls.
static inline void tc_note(const port *p, int64_t *when) {
	if (p->timed) {
		*when = tc_now();
	}
}

// tc_work_free gives the memory of the replays of a port back.
void tc_work_free(work *w);

// tc_arrived turns the code of a completed receive of want words into that of the call.
int tc_arrived(port *p, int code, const MPI_Status *status, int want);
