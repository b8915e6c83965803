// This file implements the operations that move blocks of different lengths: MPI_Allgatherv, MPI_Gatherv,
// MPI_Scatterv and MPI_Alltoallv. tc_plans_stretch adapts a plan for equal blocks to the lengths of a call.
// See docs/decisions/0018-blocks-of-different-lengths.md.
#include <limits.h>
#include <string.h>

#include "../dropin.h"

// describe_blocks fills in a list of blocks. It returns 0 if the MPI library would refuse them.
INLINE int describe_blocks(block_list *b, const void *at, int_array words, int_array places,
	MPI_Datatype type, int n) {
	block_words w = tc_block_words(words, n);
	if (w.least < 0 || places.at == NULL) {
		return 0;
	}
	*b = (block_list){tc_operand(at, w.most, type), words, places, n, w.least == w.most, NULL};
	return tc_is_valid(&b->all);
}

// length_of returns the length of block i in bytes, at most INT_MAX.
static int length_of(const block_list *b, int i) {
	operand block = tc_block(b, i);
	return tc_bytes(&block) > INT_MAX ? INT_MAX : tc_bytes(&block);
}

static int describe_own_block(block_list *b, const void *at, int64_t words, MPI_Datatype type) {
	*b = tc_one_block(tc_operand(at, words, type));
	return tc_is_valid(&b->all);
}

// exchange_lengths sets the lengths of all ranks' blocks in l. The argument `given` holds the blocks that
// this rank sends.
static int exchange_lengths(const call *c, const block_list *given, block_lengths *l) {
	int p = c->communicator->p, rank = c->communicator->rank;
	int first = c->op == SCATTER ? 0 : c->op == ALLTOALL ? rank * p : rank;
	for (int i = 0; i < given->n; i++) {
		l->bytes[first + i] = length_of(given, i);
	}
	if (c->op == SCATTER) {
		return PMPI_Bcast(l->bytes, p, MPI_INT, c->root, c->communicator->comm);
	}
	return PMPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, l->bytes, given->n, MPI_INT,
		c->communicator->comm);
}

static void select_rule_for_lengths(call *c, block_lengths *l) {
	tc_compute_layout(c, l);
	int p = c->communicator->p;
	int64_t sum = l->layout.begin[l->n], mean = (sum + l->n - 1) / l->n;
	int equal = l->longest * l->n == sum;
	tc_select_rule(c, mean, c->root);
	if (c->rule == NULL) {
		return;
	}
	// All ranks compare the same numbers, so all ranks make the same decision.
	int too_uneven = 100.0 * l->load * p > (double)c->rule->uneven * sum;
	int set = tc_stretched_set(c), stretches = set >= 0 && l->longest <= tc_longest_block(set);
	if (l->longest > INT_MAX / p || (!equal && (too_uneven || !stretches))) {
		c->rule = NULL;
	}
	c->layout = equal ? NULL : &l->layout;
}

static void fail_call(call *c, int code) {
	c->error = code;
	PMPI_Comm_call_errhandler(c->comm, code);
}

// may_exchange_pay reports whether an exchange of lengths may pay off: some rule executes calls with blocks
// of different lengths, and its sizes include blocks that are long enough.
static int may_exchange_pay(const call *c) {
	const communicator *g = c->communicator;
	for (const rule *w = g->rule[c->op], *end = w + g->rule_count[c->op]; w < end; w++) {
		int from = c->form == PERSISTENT ? w->shortest[PERSISTENT] : w->exchanged_from;
		if (w->whole >= 0 && tc_plans_set(tc_plans, w->whole)->stretched >= 0 && w->to >= from) {
			return 1;
		}
	}
	return 0;
}

enum { MAX_WAIT = 1023 };

// is_exchange_due reports whether the ranks exchange the lengths of this call. It does not read the call's
// arguments. All ranks make the calls on a communicator in the same order, so the result is the same on all
// ranks. A non-blocking call must not wait for other ranks, so its lengths are not exchanged. A persistent
// call's lengths are exchanged whenever a plan may execute it. If no plan executes a blocking call after an
// exchange, the next calls skip the exchange: first 1 call, then 3, then 7, and so on up to MAX_WAIT.
static int is_exchange_due(const call *c) {
	if (c->communicator == NULL || c->form == NON_BLOCKING) {
		return 0;
	}
	exchanges *e = &c->communicator->exchanges[c->op];
	if (c->form == BLOCKING && e->wait > 0) {
		e->wait--;
		return 0;
	}
	if (tc_is_ready(c) && may_exchange_pay(c)) {
		return 1;
	}
	e->wait = c->form == BLOCKING ? MAX_WAIT : e->wait;
	return 0;
}

