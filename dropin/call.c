#include "dropin.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "../mpi/combine.h"
#include "../mpi/state.h"

// has_root reports whether both sets of a rule have plans for the given root.
static int has_root(const rule *w, int root) {
	return root < tc_plans_set(tc_plans, w->whole)->roots && root < tc_plans_set(tc_plans, w->rest)->roots;
}

// find_rule returns the rule for blocks of a size, or NULL if the call must be passed on.
static const rule *find_rule(const communicator *g, int op, int64_t bytes, int root) {
	if (bytes > INT_MAX / g->p) { // the counts of a plan are ints
		return NULL;
	}
	for (const rule *w = g->rule[op], *end = w + g->rule_count[op]; w < end; w++) {
		if (bytes >= w->from && bytes <= w->to) {
			return w->whole >= 0 && (!tc_has_root(op) || has_root(w, root)) ? w : NULL;
		}
	}
	return NULL;
}

// always_passed_on reports whether every call of an operation on g is passed on. The result is the same on
// all ranks, so no rank has to read the arguments of the call.
static int always_passed_on(const communicator *g, int op) {
	return tc_settings.check == 0 && (!g->has_plans || tc_settings.off[op] ||
		(g->is_set_up && g->rule_count[op] == 0));
}

call tc_begin_call_from(int op, MPI_Comm comm, int form, const void *from) {
	call c; // no initializer, because it would also clear the fields that tc_describe sets
	c.comm = comm;
	c.communicator = NULL;
	c.rule = NULL;
	c.request = NULL;
	c.started = NULL;
	c.form = form;
	c.op = c.function = op;
	c.counts = NULL;
	c.layout = NULL;
	c.bytes = 0;
	c.error = MPI_SUCCESS;
	c.checked = c.sampled = 0;
	c.watched = NULL;
	if (tc_recording) { // the recorded time of a communicator's first call includes the set-up
		c.began = tc_tick();
	}
	if (tc_plans != NULL) {
		c.error = tc_find_communicator(comm, &c.communicator);
	}
	if (c.communicator != NULL && always_passed_on(c.communicator, op)) {
		c.communicator = NULL;
	}
	if (tc_watching && c.error == MPI_SUCCESS) {
		c.watched = tc_enter(comm, op, form, from);
	}
	return c;
}

// A non-blocking call cannot set up a communicator, because other ranks may make other calls before they take
// part in the set-up. All ranks make the calls on a communicator in the same order. Therefore, at each call,
// the communicator is set up either on all ranks or on no rank. The initialization of a persistent call can
// set up a communicator, because it may wait for the other ranks.
call tc_begin_started_from(int op, MPI_Comm comm, int form, MPI_Request *request, const void *from) {
	call c = tc_begin_call_from(op, comm, form, from);
	c.request = request;
	communicator *g = c.communicator;
	if (g != NULL && (request == NULL || (form == PERSISTENT ? g->never_prepares : !g->is_set_up) ||
		tc_settings.check > 0 || tc_threaded || !tc_can_start())) {
		c.communicator = NULL;
	}
	return c;
}

int tc_is_taken(call *c) {
	if (c->rule != NULL && c->request != NULL) {
		if (c->form == PERSISTENT && c->bytes < c->rule->persistent_from) {
			c->rule = NULL;
		} else {
			c->started = tc_new_started(c);
		}
	}
	return c->rule != NULL;
}

char *tc_grow(buffer *b, int64_t bytes) {
	if ((size_t)bytes >= b->room) {
		free(b->memory);
		b->memory = malloc(bytes + 1);
		b->room = b->memory == NULL ? 0 : bytes + 1;
	}
	return b->memory;
}

char *tc_buffer(const call *c, int which, int64_t bytes) {
	if (c->request != NULL && c->started == NULL) {
		return NULL;
	}
	return tc_grow((c->request == NULL ? c->communicator->buffers : tc_started_buffers(c->started)) + which,
		bytes);
}

int tc_is_ready(const call *c) {
	communicator *g = c->communicator;
	if (!g->has_plans || tc_settings.off[c->op]) {
		return 0;
	}
	if (!g->is_set_up) {
		tc_set_up_communicator(g);
	}
	return g->has_plans;
}

void tc_select_rule(call *c, int64_t bytes, int root) {
	communicator *g = c->communicator;
	c->bytes = bytes;
	c->root = root;
	if (!tc_is_ready(c)) {
		return;
	}
	if (tc_settings.check > 0 && g->calls++ % tc_settings.check == 0) {
		c->checked = 1;
		tc_check_arguments(g, c->op, c->bytes, c->root);
	}
	if (c->bytes > 0 || c->op == BARRIER) {
		c->rule = find_rule(g, c->op, c->bytes, c->root);
	}
	if (tc_settings.sample && c->rule != NULL && c->request == NULL) {
		tc_sample(c);
	}
}

block_words tc_block_words(const int *counts, int p) {
	block_words w = {0, 0, counts == NULL ? -1 : INT_MAX};
	for (int i = 0; counts != NULL && i < p; i++) {
		w.all += counts[i];
		w.most = counts[i] > w.most ? counts[i] : w.most;
		w.least = counts[i] < w.least ? counts[i] : w.least;
	}
	return w;
}

