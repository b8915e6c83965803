// This header declares the data of the thread that watches a rank's calls.
#ifndef TOPOCOLL_WATCHER_H
#define TOPOCOLL_WATCHER_H

#include "watch.h"

// tc_all_watched returns the list of watched communicators. tc_latest_watched returns the communicator of the
// last call, or NULL.
const watched *tc_all_watched(void);
const watched *tc_latest_watched(void);

// A call_state describes the last call of a rank. The watching threads send it to each other.
typedef struct {
	int64_t calls;  // number of calls on the communicator; -1: the rank has no such communicator
	int is_inside;  // the last call has not returned
	int op, form;   // operation and form of the last call; op is -1 if there was none
	int root;
	int64_t words;
	int p, is_world; // size of the communicator, and whether it is MPI_COMM_WORLD
	char from[100];  // where the program made the call
} call_state;

// A rank_state describes where a rank is. The fields after has_answered are valid if it is set.
typedef struct {
	char host[64];
	int is_member; // the rank belongs to the communicator of the late call
	int has_answered;
	int is_in_finalize;
	call_state at;     // last call on the communicator
	call_state latest; // last call on any communicator
} rank_state;

// tc_describe_missing prints which ranks are in a call, and where the other ranks of its communicator are. A
// rank in the call has the state `late`. `all` is indexed by rank.
void tc_describe_missing(const call_state *late, const rank_state *all, int ranks, double seconds);

#endif
