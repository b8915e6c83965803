// This file prints which ranks are missing from a call.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dropin.h"
#include "watcher.h"

enum { LINE = 400 };

// write_call writes a description of a call, such as "MPI_Bcast, root 3, count 12".
static void write_call(char *text, size_t size, const call_state *x) {
	char name[60], root[40] = "", words[60] = "";
	tc_function_name(name, sizeof name, x->op, x->form);
	if (tc_is_rooted(x->op) && x->root >= 0) {
		snprintf(root, sizeof root, ", root %d", x->root);
	}
	if (x->words >= 0 && x->op != BARRIER) {
		snprintf(words, sizeof words, ", count %lld", (long long)x->words);
	}
	snprintf(text, size, "%s%s%s", name, root, words);
}

static void write_communicator(char *text, size_t size, const call_state *x) {
	if (x->is_world) {
		snprintf(text, size, "MPI_COMM_WORLD");
	} else {
		snprintf(text, size, "a communicator of %d ranks", x->p);
	}
}

// describe_rank describes where a rank is. The rank must take part in the call `late`.
static void describe_rank(char *text, size_t size, const call_state *late, const rank_state *rank) {
	char call[160], comm[60];
	const call_state *at = &rank->at, *x = at->is_inside ? at : &rank->latest;
	if (!rank->has_answered) {
		snprintf(text, size, "no answer: the process has ended or is stopped, or its host cannot be reached");
		return;
	}
	if (at->calls > late->calls) {
		snprintf(text, size, "returned from this call");
		return;
	}
	if (x->op < 0) {
		snprintf(text, size, rank->is_in_finalize ?
			"missing: in MPI_Finalize, without an earlier collective call" : "missing: no collective call so far");
		return;
	}
	write_call(call, sizeof call, x);
	write_communicator(comm, sizeof comm, x);
	if (at->calls == late->calls && at->is_inside) {
		snprintf(text, size, "in %s, at %s", call, x->from);
	} else if (at->calls == late->calls) { // a non-blocking operation may still be active
		snprintf(text, size, "returned from this call");
	} else if (x->is_inside) {
		snprintf(text, size, "missing: in %s, call %lld on %s, at %s", call, (long long)x->calls, comm,
			x->from);
	} else {
		snprintf(text, size, "missing: %s; last collective call: %s, call %lld on %s, at %s",
			rank->is_in_finalize ? "in MPI_Finalize" : "outside collective calls", call, (long long)x->calls, comm,
			x->from);
	}
}

// print_ranks prints the ranks r with group[r] == which, for example "ranks 0-2,5" or "rank 1 on node7".
static void print_ranks(const int *group, int which, int ranks, const rank_state *all) {
	int n = 0, first = -1;
	for (int r = 0; r < ranks; r++) {
		n += group[r] == which;
	}
	fprintf(stderr, n == 1 ? "topocoll:   rank " : "topocoll:   ranks ");
	for (int r = 0, some = 0; r <= ranks; r++) {
		int is_in = r < ranks && group[r] == which;
		if (is_in && first < 0) {
			first = r;
		} else if (!is_in && first >= 0) {
			fprintf(stderr, r - first > 2 ? "%s%d-%d" : r - first > 1 ? "%s%d,%d" : "%s%d", some++ > 0 ? "," : "",
				first, r - 1);
			first = -1;
		}
	}
	for (int r = 0; r < ranks && n == 1; r++) {
		if (group[r] == which) {
			fprintf(stderr, " on %s", all[r].host);
		}
	}
}

void tc_describe_missing(const call_state *late, const rank_state *all, int ranks, double seconds) {
	char(*text)[LINE] = calloc(ranks, sizeof *text), comm[60], call[160];
	int *group = malloc(ranks * sizeof *group);
	if (text == NULL || group == NULL) {
		return;
	}
	write_call(call, sizeof call, late);
	write_communicator(comm, sizeof comm, late);
	fprintf(stderr, "topocoll: %s, call %lld on %s, has not returned for %g s\n", call, (long long)late->calls,
		comm, seconds);
	for (int r = 0; r < ranks; r++) {
		group[r] = -1;
		if (!all[r].is_member) {
			continue;
		}
		describe_rank(text[r], LINE, late, &all[r]);
		group[r] = r;
		for (int q = 0; q < r; q++) {
			if (group[q] == q && strcmp(text[q], text[r]) == 0) {
				group[r] = q;
				break;
			}
		}
	}
	for (int r = 0; r < ranks; r++) {
		if (group[r] == r) {
			print_ranks(group, r, ranks, all);
			fprintf(stderr, ": %s\n", text[r]);
		}
	}
	free(text);
	free(group);
}
