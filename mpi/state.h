#include "port.h"

struct port {
	MPI_Comm comm;
	MPI_Datatype type;

	int peer, got, want; // see tc_wrong_length

	int room; // of the arrays below, for tc_round
	part *parts;
	MPI_Request *requests;
	MPI_Status *statuses;

	int places; // of the arrays below, for started messages
	MPI_Request *started;
	int *wants; // length of a receive, -1 for a send
	int *done;
	MPI_Status *done_statuses;
};

// tc_arrived turns the code of a completed receive of want words into that of the call.
int tc_arrived(port *p, int code, const MPI_Status *status, int want);
