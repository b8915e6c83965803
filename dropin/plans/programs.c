// This file selects the sets of plans that execute a call, and creates their programs.
#include "../dropin.h"

int tc_stretched_set(const call *c) {
	int whole = c->rule->whole;
	int i = tc_plans_set(tc_plans, whole)->units <= c->bytes ? whole : c->rule->rest;
	return tc_plans_set(tc_plans, i)->stretched;
}

// new_program creates the program of a set of plans. It returns NULL if memory is exhausted.
static program *new_program(const call *c, int set, int by_dependencies) {
	const communicator *g = c->communicator;
	const plans_plan *plan = tc_plans_plan(tc_plans, tc_plans_set(tc_plans, set), c->root, g->rank);
	return tc_plans_program(tc_plans, by_dependencies ? plan->as_ready_at : plan->in_order_at, plan->scratch,
		g->port);
}

// stretch adapts a program to the block lengths of a call. It returns 0 if memory is exhausted.
static int stretch(const call *c, int set, int by_dependencies, program *g) {
	return tc_plans_stretch(g, tc_plans, tc_plans_set(tc_plans, set), c->root, c->communicator->rank,
		by_dependencies, c->layout);
}

program *tc_program(const call *c, int set, int by_dependencies) {
	communicator *g = c->communicator;
	const plans_set *s = tc_plans_set(tc_plans, set);
	int number = (s->roots > 1 ? c->root : 0) + (c->layout == NULL ? 0 : s->roots);
	program **at = &g->program[g->program_at[set] + 2 * number + by_dependencies];
	if (*at == NULL) {
		*at = new_program(c, set, by_dependencies);
	}
	return *at != NULL && c->layout != NULL && !stretch(c, set, by_dependencies, *at) ? NULL : *at;
}

int tc_own_program(const call *c, int set, program **g) {
	if (*g == NULL) {
		*g = new_program(c, set, 1);
	}
	// The channels must be created first, because stretch removes the peers of empty messages.
	return *g != NULL && tc_channels(*g) && stretch(c, set, 1, *g);
}

// is_divisible reports whether two plans can execute an operation: one for the first words of each block, and
// one for the remaining words.
static int is_divisible(int op) {
	return op == BCAST || op == REDUCE || op == ALLREDUCE || op == SCAN || op == EXSCAN;
}

// tc_divide works like catalog.Template.Share. One set of plans executes the whole units, and a second set
// executes the remaining words.
int tc_divide(const call *c, int64_t words, part parts[PARTS]) {
	const rule *w = c->rule;
	if (c->op == BARRIER || c->layout != NULL) {
		parts[0] = (part){c->layout == NULL ? w->whole : tc_stretched_set(c), 0, 1};
		return 1;
	}
	int64_t units = tc_plans_set(tc_plans, w->whole)->units, factor = words / units, rest = words % units;
	if (rest > 0 && !is_divisible(c->op)) {
		parts[0] = (part){w->rest, 0, words};
		return 1;
	}
	int n = 0;
	if (factor > 0) {
		parts[n++] = (part){w->whole, 0, factor};
	}
	if (rest > 0) {
		parts[n++] = (part){w->rest, factor * units, rest};
	}
	return n;
}
