// This file implements the operations that combine words. MPI requires the same count, type and operator on
// all ranks.
#include "../dropin.h"

#include <limits.h>
#include <string.h>

#include "../../mpi/combine.h"

// library_accepts reports whether the MPI library accepts an operator for a type. It tries a reduction of 0
// words on tc_self, so the program's error handlers are not called.
static int library_accepts(MPI_Op operator, MPI_Datatype type, const type_info *k) {
	int nothing[2] = {0}, loop = tc_loop_index(operator, k);
	if (loop >= 0 && tc_loops[loop] != NULL) {
		return 1;
	}
	if (operator == MPI_OP_NULL || k->size < 0) {
		return 0;
	}
	tc_lock(); // tc_self allows only one call at a time
	int code = PMPI_Allreduce(&nothing[0], &nothing[1], 0, type, operator, tc_self);
	tc_unlock();
	return code == MPI_SUCCESS;
}

// select_for_reduction selects the rule of a reduction with blocks of `count` words. It passes the call on if
// a scratch buffer cannot hold the words, or if the algorithm needs a commutative operator but the given
// operator does not commute. All ranks make the same decision, because MPI requires the same type and
// operator.
static void select_for_reduction(call *c, const void *in, const void *out, int64_t count, MPI_Datatype type,
	MPI_Op operator, int root, type_info *k) {
	if (c->communicator == NULL || count < 0 || !tc_is_rank(c->communicator, root)) {
		return;
	}
	operand to = tc_operand(out, count, type), from = to;
	from.at = (char *)in;
	if (!library_accepts(operator, type, &to.info)) {
		return;
	}
	int has_result = c->op != REDUCE || c->communicator->rank == root;
	int ignored = c->op == EXSCAN && c->communicator->rank == 0; // the result of rank 0 is not significant
	// the MPI libraries refuse most reductions whose input and output have the same address
	int shares_start = has_result && !ignored && tc_share_start(&from, &to);
	if (in == MPI_IN_PLACE ? !has_result : !tc_is_valid(&from) || shares_start) {
		return;
	}
	if (has_result && (ignored ? out == MPI_IN_PLACE : !tc_is_valid(&to))) {
		return;
	}
	*k = to.info;
	tc_select_rule(c, tc_bytes(&to), root);
	if (c->rule == NULL) {
		return;
	}
	int commutes = 0;
	PMPI_Op_commutative(operator, &commutes);
	if (!k->apart || (!commutes && (tc_plans_set(tc_plans, c->rule->whole)->commutes || tc_plans_set(tc_plans,
		c->rule->rest)->commutes))) {
		c->rule = NULL;
	}
}

// input_of returns the program's input or, for MPI_IN_PLACE, a copy of `out`. A plan reads the last word up
// to the end of its extent, where the program's memory may have ended. Input of such a type is copied too.
static const char *input_of(const call *c, const void *in, const void *out, int64_t bytes,
	const type_info *k) {
	if (in != MPI_IN_PLACE && k->tail == 0) {
		return in;
	}
	char *copy = tc_buffer(c, 0, bytes);
	if (copy != NULL && c->form == PERSISTENT) { // every start of the call must copy the words
		const block_list words = tc_one_block(tc_operand(out, bytes, MPI_BYTE));
		return tc_keep_input(c->started, &words, copy) == MPI_SUCCESS ? copy : NULL;
	}
	return copy == NULL ? NULL : memcpy(copy, in == MPI_IN_PLACE ? out : in, bytes - k->tail);
}

// copy_words copies words to the program's memory, but not the gaps between them.
static int copy_words(const call *c, const char *words, void *out, int64_t n, MPI_Datatype type,
	const type_info *k) {
	int64_t bytes = n * k->size;
	int packed = 0, unpacked = 0;
	if (k->size == k->extent) {
		memcpy(out, words, bytes);
		return MPI_SUCCESS;
	}
	char *run = tc_buffer(c, 2, bytes);
	if (run == NULL) {
		return MPI_ERR_NO_MEM;
	}
	int code = PMPI_Pack(words, n, type, run, bytes, &packed, c->communicator->comm);
	return code == MPI_SUCCESS ? PMPI_Unpack(run, bytes, &unpacked, out, n, type,
		c->communicator->comm) : code;
}

// run_reduction executes or starts a call with blocks of `count` words. The input has `ins` blocks, and the
// result has `outs` blocks. If `outs` is 0, `out` may be NULL.
static int run_reduction(const call *c, const void *in, void *out, int ins, int outs, int64_t count,
	MPI_Datatype type, const type_info *k, MPI_Op op) {
	const char *from = input_of(c, in, out, ins * count * k->extent, k);
	int direct = k->size == k->extent && (outs > 0 || c->op == REDUCE);
	char *to = direct ? out : tc_buffer(c, 1, count * k->extent);
	if (from == NULL || (!direct && to == NULL)) {
		return tc_give_up(c);
	}
	int code = tc_reduce(c, from, to, count, type, k, op);
	return code == MPI_SUCCESS && !direct && outs > 0 ? copy_words(c, to, out, count, type, k) : code;
}

