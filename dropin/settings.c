// This file reads the settings of a job from the environment.
#include "dropin.h"

#include <stdlib.h>
#include <string.h>

settings tc_settings;

const char *const tc_names[RECORDED] = {"bcast", "reduce", "allgather", "reducescatter", "allreduce", "scan",
	"exscan", "scatter", "gather", "alltoall", "shift", "barrier", [ALLGATHERV] = "allgatherv",
	[GATHERV] = "gatherv", [SCATTERV] = "scatterv", [ALLTOALLV] = "alltoallv",
	[REDUCE_SCATTERV] = "reducescatterv"};

int tc_list_contains(const char *list, const char *name) {
	size_t n = strlen(name);
	for (const char *at = list; at != NULL && *at != '\0'; at = strchr(at, ',') == NULL ? NULL : strchr(at,
		',') + 1) {
		if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0')) {
			return 1;
		}
	}
	return 0;
}

static int read_number(const char *name) {
	const char *text = getenv(name);
	return text == NULL ? 0 : atoi(text);
}

void tc_read_settings(void) {
	const char *off = getenv("TOPOCOLL_OFF");
	tc_settings.verbose = read_number("TOPOCOLL_VERBOSE");
	tc_settings.profile = getenv("TOPOCOLL_PROFILE");
	if (tc_settings.profile != NULL && *tc_settings.profile == '\0') {
		tc_settings.profile = NULL;
	}
	tc_settings.sample = tc_settings.verbose && tc_settings.profile == NULL;
	tc_settings.check = read_number("TOPOCOLL_CHECK");
	tc_settings.force = getenv("TOPOCOLL_FORCE");
	tc_settings.watch = read_number("TOPOCOLL_WATCH");
	tc_settings.aborts = read_number("TOPOCOLL_WATCH_ABORT");
	for (int op = 0; op < OPERATIONS; op++) {
		tc_settings.off[op] = tc_list_contains(off, "all") || tc_list_contains(off, tc_names[op]);
	}
}

uint64_t tc_settings_sum(void) {
	const char *force = tc_settings.force == NULL ? "" : tc_settings.force;
	uint64_t sums[] = {(tc_settings.verbose != 0) + 2 * tc_settings.sample + 4 * tc_can_start(),
		tc_settings.check,
		tc_sum(tc_settings.off, sizeof tc_settings.off), tc_sum(force, strlen(force))};
	return tc_sum(sums, sizeof sums);
}
