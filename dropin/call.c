#include "dropin.h"

#include <limits.h>
#include <stddef.h>

#include "../mpi/combine.h"
#include "../mpi/state.h"

// find_rule returns the rule for blocks of so many bytes, or NULL.
static const rule *find_rule(const communicator *g, int op, int64_t bytes) {
	if (bytes > INT_MAX / g->p) { // the counts of a plan are ints
		return NULL;
	}
	for (const rule *w = g->rule[op], *end = w + g->rule_count[op]; w < end; w++) {
		if (bytes >= w->from && bytes <= w->to) {
			return w->whole >= 0 ? w : NULL;
		}
	}
	return NULL;
}

// always_passed_on reports whether every call of an operation on g is passed on. All ranks know
// that, so they need not look at the arguments.
static int always_passed_on(const communicator *g, int op) {
	return tc_settings.check == 0 && (!g->has_plans || tc_settings.off[op] ||
		(g->is_set_up && g->rule_count[op] == 0));
}

call tc_begin_call(int op, MPI_Comm comm) {
	call c; // not an initializer, which would also clear the fields that tc_describe sets
	c.comm = comm;
	c.communicator = NULL;
	c.rule = NULL;
	c.op = c.function = op;
	c.counts = NULL;
	c.bytes = 0;
	c.error = MPI_SUCCESS;
	c.checked = c.sampled = 0;
	if (tc_recording) { // the time of the first call includes the set-up
		c.began = tc_tick();
	}
	if (tc_plans == NULL) {
		return c;
	}
	c.error = tc_find_communicator(comm, &c.communicator);
	if (c.communicator != NULL && always_passed_on(c.communicator, op)) {
		c.communicator = NULL;
	}
	return c;
}

void tc_select_rule(call *c, int64_t bytes, int root) {
	communicator *g = c->communicator;
	c->bytes = bytes;
	c->root = root;
	if (!g->has_plans || tc_settings.off[c->op]) {
		return;
	}
	if (!g->is_set_up) {
		tc_set_up_communicator(g);
	}
	if (!g->has_plans) {
		return;
	}
	if (tc_settings.check > 0 && g->calls++ % tc_settings.check == 0) {
		c->checked = 1;
		tc_check_arguments(g, c->op, c->bytes, c->root);
	}
	if (c->bytes > 0 || c->op == BARRIER) {
		c->rule = find_rule(g, c->op, c->bytes);
	}
	if (tc_settings.sample && c->rule != NULL) {
		tc_sample(c);
	}
}

int tc_padded_count(const int *counts, int p) {
	int64_t sum = 0, most = 0, least = INT_MAX;
	for (int i = 0; counts != NULL && i < p; i++) {
		sum += counts[i];
		most = counts[i] > most ? counts[i] : most;
		least = counts[i] < least ? counts[i] : least;
	}
	if (counts == NULL || least < 0) {
		return -1;
	}
	return least > 0 && 4 * p * most <= 5 * sum ? most : 0;
}

// block_bytes returns the size of a block, or of differing blocks the mean size.
static int64_t block_bytes(const call *c, const comm_class *comm) {
	if (comm->inter) { // counts has another length
		return 0;
	}
	if (c->counts == NULL) {
		return c->words * tc_type_size(c->type);
	}
	int64_t words = 0;
	for (int i = 0; i < comm->blocks; i++) {
		words += c->counts[i];
	}
	return words * tc_type_size(c->type) / comm->blocks;
}

// record records a call that has succeeded, so its communicator and datatype are valid.
static cell *record(const call *c) {
	int64_t ticks = tc_tick() - c->began;
	const comm_class *comm = tc_class_of(c->comm);
	return tc_record(comm, BLOCKING, c->function, block_bytes(c, comm), c->root, c->in_place,
		c->rule == NULL ? 0 : c->rule->whole + 1, ticks);
}