// schedule_next_exchange sets the number of calls before the next exchange.
static void schedule_next_exchange(const call *c, int has_paid) {
	exchanges *e = &c->communicator->exchanges[c->op];
	e->last = has_paid ? 0 : 2 * e->last + 1;
	e->last = e->last > MAX_WAIT ? MAX_WAIT : e->last;
	e->wait = e->last;
}

// select_by_exchange selects the rule of a call whose lengths this rank learns from the other ranks. All
// starts of a persistent call share one exchange, so plans also execute persistent calls with short blocks.
static void select_by_exchange(call *c, const block_list *given, block_lengths *l) {
	int code = tc_new_lengths(c, l) ? exchange_lengths(c, given, l) : MPI_ERR_NO_MEM;
	if (code != MPI_SUCCESS) { // other ranks may execute a plan, so this rank cannot pass the call on
		fail_call(c, code);
		return;
	}
	select_rule_for_lengths(c, l);
	if (c->form == BLOCKING) {
		int is_short = c->rule != NULL && c->bytes < c->rule->exchanged_from;
		c->rule = is_short ? NULL : c->rule;
		schedule_next_exchange(c, !is_short && (c->rule != NULL || c->sampled));
	}
}

// select_for_allgather selects the rule of MPI_Allgatherv, in which every rank knows the lengths. `mine` is
// the rank's input; with MPI_IN_PLACE, its block of the output.
static void select_for_allgather(call *c, const block_list *mine, const block_list *all, int *in_place,
	block_lengths *l) {
	int p = c->communicator->p;
	operand own = tc_block(all, c->communicator->rank);
	if (!tc_may_allgather(*in_place ? NULL : &mine->all, &own, in_place)) {
		return;
	}
	if (all->is_equal) {
		tc_select_rule(c, tc_block_bytes(all, 0), 0);
	} else if (!tc_new_lengths(c, l)) {
		fail_call(c, MPI_ERR_NO_MEM);
	} else {
		for (int i = 0; i < p; i++) {
			l->bytes[i] = length_of(all, i);
		}
		select_rule_for_lengths(c, l);
	}
}

// run_call is like tc_run, for blocks with the lengths in l.
static int run_call(call *c, const block_list *in, block_list *out, const block_lengths *l, int copied) {
	out->ends = l->layout.out;
	return tc_run(c, in, out, copied);
}

// GATHERED_BLOCKS lists the parameters that describe the blocks in allgatherv and gatherv. GATHERED_GIVEN
// lists the arguments for these parameters.
#define GATHERED_BLOCKS const void *in, int64_t in_count, MPI_Datatype in_type, void *out, \
	int_array out_counts, int_array places, MPI_Datatype out_type
#define GATHERED_GIVEN in, in_count, in_type, out, INT_ARRAY(out_counts), INT_ARRAY(places), out_type

INLINE int allgatherv(call *c, GATHERED_BLOCKS) {
	int in_place = in == MPI_IN_PLACE;
	block_list mine, all;
	block_lengths l = {.n = 0};
	tc_describe_counts(c, ALLGATHERV, 0, out_counts, out_type, 0, in_place);
	if (c->communicator != NULL &&
		describe_blocks(&all, out, out_counts, places, out_type, c->communicator->p) &&
		(in_place || describe_own_block(&mine, in, in_count, in_type))) {
		if (in_place) {
			mine = tc_one_block(tc_block(&all, c->communicator->rank));
		}
		select_for_allgather(c, &mine, &all, &in_place, &l);
	}
	return tc_is_taken(c) && run_call(c, &mine, &all, &l, in_place);
}

FORMS_OF(Allgatherv, allgatherv, ALLGATHER, allgatherv(&c, GATHERED_GIVEN), GATHERED, (GATHERED_ARGUMENTS))

INLINE int alltoallv(call *c, const void *in, int_array in_counts, int_array in_places, MPI_Datatype in_type,
	void *out, int_array out_counts, int_array out_places, MPI_Datatype out_type) {
	int in_place = in == MPI_IN_PLACE;
	block_list from, to;
	block_lengths l = {.n = 0};
	tc_describe_counts(c, ALLTOALLV, 0, in_place ? out_counts : in_counts, in_place ? out_type : in_type, 0,
		in_place);
	if (is_exchange_due(c) && describe_blocks(&to, out, out_counts, out_places, out_type, c->communicator->p) &&
		(in_place || (describe_blocks(&from, in, in_counts, in_places, in_type, c->communicator->p) &&
			!(in_counts.at == out_counts.at && tc_is_refused(&from.all, &to.all))))) {
		from = in_place ? to : from;
		in_place = in_place || tc_share_start(&from.all, &to.all);
		select_by_exchange(c, &from, &l);
	}
	return tc_is_taken(c) && run_call(c, &from, &to, &l, in_place);
}

