// This header declares what the threads of this process share: the groups and settings of the job, a lock,
// and a clock.
#ifndef TOPOCOLL_JOB_H
#define TOPOCOLL_JOB_H

#include <mpi.h>
#include <stdint.h>

// tc_world is the MPI_Group of MPI_COMM_WORLD. tc_self is a duplicate of MPI_COMM_SELF that returns errors
// without calling the program's error handlers.
extern MPI_Group tc_world;
extern MPI_Comm tc_self;

// tc_world_ranks returns the ranks in MPI_COMM_WORLD of the p processes of an intracommunicator, or NULL if
// memory is exhausted. The rank of a process outside MPI_COMM_WORLD is MPI_UNDEFINED, which is negative. The
// caller frees the array.
int *tc_world_ranks(MPI_Comm comm, int p);

// tc_threaded is set if the threads of at least one rank may call MPI concurrently. The function that creates
// a communicator then also sets up its plans. The plans cannot be set up at the first call, because two ranks
// may make their first calls on two communicators in different orders. The ranks could then deadlock, because
// the set-up is collective.
extern int tc_threaded;

// tc_locking is set if threads of this rank may call MPI concurrently. tc_lock and tc_unlock then protect the
// data that the communicators share.
extern int tc_locking;
void tc_lock(void);
void tc_unlock(void);

// tc_tick reads a clock whose ticks have constant length. tc_begin_ticks, which must be called first, selects
// the clock.
void tc_begin_ticks(void);
int64_t tc_tick(void);

// tc_hash returns the hash of an MPI handle, a number below n.
static inline unsigned tc_hash(uint64_t handle, unsigned n) {
	return (handle ^ handle >> 6 ^ handle >> 14) % n;
}

#endif