int tc_end_call(const call *c, int code) {
	cell *w = tc_recording && code == MPI_SUCCESS ? record(c) : NULL;
	if (c->sampled) {
		tc_end_sample(c, w);
	}
	if (c->rule != NULL && code != MPI_SUCCESS) {
		code = code == WRONG_LENGTH ? MPI_ERR_TRUNCATE : code;
		PMPI_Comm_call_errhandler(c->comm, code);
	}
	return code;
}

// replay executes one set of plans with units of factor words.
static int replay(const call *c, int number, MPI_Datatype type, int64_t size, int64_t factor, const char *in,
	char *out, const reduction *op) {
	enum { OVERLAP_FROM = 4096 }; // bytes, as in mpi/port.go
	communicator *g = c->communicator;
	const plans_set *s = tc_plans_set(tc_plans, number);
	const plans_plan *plan = tc_plans_plan(tc_plans, s, c->root, g->rank);
	int ready = plan->as_ready_at != 0 && plan->moved * factor * size > OVERLAP_FROM;
	program **at = &g->program[g->program_at[number] + 2 * (s->roots > 1 ? c->root : 0) + ready];
	if (*at == NULL) {
		*at = tc_plans_program(tc_plans, ready ? plan->as_ready_at : plan->in_order_at, plan->scratch,
			g->port);
	}
	if (*at == NULL || !tc_reserve(g->port, *at, factor * size)) {
		return MPI_ERR_NO_MEM;
	}
	state_of(g->port)->type = type;
	return tc_replay(g->port, (char *)*at, size, factor, (char *)in, out, op->op, op->loop, op->commutes);
}

// is_divisible reports whether a call can be divided into one call on the first words and one on
// the others.
static int is_divisible(int op) {
	return op == BCAST || op == REDUCE || op == ALLREDUCE || op == SCAN || op == EXSCAN;
}

// carry_out does what catalog.Template.Share does: whole units by one set of plans, the remaining
// words by another.
static int carry_out(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, int64_t size,
	const reduction *op) {
	const rule *w = c->rule;
	if (c->op == BARRIER) {
		return replay(c, w->whole, type, size, 1, in, out, op);
	}
	int64_t units = tc_plans_set(tc_plans, w->whole)->units, factor = words / units, rest = words % units;
	if (rest > 0 && !is_divisible(c->op)) {
		return replay(c, w->rest, type, size, words, in, out, op);
	}
	int code = factor > 0 ? replay(c, w->whole, type, size, factor, in, out, op) : MPI_SUCCESS;
	if (rest > 0 && code == MPI_SUCCESS) {
		int64_t done = factor * units * size;
		code = replay(c, w->rest, type, size, rest, in == NULL ? NULL : in + done,
			out == NULL ? NULL : out + done, op);
	}
	return code;
}

int tc_move(const call *c, const char *in, char *out) {
	const reduction none = {MPI_OP_NULL, -1, 0};
	int code = carry_out(c, in, out, c->bytes, MPI_BYTE, 1, &none);
	if (code == MPI_SUCCESS && c->checked) {
		const type_info byte = {1, 1, .run = 1, .apart = 1, .at_zero = 1, .named = 1, .number = -1};
		code = tc_check_result(c, in, out, c->bytes, MPI_BYTE, &byte, MPI_OP_NULL);
	}
	return code;
}

int tc_loop_index(MPI_Op op, const type_info *k) {
	const MPI_Op loops[COMBINE_OPS] = {[OP_SUM] = MPI_SUM, [OP_PROD] = MPI_PROD, [OP_MAX] = MPI_MAX,
		[OP_MIN] = MPI_MIN};
	for (int i = 0; i < COMBINE_OPS && k->number >= 0; i++) {
		if (op == loops[i]) {
			return i * COMBINE_TYPES + k->number;
		}
	}
	return -1;
}

int tc_reduce(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, const type_info *k,
	MPI_Op op) {
	reduction r = {op, tc_loop_index(op, k), 0};
	PMPI_Op_commutative(op, &r.commutes);
	int code = carry_out(c, in, out, words, type, k->extent, &r);
	if (code == MPI_SUCCESS && c->checked) {
		code = tc_check_result(c, in, out, words, type, k, op);
	}
	return code;
}
