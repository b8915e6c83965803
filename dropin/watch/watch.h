// These functions record the call that a rank is in. topocoll run --watch names the ranks that are missing
// from a call that takes too long.
#ifndef TOPOCOLL_WATCH_H
#define TOPOCOLL_WATCH_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_WATCHED = 4096 }; // largest number of ranks of MPI_COMM_WORLD
enum { FREED = 1, REUSED };

// The type `watched` describes a communicator and this rank's last call on it. The thread that makes the
// calls writes the structure, and the thread that looks for late calls reads it.
typedef struct watched {
	struct watched *next;
	MPI_Comm comm;
	int is_freed;    // 0, FREED, or REUSED while a thread prepares the entry for another communicator
	int p;           // number of ranks; 0: calls are not watched, for example on an intercommunicator
	uint64_t id;     // the same on all ranks of the communicator
	int64_t calls;   // number of calls that were entered
	int is_inside;   // the last call has not returned
	int op, form;    // operation and form of the last call
	int root;        // root of the last call
	int64_t words;   // words of a block in the last call; -1: unknown
	const void *from; // address of the last call in the program
	unsigned char is_member[MOST_WATCHED / 8]; // one bit for each rank of MPI_COMM_WORLD
} watched;

// tc_watching is set while calls are watched.
extern int tc_watching;

// tc_begin_watch starts to watch this rank's calls. It is collective over MPI_COMM_WORLD. ms is the time
// limit of a call. If `aborts` is set, rank 0 ends the job after its report.
void tc_begin_watch(int ms, int aborts);

// tc_end_watch records that this rank is in MPI_Finalize.
void tc_end_watch(void);

// tc_enter records that the rank enters a call, and tc_leave records that the call returns. Call tc_enter
// only if tc_watching is set. It may return NULL.
watched *tc_enter(MPI_Comm comm, int op, int form, const void *from);
static inline void tc_leave(watched *w) {
	if (w != NULL) {
		__atomic_store_n(&w->is_inside, 0, __ATOMIC_RELEASE);
	}
}

// tc_unwatch must be called when a communicator is freed, because MPI may reuse its handle.
void tc_unwatch(MPI_Comm comm);

#endif
