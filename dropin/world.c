// This file contains the code that runs in MPI_Init and MPI_Finalize on all ranks of MPI_COMM_WORLD.
#include "dropin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MPI_Finalize calls at_finalize after the delete callbacks of the program's attributes on MPI_COMM_SELF.
static int at_finalize(MPI_Comm comm, int key, void *value, void *state) {
	if (tc_recording) {
		tc_report();
	}
	tc_end_watch();
	if (tc_plans != NULL) {
		tc_complete_started(NULL);
		tc_end_communicators();
		PMPI_Comm_free(&tc_self);
	}
	return MPI_SUCCESS;
}

// agree_on_settings sets tc_plans if every rank has the same plan file and settings. Otherwise one rank
// prints the reason: the first rank without a file, or rank 0. The function also sets tc_locking and
// tc_threaded. The ranks compute tc_threaded together, because they may request different thread levels. The
// setting `profile` is cleared unless it is set on every rank, and `watch` unless it is the same on every
// rank.
static void agree_on_settings(plans_head *f, const char *why) {
	uint64_t sum = f == NULL ? 0 : f->sum ^ tc_settings_sum(), mine[2] = {sum, ~sum}, all[2];
	int rank, p, level = MPI_THREAD_SINGLE;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &p);
	PMPI_Query_thread(&level);
	tc_locking = level == MPI_THREAD_MULTIPLE;
	enum { FIRST, UNLOCKED, PROFILE, WATCH, MINUS_WATCH, VALUES };
	int own[VALUES] = {f == NULL ? rank : p, !tc_locking, tc_settings.profile != NULL, tc_settings.watch,
		-tc_settings.watch}, least[VALUES];
	if (PMPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_BAND, MPI_COMM_WORLD) != MPI_SUCCESS ||
	    PMPI_Allreduce(own, least, VALUES, MPI_INT, MPI_MIN, MPI_COMM_WORLD) != MPI_SUCCESS) {
		memset(least, 0, sizeof least);
		all[0] = all[1] = 0;
	}
	tc_settings.profile = least[PROFILE] ? tc_settings.profile : NULL;
	int most_watch = -least[MINUS_WATCH];
	tc_settings.watch = least[WATCH] == most_watch ? most_watch : 0;
	int first = least[FIRST];
	if (first == p && all[0] == ~all[1]) { // a bit that differs between ranks is 0 in all[0] and all[1]
		tc_plans = f;
		tc_threaded = !least[UNLOCKED];
		return;
	}
	if (rank == first && why[0] != '\0') {
		fprintf(stderr, "topocoll: %s; the MPI library executes all calls\n", why);
	} else if (first == p && rank == 0) {
		fprintf(stderr,
			"topocoll: the ranks have different plan files or settings (TOPOCOLL_*); "
			"the MPI library executes all calls\n");
	}
}

// report_missing_size prints a message if a plan file has no plans for the size of MPI_COMM_WORLD. The
// message lists the sizes for which the file has plans.
static void report_missing_size(const char *name) {
	int p, rank, said = 0;
	PMPI_Comm_size(MPI_COMM_WORLD, &p);
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!tc_settings.verbose || rank != 0 || tc_plans_cover(tc_plans, p)) {
		return;
	}
	fprintf(stderr, "topocoll: TOPOCOLL_PLANS=%s has plans for these numbers of ranks: ", name);
	int most = 0;
	for (int i = 0; i < tc_plans->sets; i++) {
		most = tc_plans_set(tc_plans, i)->p > most ? tc_plans_set(tc_plans, i)->p : most;
	}
	for (int q = 1; q <= most; q++) {
		if (tc_plans_cover(tc_plans, q)) {
			fprintf(stderr, said++ == 0 ? "%d" : ", %d", q);
		}
	}
	fprintf(stderr,
		said == 0 ? "none; MPI_COMM_WORLD has %d ranks\n" : "; MPI_COMM_WORLD has %d ranks\n", p);
}

// open_plans opens the file of TOPOCOLL_PLANS, and reads the plans for MPI_COMM_WORLD. On failure it returns
// NULL and writes the reason to why. The reason is empty if the library serves only --profile or --watch.
static plans_head *open_plans(const char *name, char *why, size_t size) {
	int p, rank;
	if (name == NULL && (tc_settings.profile != NULL || tc_settings.watch > 0)) {
		why[0] = '\0';
		return NULL;
	}
	if (name == NULL) {
		snprintf(why, size, "TOPOCOLL_PLANS is not set (topocoll run --plans FILE writes a plan file)");
		return NULL;
	}
	PMPI_Comm_size(MPI_COMM_WORLD, &p);
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	const char *reason;
	plans_head *f = tc_plans_open(name, &reason);
	if (f != NULL && tc_plans_cover(f, p) && !tc_plans_load(f, p, rank)) {
		tc_plans_close(f);
		f = NULL;
		reason = "damaged";
	}
	if (f == NULL) {
		snprintf(why, size, "TOPOCOLL_PLANS=%.150s: %s", name, reason);
	}
	return f;
}

// create_self creates the communicator tc_self. It returns 0 on failure.
static int create_self(void) {
	return PMPI_Comm_dup(MPI_COMM_SELF, &tc_self) == MPI_SUCCESS && PMPI_Comm_set_errhandler(tc_self,
		MPI_ERRORS_RETURN) == MPI_SUCCESS;
}

void tc_begin_world(void) {
	tc_read_settings();
	MPI_Comm parent;
	int key;
	PMPI_Comm_get_parent(&parent);
	// spawned ranks may share communicators with ranks that have not taken part in the agreement
	if (parent != MPI_COMM_NULL) {
		return;
	}
	char why[400] = "";
	const char *name = getenv("TOPOCOLL_PLANS");
	plans_head *f = open_plans(name, why, sizeof why);
	if (f != NULL && !(create_self() && tc_begin_communicators())) {
		snprintf(why, sizeof why, "no memory");
		tc_plans_close(f);
		f = NULL;
	}
	agree_on_settings(f, why);
	int recorded = tc_settings.profile != NULL || (tc_plans != NULL && tc_settings.verbose);
	if (tc_plans == NULL && !recorded && tc_settings.watch == 0) {
		return;
	}
	PMPI_Comm_group(MPI_COMM_WORLD, &tc_world);
	if (tc_plans != NULL) {
		tc_register_world();
		report_missing_size(name);
	}
	if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_finalize, &key, NULL) == MPI_SUCCESS) {
		PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
		if (recorded) {
			tc_begin_records();
		}
		if (tc_settings.watch > 0) {
			tc_begin_watch(tc_settings.watch, tc_settings.aborts);
		}
	}
}
