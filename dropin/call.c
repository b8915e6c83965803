#include "dropin.h"

#include <limits.h>
#include <stddef.h>

#include "../mpi/combine.h"
#include "../mpi/state.h"

// way_of finds how a call with blocks of so many bytes is carried out.
static const way *way_of(const group *g, int op, int64_t bytes) {
	if (bytes > INT_MAX / g->p) { // the counts of MPI
		return NULL;
	}
	for (const way *w = g->way[op], *end = w + g->ways[op]; w < end; w++) {
		if (bytes >= w->from && bytes <= w->to) {
			return w->whole >= 0 ? w : NULL;
		}
	}
	return NULL;
}

// never reports whether no call of an operation on a group is ours, as all ranks know, so that its arguments need no look.
static int never(const group *g, int op) {
	return !tc_settings.timed && tc_settings.check == 0 && (!g->possible || tc_settings.off[op] || (g->joined && g->ways[op] == 0));
}

call tc_begin_call(int op, MPI_Comm comm) {
	call c = {.comm = comm, .op = op};
	if (tc_plans == NULL) {
		return c;
	}
	if (tc_settings.timed) { // the setup of a group is part of the time of its first call
		c.began = PMPI_Wtime();
	}
	c.error = tc_group(comm, &c.group);
	if (c.group != NULL && never(c.group, op)) {
		c.group = NULL;
	}
	c.counted = tc_settings.timed && c.group != NULL;
	return c;
}

void tc_decide(call *c, int64_t bytes, int root) {
	group *g = c->group;
	c->bytes = bytes;
	c->root = root;
	if (!g->possible || tc_settings.off[c->op]) {
		return;
	}
	if (!g->joined) {
		tc_join(g);
	}
	if (!g->possible) {
		return;
	}
	if (tc_settings.check > 0 && g->calls++ % tc_settings.check == 0) {
		c->checked = 1;
		tc_alike(g, c->op, c->bytes, c->root);
	}
	if (c->bytes > 0 || c->op == BARRIER) {
		c->way = way_of(g, c->op, c->bytes);
	}
	if (tc_settings.sample && c->way != NULL) {
		tc_sample(c);
	}
}

int tc_end_call(const call *c, int code) {
	if (c->counted) {
		tc_count(c, PMPI_Wtime() - c->began);
	}
	if (c->way != NULL && code != MPI_SUCCESS) {
		code = code == WRONG_LENGTH ? MPI_ERR_TRUNCATE : code;
		PMPI_Comm_call_errhandler(c->comm, code);
	}
	return code;
}

// replay carries out one set of plans with units of factor words.
static int replay(const call *c, int number, MPI_Datatype type, int64_t size, int64_t factor, const char *in, char *out, const reduction *op) {
	enum { OVERLAP_FROM = 4096 }; // bytes of messages, as in mpi/port.go
	group *g = c->group;
	const plans_set *s = tc_plans_set(tc_plans, number);
	const plans_plan *plan = tc_plans_plan(tc_plans, s, c->root, g->rank);
	int ready = plan->as_ready_at != 0 && plan->moved * factor * size > OVERLAP_FROM;
	program **at = &g->program[g->program_at[number] + 2 * (s->roots > 1 ? c->root : 0) + ready];
	if (*at == NULL) {
		*at = tc_plans_program(tc_plans, ready ? plan->as_ready_at : plan->in_order_at, plan->scratch, g->port);
	}
	if (*at == NULL || !tc_reserve(g->port, *at, factor * size)) {
		return MPI_ERR_NO_MEM;
	}
	state_of(g->port)->type = type;
	return tc_replay(g->port, (char *)*at, size, factor, (char *)in, out, op->op, op->loop, op->commutes);
}

// one_block reports whether a call on some words is one on the first of them and one on the others.
static int one_block(int op) { return op == BCAST || op == REDUCE || op == ALLREDUCE || op == SCAN || op == EXSCAN; }

// carry_out is catalog.Template.Share.
static int carry_out(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, int64_t size, const reduction *op) {
	const way *w = c->way;
	if (c->op == BARRIER) {
		return replay(c, w->whole, type, size, 1, in, out, op);
	}
	int64_t units = tc_plans_set(tc_plans, w->whole)->units, factor = words / units, rest = words % units;
	if (rest > 0 && !one_block(c->op)) {
		return replay(c, w->rest, type, size, words, in, out, op);
	}
	int code = factor > 0 ? replay(c, w->whole, type, size, factor, in, out, op) : MPI_SUCCESS;
	if (rest > 0 && code == MPI_SUCCESS) {
		int64_t done = factor * units * size;
		code = replay(c, w->rest, type, size, rest, in == NULL ? NULL : in + done, out == NULL ? NULL : out + done, op);
	}
	return code;
}

int tc_move(const call *c, const char *in, char *out) {
	const reduction none = {MPI_OP_NULL, -1, 0};
	int code = carry_out(c, in, out, c->bytes, MPI_BYTE, 1, &none);
	if (code == MPI_SUCCESS && c->checked) {
		const kind byte = {1, 1, .run = 1, .apart = 1, .at_zero = 1, .named = 1, .number = -1};
		code = tc_compare(c, in, out, c->bytes, MPI_BYTE, &byte, MPI_OP_NULL);
	}
	return code;
}

int tc_loop(MPI_Op op, const kind *k) {
	const MPI_Op loops[COMBINE_OPS] = {[OP_SUM] = MPI_SUM, [OP_PROD] = MPI_PROD, [OP_MAX] = MPI_MAX, [OP_MIN] = MPI_MIN};
	for (int i = 0; i < COMBINE_OPS && k->number >= 0; i++) {
		if (op == loops[i]) {
			return i * COMBINE_TYPES + k->number;
		}
	}
	return -1;
}

int tc_reduce_words(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, const kind *k, MPI_Op op) {
	reduction r = {op, tc_loop(op, k), 0};
	PMPI_Op_commutative(op, &r.commutes);
	int code = carry_out(c, in, out, words, type, k->extent, &r);
	if (code == MPI_SUCCESS && c->checked) {
		code = tc_compare(c, in, out, words, type, k, op);
	}
	return code;
}
