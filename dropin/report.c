// The report that rank 0 prints (TOPOCOLL_VERBOSE) or writes for topocoll run --compare
// (TOPOCOLL_TIMES). It is about all ranks.
#include "dropin.h"

#include <math.h>
#include <stdio.h>

// FEWEST is the number of samples, of plans and of the library each, below which the report claims
// no gain.
enum { FEWEST = 8 };

// The numbers of an operation and a size class, which begins at 2^(class-1) bytes.
enum { OURS, NATIVE, KINDS };
typedef struct {
	double calls[KINDS], seconds[KINDS];
	double samples[KINDS], logs[KINDS]; // samples, and the sum of the logarithms of their seconds
} sums;

static struct {
	sums sums[OPERATIONS][SIZE_CLASSES];
	int set[OPERATIONS][SIZE_CLASSES]; // 1 + the set that was used last; 0: none
} mine, all;
static double began;

// class_of returns the size class: the number of binary digits.
static int class_of(int64_t bytes) {
	int class = 0;
	for (; bytes > 0; bytes /= 2) {
		class++;
	}
	return class < SIZE_CLASSES ? class : SIZE_CLASSES - 1;
}

void tc_begin_report(void) { began = PMPI_Wtime(); }

void tc_sample(call *c) {
	// of so many calls that may use a plan, one is a sample of the library and one a sample of the plan
	enum { EVERY = 16 };
	unsigned at = c->communicator->seen[c->op][class_of(c->bytes)]++ % EVERY;
	int native = at == EVERY / 2, ours = at == EVERY - 1 && !c->checked;
	if (native) {
		c->rule = NULL;
	}
	if (native || ours) {
		c->sampled = 1;
		PMPI_Barrier(c->communicator->comm);
		c->sample_began = PMPI_Wtime();
	}
}

// add_sample records the time of a sample on its slowest rank. A root of a broadcast, for example,
// may return long before the other ranks.
static void add_sample(const call *c, int kind, sums *s) {
	double own = PMPI_Wtime() - c->sample_began, slowest = own;
	PMPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, c->communicator->comm);
	if (c->communicator->rank == 0) {
		s->samples[kind]++;
		s->logs[kind] += log(slowest > 1e-9 ? slowest : 1e-9);
	}
}

void tc_record_call(const call *c, double seconds) {
	int kind = c->rule != NULL ? OURS : NATIVE, class = class_of(c->bytes);
	sums *s = &mine.sums[c->op][class];
	s->calls[kind] += c->communicator->rank == 0; // rank 0 counts each call of the job
	s->seconds[kind] += seconds;
	if (kind == OURS) {
		mine.set[c->op][class] = c->rule->whole + 1;
	}
	if (c->sampled) {
		add_sample(c, kind, s);
	}
}

// gather_ranks adds up the numbers of all ranks on rank 0. The seconds of calls become the mean
// over the ranks.
static void gather_ranks(void) {
	int p;
	PMPI_Comm_size(MPI_COMM_WORLD, &p);
	PMPI_Reduce(mine.set, all.set, sizeof mine.set / sizeof(int), MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
	PMPI_Reduce(mine.sums, all.sums, sizeof mine.sums / sizeof(double), MPI_DOUBLE, MPI_SUM, 0,
		MPI_COMM_WORLD);
	for (int op = 0; op < OPERATIONS; op++) {
		for (int class = 0; class < SIZE_CLASSES; class++) {
			for (int kind = 0; kind < KINDS; kind++) {
				all.sums[op][class].seconds[kind] /= p;
			}
		}
	}
}

static const char *name_of(int set) { return set == 0 ? "native" : tc_plans_set(tc_plans, set - 1)->name; }

static void row(int op, int class) {
	const sums *s = &all.sums[op][class];
	char gain[40] = "-", samples[40] = "-";
	double least = s->samples[OURS] < s->samples[NATIVE] ? s->samples[OURS] : s->samples[NATIVE];
	long long from = class == 0 ? 0 : 1LL << (class - 1);
	if (s->calls[OURS] > 0) {
		if (least >= FEWEST) {
			snprintf(gain, sizeof gain, "%.2f",
				exp(s->logs[NATIVE] / s->samples[NATIVE] - s->logs[OURS] / s->samples[OURS]));
		}
		snprintf(samples, sizeof samples, "%.0f", least);
		fprintf(stderr, "topocoll: %-13s %10lld %9.0f %-26s %9.3f %9s %9s\n", tc_names[op], from,
			s->calls[OURS], name_of(all.set[op][class]),
		        1e3 * s->seconds[OURS], gain, samples);
	}
	if (s->calls[NATIVE] > 0) {
		fprintf(stderr, "topocoll: %-13s %10lld %9.0f %-26s %9.3f %9s %9s\n", tc_names[op], from,
			s->calls[NATIVE], "native",
		        1e3 * s->seconds[NATIVE], "-", "-");
	}
}

static void print(double whole) {
	double calls = 0;
	fprintf(stderr, "topocoll: %-13s %10s %9s %-26s %9s %9s %9s\n", "operation", "bytes from", "calls",
		"algorithm", "ms", "x faster", "samples");
	for (int op = 0; op < OPERATIONS; op++) {
		for (int class = 0; class < SIZE_CLASSES; class++) {
			row(op, class);
			calls += all.sums[op][class].seconds[OURS] + all.sums[op][class].seconds[NATIVE];
		}
	}
	fprintf(stderr, "topocoll: %-61s %9.3f\ntopocoll: %-61s %9.3f\n", "all of these", 1e3 * calls,
		"the program", 1e3 * whole);
	fprintf(stderr,
		"topocoll: ms is the mean over all ranks. "
		"x faster compares samples, calls that all ranks begin together,\n"
		"topocoll: by their slowest rank; fewer than %d samples say nothing.\n", FEWEST);
}

// write_times writes the seconds of the whole program, then a line for every operation and size
// class: name, class, calls of the library and their seconds, calls of plans and their seconds, and
// the algorithm.
static void write_times(const char *name, double seconds) {
	FILE *file = fopen(name, "w");
	if (file == NULL) {
		fprintf(stderr, "topocoll: TOPOCOLL_TIMES=%s: cannot be written\n", name);
		return;
	}
	fprintf(file, "%.9g\n", seconds);
	for (int op = 0; op < OPERATIONS; op++) {
		for (int class = 0; class < SIZE_CLASSES; class++) {
			const sums *s = &all.sums[op][class];
			if (s->calls[OURS] + s->calls[NATIVE] > 0) {
				fprintf(file, "%s %d %.0f %.9g %.0f %.9g %s\n", tc_names[op], class, s->calls[NATIVE],
					s->seconds[NATIVE],
				        s->calls[OURS], s->seconds[OURS], name_of(all.set[op][class]));
			}
		}
	}
	fclose(file);
}

void tc_report(void) {
	int rank;
	double whole = PMPI_Wtime() - began;
	gather_ranks();
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank != 0) {
		return;
	}
	if (tc_settings.verbose) {
		print(whole);
	}
	if (tc_settings.times != NULL) {
		write_times(tc_settings.times, whole);
	}
}
