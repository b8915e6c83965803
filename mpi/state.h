#include "port.h"

// state is the whole of a port.
typedef struct {
	port seen;

	MPI_Comm comm;
	MPI_Datatype type;

	part *parts; // for tc_round, and as many requests
	MPI_Request *requests;

	int places; // of the arrays below, for started messages
	MPI_Request *started;
	int *wants; // length of a receive, -1 for a send
	int *done;
	MPI_Status *done_statuses;
} state;

static inline state *of(port *p) { return (state *)p; }

// tc_arrived turns the code of a completed receive of want words into that of the call.
int tc_arrived(port *p, int code, const MPI_Status *status, int want);
