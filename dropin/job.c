// This file defines the variables that MPI_Init sets, and the lock and the clock of this process.
#include "job.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#if defined __x86_64__
#include <cpuid.h>
#include <x86intrin.h>
#endif

#include "plans/plans.h"

plans_head *tc_plans;
int tc_threaded, tc_locking;
MPI_Group tc_world;
MPI_Comm tc_self = MPI_COMM_NULL;

int *tc_world_ranks(MPI_Comm comm, int p) {
	int *own = malloc(p * sizeof *own), *ranks = malloc(p * sizeof *ranks);
	if (own == NULL || ranks == NULL) {
		free(own);
		free(ranks);
		return NULL;
	}
	for (int i = 0; i < p; i++) {
		own[i] = i;
	}
	MPI_Group group;
	PMPI_Comm_group(comm, &group);
	PMPI_Group_translate_ranks(group, p, own, tc_world, ranks);
	PMPI_Group_free(&group);
	free(own);
	return ranks;
}

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

#if defined __x86_64__
static int has_cycles; // 1: a tick is a cycle of the processor
#endif

void tc_begin_ticks(void) {
#if defined __x86_64__
	unsigned a, b, c, d;
	has_cycles = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1 << 8) != 0; // the TSC is invariant
#endif
}

int64_t tc_tick(void) {
#if defined __x86_64__
	if (has_cycles) {
		return __rdtsc();
	}
#endif
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
