#include "dropin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

settings tc_settings;
const plans_head *tc_plans;
int tc_one_communicator;
MPI_Group tc_world;

const char *const tc_names[OPERATIONS] = {"bcast", "reduce", "allgather", "reducescatter", "allreduce", "scan",
                                          "exscan", "scatter", "gather", "alltoall", "shift", "barrier"};

int tc_listed(const char *list, const char *name) {
	size_t n = strlen(name);
	for (const char *at = list; at != NULL && *at != '\0'; at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1) {
		if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0')) {
			return 1;
		}
	}
	return 0;
}

static int number(const char *name) {
	const char *text = getenv(name);
	return text == NULL ? 0 : atoi(text);
}

static void read_settings(void) {
	const char *off = getenv("TOPOCOLL_OFF");
	tc_settings.verbose = number("TOPOCOLL_VERBOSE");
	tc_settings.times = getenv("TOPOCOLL_TIMES");
	if (tc_settings.times != NULL && *tc_settings.times == '\0') {
		tc_settings.times = NULL;
	}
	tc_settings.timed = tc_settings.verbose || tc_settings.times != NULL;
	tc_settings.sample = tc_settings.verbose && tc_settings.times == NULL;
	tc_settings.check = number("TOPOCOLL_CHECK");
	tc_settings.force = getenv("TOPOCOLL_FORCE");
	for (int op = 0; op < OPERATIONS; op++) {
		tc_settings.off[op] = tc_listed(off, "all") || tc_listed(off, tc_names[op]);
	}
}

static int ended(MPI_Comm comm, int key, void *value, void *state) {
	tc_report();
	return MPI_SUCCESS;
}

// settings_sum is another number for other settings: all of them decide how a call is carried out.
static uint64_t settings_sum(void) {
	const char *force = tc_settings.force == NULL ? "" : tc_settings.force;
	uint64_t sums[] = {tc_settings.timed + 2 * tc_settings.sample, tc_settings.check, tc_sum(tc_settings.off, sizeof tc_settings.off), tc_sum(force, strlen(force))};
	return tc_sum(sums, sizeof sums);
}

// agree takes the file if every process has the same one, and the same settings. Otherwise the first without a file says why.
static void agree(const plans_head *f, const char *why) {
	uint64_t sum = f == NULL ? 0 : f->sum ^ settings_sum(), mine[2] = {sum, ~sum}, all[2];
	int rank, p, first;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &p);
	int bad = f == NULL ? rank : p;
	if (PMPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_BAND, MPI_COMM_WORLD) != MPI_SUCCESS ||
	    PMPI_Allreduce(&bad, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD) != MPI_SUCCESS) {
		return;
	}
	if (first == p && all[0] == ~all[1]) { // a bit that is not the same everywhere is in neither
		tc_plans = f;
		return;
	}
	if (rank == first) {
		fprintf(stderr, "topocoll: %s; the MPI library does everything\n", why);
	} else if (first == p && rank == 0) {
		fprintf(stderr, "topocoll: the ranks have different files of plans or settings (TOPOCOLL_*); the MPI library does everything\n");
	}
}

void tc_begin_world(void) {
	read_settings();
	MPI_Comm parent;
	int level = MPI_THREAD_SINGLE, key;
	PMPI_Comm_get_parent(&parent);
	if (parent != MPI_COMM_NULL) { // its ranks may share communicators with ranks that have not agreed with them
		return;
	}
	char why[200], text[400];
	const char *name = getenv("TOPOCOLL_PLANS");
	const plans_head *f = name == NULL ? NULL : tc_plans_open(name, why, sizeof why);
	if (name == NULL) {
		snprintf(text, sizeof text, "TOPOCOLL_PLANS names no file, want one that topocoll run --plans FILE writes");
	} else if (f == NULL) {
		snprintf(text, sizeof text, "TOPOCOLL_PLANS=%.150s: %s", name, why);
	}
	agree(f, text);
	if (tc_plans == NULL) {
		return;
	}
	PMPI_Comm_group(MPI_COMM_WORLD, &tc_world);
	PMPI_Query_thread(&level);
	if (level == MPI_THREAD_MULTIPLE) {
		tc_group(MPI_COMM_WORLD);
		tc_one_communicator = 1;
	}
	if (tc_settings.timed && PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ended, &key, NULL) == MPI_SUCCESS) {
		PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
		tc_report_begin();
	}
}
