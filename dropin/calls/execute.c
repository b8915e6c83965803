// This file executes the calls: it finds or allocates the buffers, and replays or starts the programs.
#include "../dropin.h"

#include "../../mpi/combine.h"
#include "../../mpi/state.h"

static int64_t all_bytes(const block_list *b) {
	int64_t bytes = 0;
	for (int i = 0; i < b->n; i++) {
		bytes += tc_block_bytes(b, i);
	}
	return bytes;
}

// contiguous_start returns the address of the blocks if they are contiguous, otherwise NULL. The
// displacements of empty blocks do not matter.
static char *contiguous_start(const block_list *b) {
	char *first = NULL;
	int64_t bytes = 0; // total length of the blocks before block i
	for (int i = 0; i < b->n && b->all.info.run; i++) {
		operand x = tc_block(b, i);
		int64_t own = tc_bytes(&x);
		if (tc_block_bytes(b, i) != own) {
			return NULL;
		}
		if (own == 0) {
			continue;
		}
		first = bytes == 0 ? x.at : first;
		if (x.at != first + bytes) {
			return NULL;
		}
		bytes += own;
	}
	return first;
}

char *tc_pack(const call *c, const block_list *b, int copied) {
	char *direct = copied ? NULL : contiguous_start(b);
	if (direct != NULL) {
		return direct;
	}
	int64_t bytes = all_bytes(b);
	char *run = tc_buffer(c, 0, bytes);
	if (run == NULL || bytes == 0) {
		return run;
	}
	int code = c->form == PERSISTENT ? tc_keep_input(c->started, b, run) : tc_copy_in(c->communicator, b, run);
	return code == MPI_SUCCESS ? run : NULL;
}

char *tc_result_buffer(const call *c, const block_list *into, int *is_direct) {
	char *direct = contiguous_start(into);
	*is_direct = direct != NULL;
	return direct != NULL ? direct : tc_buffer(c, 1, all_bytes(into));
}

int tc_run(call *c, const block_list *in, const block_list *out, int copied) {
	int is_direct = 1;
	const char *from = tc_pack(c, in, copied);
	char *to = out->n == 0 ? NULL : tc_result_buffer(c, out, &is_direct);
	int has_memory = from != NULL && (to != NULL || out->n == 0);
	c->code = has_memory ? tc_move(c, from, to, is_direct ? NULL : out) : tc_give_up(c);
	return 1;
}

int tc_run_scatter_in_place(call *c, const block_list *all, int64_t own_bytes) {
	const char *from = tc_pack(c, all, 0);
	char *unused = tc_buffer(c, 1, own_bytes);
	c->code = from == NULL || unused == NULL ? tc_give_up(c) : tc_move(c, from, unused, NULL);
	return 1;
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
// Such a call needs tc_plans_stretch, because the set for remaining words would send whole blocks.
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
