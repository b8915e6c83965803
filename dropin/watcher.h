// The thread of a rank that watches its calls.
#ifndef TOPOCOLL_WATCHER_H
#define TOPOCOLL_WATCHER_H

#include "watch.h"

// tc_all_watched returns the communicators, and tc_latest_watched the one of the last call, or NULL.
const watched *tc_all_watched(void);
const watched *tc_latest_watched(void);

// A place is where a rank is, of which the watchers send copies to each other.
typedef struct {
	int64_t calls;  // on the communicator; -1: the rank knows no such communicator
	int is_inside;  // the last of them has not returned
	int op, form;   // of the last call; op is -1 without a call
	int root;
	int64_t words;
	int p, is_world; // of the communicator
	char from[100];  // the place in the program that has made the call
} place;

// tc_describe_missing prints who is in a call, and where the other ranks of its communicator are. at has
// the places of all ranks on the communicator, and latest those of their last calls; has_answered and host
// are by rank, too. late is the place of a rank in the call.
void tc_describe_missing(const place *late, const unsigned char *is_member, int ranks, double seconds,
	const place *at, const place *latest, const int *has_answered, const int *is_in_finalize,
	const char (*host)[64]);

#endif