int tc_stretched_set(const call *c) {
	int whole = c->rule->whole;
	int i = tc_plans_set(tc_plans, whole)->units <= c->bytes ? whole : c->rule->rest;
	return tc_plans_set(tc_plans, i)->stretched;
}

// block_bytes returns the size of a block, or the mean size if the blocks differ.
static int64_t block_bytes(const call *c, const comm_class *comm) {
	if (comm->inter) { // on an intercommunicator, `counts` may have a different length
		return 0;
	}
	if (c->counts == NULL) {
		return c->words * tc_type_size(c->type);
	}
	if (tc_is_rooted(c->function)) { // with MPI_IN_PLACE, the block is the root's own block
		return c->counts[c->root] * tc_type_size(c->type);
	}
	int64_t words = 0;
	for (int i = 0; i < comm->blocks; i++) {
		words += c->counts[i];
	}
	return words * tc_type_size(c->type) / comm->blocks;
}

// record adds a call to the records. It must have succeeded, so that its communicator and type are valid.
static cell *record(const call *c) {
	int64_t ended = tc_tick();
	comm_entry comm = tc_find_class(c->comm);
	return tc_record(comm, c->form, c->function, block_bytes(c, comm.class),
		c->function == BARRIER ? MPI_DATATYPE_NULL : c->type, c->root, c->in_place,
		c->rule == NULL ? 0 : c->rule->whole + 1, c->began, ended);
}

int tc_end_call(const call *c, int code) {
	tc_leave(c->watched);
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
	// create the channels first, because stretch removes the peers of empty messages
	return *g != NULL && tc_channels(*g) && stretch(c, set, 1, *g);
}

// replay executes a plan of the given set, with units of `factor` words.
static int replay(const call *c, int set, MPI_Datatype type, int64_t size, int64_t factor, const char *in,
	char *out, const reduction *op) {
	enum { OVERLAP_FROM = 4096 }; // bytes; the same as the default of Port.OverlapFrom in package mpi
	port *p = c->communicator->port;
	const plans_plan *plan = tc_plans_plan(tc_plans, tc_plans_set(tc_plans, set), c->root,
		c->communicator->rank);
	int64_t moved = plan->moved * factor * size;
	if (c->layout != NULL) { // with a layout, a unit is one byte
		moved = plan->moved * c->bytes / tc_plans_set(tc_plans, set)->units;
	}
	program *g = tc_program(c, set, plan->rounds > 1 && moved > OVERLAP_FROM);
	if (g == NULL || !tc_reserve(p, g, factor * size)) {
		return MPI_ERR_NO_MEM;
	}
	state_of(p)->type = type;
	return tc_replay(p, (char *)g, size, factor, (char *)in, out, op->op, op->loop, op->commutes);
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

static int carry_out(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, int64_t size,
	const reduction *op) {
	part parts[PARTS];
	int code = MPI_SUCCESS;
	for (int i = 0, n = tc_divide(c, words, parts); i < n && code == MPI_SUCCESS; i++) {
		int64_t done = parts[i].first * size;
		code = replay(c, parts[i].set, type, size, parts[i].factor, in == NULL ? NULL : in + done,
			out == NULL ? NULL : out + done, op);
	}
	return code;
}

// is_indivisible reports whether a call has equal blocks that cannot be divided into units of equal length.
// The set for remaining words would send whole blocks, so the call needs tc_plans_stretch.
static int is_indivisible(const call *c) {
	const plans_set *s = tc_plans_set(tc_plans, c->rule->whole);
	return s->units > 1 && s->stretched >= 0 && c->layout == NULL && c->bytes > s->units &&
		c->bytes % s->units != 0;
}

int tc_move(const call *c, const char *in, char *out, const block_list *into) {
	const reduction none = {MPI_OP_NULL, -1, 0};
	if (c->request != NULL) {
		return tc_start(c, in, out, into, c->bytes, MPI_BYTE, 1, &none);
	}
	const call *executed = c;
	call stretched;
	block_layout layout;
	if (is_indivisible(c)) {
		if (!tc_lay_out_equal(c, &layout)) {
			return MPI_ERR_NO_MEM;
		}
		stretched = *c;
		stretched.layout = &layout;
		executed = &stretched;
	}
	int code = carry_out(executed, in, out, c->bytes, MPI_BYTE, 1, &none);
	if (code == MPI_SUCCESS && c->checked) {
		const type_info byte = {1, 1, .run = 1, .apart = 1, .at_zero = 1, .named = 1, .number = -1};
		code = tc_check_result(c, in, out, c->bytes, MPI_BYTE, &byte, MPI_OP_NULL);
	}
	return code == MPI_SUCCESS && into != NULL ? tc_copy_out(c->communicator, out, into) : code;
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
	if (c->request != NULL) {
		return tc_start(c, in, out, NULL, words, type, k->extent, &r);
	}
	int code = carry_out(c, in, out, words, type, k->extent, &r);
	if (code == MPI_SUCCESS && c->checked) {
		code = tc_check_result(c, in, out, words, type, k, op);
	}
	return code;
}