// is_lasting reports whether the operator and the datatype are predefined, so that the program cannot free
// them during a non-blocking call.
static int is_lasting(const type_info *k, MPI_Op op) {
	const MPI_Op predefined[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_LAND, MPI_BAND, MPI_LOR, MPI_BOR,
		MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
	for (unsigned i = 0; i < sizeof predefined / sizeof *predefined; i++) {
		if (op == predefined[i]) {
			// `run` is set only for predefined types, with which a plan writes directly to the program's memory.
			return k->run;
		}
	}
	return 0;
}

static int is_taken(call *c, const type_info *k, MPI_Op op) {
	if (c->rule != NULL && c->request != NULL && !is_lasting(k, op)) {
		c->rule = NULL;
	}
	return tc_is_taken(c);
}

#define REDUCED(N, ...) const void *in, void *out, N count, MPI_Datatype type, MPI_Op op
#define REDUCED_TO_ROOT(N, ...) REDUCED(N), int root

// reduce is the body of FORMS for a reduction whose blocks all have `count` words. The input has a block for
// every rank if by_blocks is set.
static int reduce(call *c, REDUCED(int64_t), int root, int by_blocks) {
	type_info k;
	tc_describe(c, count, type, root, in == MPI_IN_PLACE);
	select_for_reduction(c, in, out, count, type, op, root, &k);
	if (!is_taken(c, &k, op)) {
		return 0;
	}
	int rank = c->communicator->rank, p = c->communicator->p;
	int has_result = c->op == REDUCE ? rank == root : c->op != EXSCAN || rank > 0;
	c->code = run_reduction(c, in, out, by_blocks ? p : 1, has_result, count, type, &k, op);
	return 1;
}

static int reduce_all(call *c, REDUCED(int64_t)) {
	return reduce(c, in, out, count, type, op, 0, 0);
}

static int reduce_to_root(call *c, REDUCED_TO_ROOT(int64_t)) {
	return reduce(c, in, out, count, type, op, root, 0);
}

static int reduce_blocks(call *c, REDUCED(int64_t)) {
	return reduce(c, in, out, count, type, op, 0, 1);
}

#define REDUCED_ARGUMENTS (in, out, count, type, op)

FORMS(Allreduce, allreduce, ALLREDUCE, reduce_all, REDUCED, REDUCED_ARGUMENTS)
FORMS(Scan, scan, SCAN, reduce_all, REDUCED, REDUCED_ARGUMENTS)
FORMS(Exscan, exscan, EXSCAN, reduce_all, REDUCED, REDUCED_ARGUMENTS)
FORMS(Reduce_scatter_block, reduce_scatter_block, REDUCE_SCATTER, reduce_blocks, REDUCED, REDUCED_ARGUMENTS)
FORMS(Reduce, reduce, REDUCE, reduce_to_root, REDUCED_TO_ROOT, (in, out, count, type, op, root))

// pad copies p blocks to blocks of n words each. It fills up a shorter block with copies of the block's last
// word, which is a valid operand. It does not read the tail of a block's last word.
INLINE void pad(char *to, const char *from, int_array counts, int p, int64_t n, const type_info *k) {
	int64_t extent = k->extent;
	for (int i = 0; i < p; i++) {
		int64_t words = tc_element(counts, i);
		memcpy(to, from, words * extent - k->tail);
		from += words * extent;
		for (int64_t j = words; j < n; j++) {
			memcpy(to + j * extent, from - extent, extent - k->tail);
		}
		to += n * extent;
	}
}

INLINE int run_padded(const call *c, const void *in, void *out, int64_t n, MPI_Datatype type,
	const type_info *k, MPI_Op op) {
	communicator *g = c->communicator;
	int64_t mine = tc_element(c->counts, g->rank);
	int direct = mine == n && k->size == k->extent;
	char *from = tc_buffer(c, 0, g->p * n * k->extent), *to = direct ? out : tc_buffer(c, 1, n * k->extent);
	if (from == NULL || to == NULL) {
		return MPI_ERR_NO_MEM;
	}
	pad(from, in == MPI_IN_PLACE ? out : in, c->counts, g->p, n, k);
	int code = tc_reduce(c, from, to, n, type, k, op);
	return code == MPI_SUCCESS && !direct ? copy_words(c, to, out, mine, type, k) : code;
}

// may_pad reports whether a plan with equal blocks may execute a call after all blocks have been padded. No
// block may be empty or have more than INT_MAX words, and the mean must be at least 80 % of the longest
// block. The last condition compares ratios. Ranks whose datatypes have different sizes, and therefore
// different counts, get the same answer.
static int may_pad(const block_words *w, int p) {
	return w->least > 0 && w->most <= INT_MAX && 4 * p * w->most <= 5 * w->all;
}

INLINE int reduce_scatter(call *c, const void *in, void *out, int_array counts, MPI_Datatype type,
	MPI_Op op) {
	type_info k;
	int64_t longest = 0;
	int equal = 0, p = 0;
	tc_describe_counts(c, REDUCE_SCATTERV, 0, counts, type, 0, in == MPI_IN_PLACE);
	if (c->communicator != NULL) {
		p = c->communicator->p;
		block_words blocks = tc_block_words(counts, p);
		equal = blocks.least == blocks.most;
		// a non-blocking or persistent call would have to pad its blocks at every start
		longest = may_pad(&blocks, p) && (equal || c->request == NULL) ? blocks.most : 0;
	}
	if (longest > 0) {
		select_for_reduction(c, in, out, longest, type, op, 0, &k);
	}
	if (!is_taken(c, &k, op)) {
		return 0;
	}
	c->code = equal ? run_reduction(c, in, out, p, 1, longest, type, &k, op) : run_padded(c, in, out, longest,
		type, &k, op);
	return 1;
}

#define REDUCED_BLOCKS(N, ...) const void *in, void *out, const N counts[], MPI_Datatype type, MPI_Op op

FORMS_OF(Reduce_scatter, reduce_scatter, REDUCE_SCATTER,
	reduce_scatter(&c, in, out, INT_ARRAY(counts), type, op), REDUCED_BLOCKS, (in, out, counts, type, op))