FORMS_OF(Alltoallv, alltoallv, ALLTOALL,
	alltoallv(&c, in, INT_ARRAY(in_counts), INT_ARRAY(in_places), in_type, out, INT_ARRAY(out_counts),
		INT_ARRAY(out_places), out_type), EXCHANGED, (EXCHANGED_ARGUMENTS))

// describe_rooted describes the blocks of an operation in which only the root has all blocks. `at` is the
// address of the rank's own block. The function returns 0 if the MPI library would refuse the blocks.
INLINE int describe_rooted(const call *c, block_list *own, const void *at, int64_t words, MPI_Datatype type,
	block_list *all, const void *all_at, int_array counts, int_array places, MPI_Datatype all_type) {
	int rooted = c->communicator->rank == c->root;
	*all = (block_list){.n = 0};
	if (!tc_is_rank(c->communicator, c->root) ||
		(rooted && !describe_blocks(all, all_at, counts, places, all_type, c->communicator->p))) {
		return 0;
	}
	if (at == MPI_IN_PLACE) {
		*own = rooted ? tc_one_block(tc_block(all, c->root)) : *all;
		return rooted;
	}
	if (!describe_own_block(own, at, words, type)) {
		return 0;
	}
	operand same = rooted ? tc_block(all, c->root) : (operand){NULL};
	return !rooted || !tc_is_refused(&own->all, &same);
}

// share_start reports whether the root's own buffer starts at the address of the buffer of all blocks, or at
// the address of the root's block in that buffer.
static int share_start(const call *c, const block_list *own, const block_list *all) {
	if (all->n == 0) {
		return 0;
	}
	operand same = tc_block(all, c->root);
	return tc_share_start(&own->all, &all->all) || tc_share_start(&own->all, &same);
}

INLINE int gatherv(call *c, GATHERED_BLOCKS, int root) {
	int in_place = in == MPI_IN_PLACE;
	block_list own, all;
	block_lengths l = {.n = 0};
	tc_describe_counts(c, GATHERV, in_count, in_place ? out_counts : (int_array){NULL},
		in_place ? out_type : in_type, root, in_place);
	if (is_exchange_due(c) &&
		describe_rooted(c, &own, in, in_count, in_type, &all, out, out_counts, places, out_type)) {
		select_by_exchange(c, &own, &l);
	}
	return tc_is_taken(c) && run_call(c, &own, &all, &l, in_place || share_start(c, &own, &all));
}

#define GATHERED_TO_ROOT(N, D) GATHERED(N, D), int root

FORMS_OF(Gatherv, gatherv, GATHER, gatherv(&c, GATHERED_GIVEN, root), GATHERED_TO_ROOT,
	(GATHERED_ARGUMENTS, root))

INLINE int scatterv(call *c, const void *in, int_array counts, int_array places, MPI_Datatype in_type,
	void *out, int64_t out_count, MPI_Datatype out_type, int root) {
	int in_place = out == MPI_IN_PLACE;
	block_list own, all;
	block_lengths l = {.n = 0};
	tc_describe_counts(c, SCATTERV, out_count, in_place ? counts : (int_array){NULL},
		in_place ? in_type : out_type, root, in_place);
	if (is_exchange_due(c) &&
		describe_rooted(c, &own, out, out_count, out_type, &all, in, counts, places, in_type)) {
		select_by_exchange(c, &all, &l);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	return in_place ? tc_run_scatter_in_place(c, &all, tc_block_bytes(&own, 0))
		: run_call(c, &all, &own, &l, share_start(c, &own, &all));
}

#define SCATTERED(N, D) const void *in, const N counts[], const D places[], MPI_Datatype in_type, void *out, \
	N out_count, MPI_Datatype out_type, int root

FORMS_OF(Scatterv, scatterv, SCATTER,
	scatterv(&c, in, INT_ARRAY(counts), INT_ARRAY(places), in_type, out, out_count, out_type, root),
	SCATTERED, (in, counts, places, in_type, out, out_count, out_type, root))
