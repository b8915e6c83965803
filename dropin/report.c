// At the end, what was done on rank 0: TOPOCOLL_VERBOSE, for people; TOPOCOLL_TIMES, for topocoll run --compare.
#include "dropin.h"

#include <stdio.h>

// A total is the calls of one operation and size, from 2^(class-1) bytes on.
typedef struct {
	int64_t ours, passed, sampled; // sampled: passed on to be compared with
	double seconds, passed_seconds, sampled_seconds;
	const char *name; // of the algorithm that was taken last
} total;

static total totals[OPERATIONS][CLASSES];
static double began;

void tc_report_begin(void) { began = PMPI_Wtime(); }

void tc_count(const call *c, double seconds) {
	total *t = &totals[c->op][tc_class(c->bytes)];
	if (c->way != NULL) {
		t->ours++;
		t->seconds += seconds;
		t->name = tc_plans_set(tc_plans, c->way->whole)->name;
	} else if (c->sampled) {
		t->sampled++;
		t->sampled_seconds += seconds;
	} else {
		t->passed++;
		t->passed_seconds += seconds;
	}
}

static void line(int op, int class, const total *t) {
	char gain[40] = "-";
	if (t->ours > 0 && t->sampled > 0 && t->seconds > 0) {
		snprintf(gain, sizeof gain, "%.2f", t->sampled_seconds / t->sampled * t->ours / t->seconds);
	}
	long long from = class == 0 ? 0 : 1LL << (class - 1);
	if (t->ours > 0) {
		fprintf(stderr, "topocoll: %-13s %10lld %9lld %-26s %9.3f %9s\n", tc_names[op], from, (long long)t->ours, t->name, 1e3 * t->seconds, gain);
	}
	if (t->passed + t->sampled > 0) {
		fprintf(stderr, "topocoll: %-13s %10lld %9lld %-26s %9.3f %9s\n", tc_names[op], from, (long long)(t->passed + t->sampled), "native",
		        1e3 * (t->passed_seconds + t->sampled_seconds), "-");
	}
}

static void print(void) {
	fprintf(stderr, "topocoll: %-13s %10s %9s %-26s %9s %9s\n", "operation", "bytes from", "calls", "algorithm", "ms", "x faster");
	for (int op = 0; op < OPERATIONS; op++) {
		for (int class = 0; class < CLASSES; class++) {
			line(op, class, &totals[op][class]);
		}
	}
}

// write_times writes the seconds of the whole program, and a line for every operation and size: its name, the class, the calls of the
// library and their seconds, ours and their seconds, and our algorithm.
static void write_times(const char *name, double seconds) {
	FILE *file = fopen(name, "w");
	if (file == NULL) {
		fprintf(stderr, "topocoll: TOPOCOLL_TIMES=%s: cannot be written\n", name);
		return;
	}
	fprintf(file, "%.9g\n", seconds);
	for (int op = 0; op < OPERATIONS; op++) {
		for (int class = 0; class < CLASSES; class++) {
			const total *t = &totals[op][class];
			if (t->ours + t->passed + t->sampled > 0) {
				fprintf(file, "%s %d %lld %.9g %lld %.9g %s\n", tc_names[op], class, (long long)(t->passed + t->sampled),
				        t->passed_seconds + t->sampled_seconds, (long long)t->ours, t->seconds, t->name == NULL ? "native" : t->name);
			}
		}
	}
	fclose(file);
}

void tc_report(void) {
	int rank;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank != 0) {
		return;
	}
	if (tc_settings.verbose) {
		print();
	}
	if (tc_settings.times != NULL) {
		write_times(tc_settings.times, PMPI_Wtime() - began);
	}
}
