// This file defines the variables that MPI_Init sets, and the lock for the threads of this process.
#include "dropin.h"

#include <stdatomic.h>

plans_head *tc_plans;
int tc_threaded, tc_locking;
MPI_Group tc_world;
MPI_Comm tc_self = MPI_COMM_NULL;

// Threads call collectives concurrently only on different communicators, so they seldom wait for the lock.
static atomic_flag locked = ATOMIC_FLAG_INIT;

void tc_lock(void) {
	while (tc_locking && atomic_flag_test_and_set_explicit(&locked, memory_order_acquire)) {
	}
}

void tc_unlock(void) {
	if (tc_locking) {
		atomic_flag_clear_explicit(&locked, memory_order_release);
	}
}
