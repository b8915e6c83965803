// This file prints the report of TOPOCOLL_VERBOSE on rank 0. The report contains the records of the
// operations that plans can execute, summed over the communicators.
#include "../dropin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// MIN_SAMPLES is the minimum number of samples of the plans, and of samples of the MPI library, for which a
// gain is computed.
enum { MIN_SAMPLES = 8 };

void tc_sample(call *c) {
	// Of every 16 calls that may use a plan, one is a sample of the MPI library, and another is a sample of the
	// plan.
	enum { EVERY = 16 };
	unsigned at = c->communicator->seen[c->op][tc_size_class(c->bytes)]++ % EVERY;
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

void tc_end_sample(const call *c, cell *w) {
	int kind = c->rule != NULL ? OURS : NATIVE;
	double own = PMPI_Wtime() - c->sample_began, slowest = own;
	PMPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, c->communicator->comm);
	if (c->communicator->rank == 0 && w != NULL) {
		tc_lock();
		w->samples[kind]++;
		w->logs[kind] += log(slowest > 1e-9 ? slowest : 1e-9);
		tc_unlock();
	}
}

// sum_cells adds the calls of an operation, form and size class, over all communicators.
static cell sum_cells(const records *all, int op, int form, int class) {
	cell sum = {0};
	for (const cell *w = all->cell; w < all->cell + all->head.cells; w++) {
		if (w->op == op && w->size == class && w->form == form && !all->head.comm[w->comm].inter) {
			tc_add_cell(&sum, w);
		}
	}
	return sum;
}

// operation_name returns the name of an operation, or NULL if plans never execute the operation in this form.
static const char *operation_name(int op, int form) {
	static char name[20];
	// Calls of these operations need an exchange of block lengths, for which a non-blocking call must not wait.
	int needs_exchange = op == GATHERV || op == SCATTERV || op == ALLTOALLV;
	if (tc_names[op] == NULL || (form == NON_BLOCKING && needs_exchange)) {
		return NULL;
	}
	snprintf(name, sizeof name, "%s%s%s", form == NON_BLOCKING ? "i" : "", tc_names[op],
		form == PERSISTENT ? "_init" : "");
	return name;
}

// print_row prints a row of the table. If the ranks of a call have blocks of different sizes, the call counts
// as a fraction in each of several rows.
static void print_row(const char *name, int class, double calls, const char *algorithm, double seconds,
	const char *gain, const char *samples) {
	char number[40] = "<1";
	if (calls >= 0.5) {
		snprintf(number, sizeof number, "%.0f", calls);
	}
	fprintf(stderr, "topocoll: %-19s %10lld %9s %-26s %9.3f %9s %9s\n", name,
		class == 0 ? 0 : 1LL << (class - 1), number, algorithm, 1e3 * seconds, gain, samples);
}

static void print_rows(const cell *s, const char *name, int class) {
	char gain[40] = "-", samples[40] = "-";
	double least = s->samples[OURS] < s->samples[NATIVE] ? s->samples[OURS] : s->samples[NATIVE];
	if (s->calls[OURS] > 0) {
		if (least >= MIN_SAMPLES) {
			snprintf(gain, sizeof gain, "%.2f",
				exp(s->logs[NATIVE] / s->samples[NATIVE] - s->logs[OURS] / s->samples[OURS]));
		}
		snprintf(samples, sizeof samples, "%.0f", least);
		print_row(name, class, s->calls[OURS], tc_plans_set(tc_plans, s->set - 1)->name, s->seconds[OURS], gain,
			samples);
	}
	if (s->calls[NATIVE] > 0) {
		print_row(name, class, s->calls[NATIVE], "native", s->seconds[NATIVE], "-", "-");
	}
}

static void print_report(const records *all) {
	double seconds = 0;
	fprintf(stderr, "topocoll: %-19s %10s %9s %-26s %9s %9s %9s\n", "operation", "bytes from", "calls",
		"algorithm", "ms", "x faster", "samples");
	for (int op = 0; op < RECORDED; op++) {
		for (int form = BLOCKING; form < FORMS; form++) {
			for (int class = 0; operation_name(op, form) != NULL && class < SIZE_CLASSES; class++) {
				cell sum = sum_cells(all, op, form, class);
				print_rows(&sum, operation_name(op, form), class);
				seconds += sum.seconds[OURS] + sum.seconds[NATIVE];
			}
		}
	}
	fprintf(stderr, "topocoll: %-67s %9.3f\ntopocoll: %-67s %9.3f\n", "all rows", 1e3 * seconds,
		"the program", 1e3 * all->head.whole);
	fprintf(stderr,
		"topocoll: ms is the mean over all ranks. For a non-blocking or persistent call, only its start or\n"
		"topocoll: initialization counts. \"x faster\" compares samples, which all ranks begin together\n"
		"topocoll: and which end when the slowest rank returns. Fewer than %d samples are too few to compare.\n",
		MIN_SAMPLES);
}

void tc_report(void) {
	records *all = tc_add_records();
	if (all == NULL) {
		return;
	}
	if (tc_settings.verbose && tc_plans != NULL) {
		print_report(all);
	}
	if (tc_settings.profile != NULL) {
		tc_write_profile(tc_settings.profile, all);
	}
	free(all);
}
