// Operations that move blocks of different lengths: MPI_Allgatherv, MPI_Gatherv, MPI_Scatterv and
// MPI_Alltoallv. tc_plans_stretch adapts a plan for equal blocks to the lengths of a call. See
// docs/decisions/0018-blocks-of-different-lengths.md.
#include <limits.h>
#include <string.h>

#include "dropin.h"

// A block_list describes blocks in the program's memory.
typedef struct {
	operand all;               // begins at the start of the buffer; as long as the longest block
	const int *words, *places; // of each block, in words
	int n;
} block_list;

static const int at_zero = 0; // the place of a single block

// describe fills in a list of blocks. It returns 0 if the MPI library would refuse the blocks.
static int describe(block_list *b, const void *at, const int *words, const int *places, MPI_Datatype type,
	int n) {
	block_words w = tc_block_words(words, n);
	if (w.least < 0 || places == NULL) {
		return 0;
	}
	*b = (block_list){tc_operand(at, w.most, type), words, places, n};
	return tc_is_valid(&b->all);
}

static operand block(const block_list *b, int i) { return tc_subrange(b->all, b->places[i], b->words[i]); }

// own_block returns a list of one block: the block of a rank.
static block_list own_block(const block_list *b, int rank) {
	return (block_list){block(b, rank), b->words + rank, &at_zero, 1};
}

static int64_t bytes_of(const block_list *b, int i) { return b->words[i] * b->all.info.size; }

// are_adjacent reports whether the blocks lie one after the other, in the order of the ranks. It sets *first
// to the place of the first block. The places of empty blocks do not matter.
static int are_adjacent(const block_list *b, int *first) {
	int64_t words = 0; // of the blocks before block i
	*first = 0;
	for (int i = 0; i < b->n; i++) {
		if (b->words[i] == 0) {
			continue;
		}
		if (words == 0) {
			*first = b->places[i];
		}
		if (b->places[i] != *first + words) {
			return 0;
		}
		words += b->words[i];
	}
	return 1;
}

// pack_blocks returns the blocks as contiguous bytes, or NULL if memory is exhausted.
static const char *pack_blocks(const call *c, const block_list *b, int copied) {
	int first;
	int64_t bytes = 0;
	for (int i = 0; i < b->n; i++) {
		bytes += bytes_of(b, i);
	}
	if (bytes == 0) {
		return "";
	}
	if (b->all.info.run && !copied && are_adjacent(b, &first)) {
		return tc_subrange(b->all, first, 0).at;
	}
	char *run = tc_buffer(c, 0, bytes), *at = run;
	for (int i = 0; i < b->n && run != NULL; i++) {
		if (tc_copy_in(c->communicator, block(b, i), at) != MPI_SUCCESS) {
			return NULL;
		}
		at += bytes_of(b, i);
	}
	return run;
}

// place_in_result returns the byte at which block i of this rank's result begins.
static int64_t place_in_result(const call *c, int i) {
	return c->layout == NULL ? i * c->bytes : c->layout->out[i];
}

// are_in_place reports whether a plan can write the result directly to the program's memory. It sets *first
// to the word at which the result begins.
static int are_in_place(const call *c, const block_list *b, int *first) {
	int in_place = b->all.info.run && are_adjacent(b, first);
	for (int i = 0; i < b->n && in_place; i++) {
		in_place = bytes_of(b, i) == place_in_result(c, i + 1) - place_in_result(c, i);
	}
	return in_place;
}

// copy_blocks copies a result to the program's memory. Blocks may be shorter than the program expects.
static int copy_blocks(const call *c, const char *result, const block_list *b) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < b->n && code == MPI_SUCCESS; i++) {
		int64_t bytes = place_in_result(c, i + 1) - place_in_result(c, i);
		operand to = block(b, i);
		if (bytes > tc_bytes(&to)) {
			return MPI_ERR_TRUNCATE;
		}
		to.n = bytes == 0 ? 0 : bytes / to.info.size;
		code = tc_copy_out(c->communicator, result + place_in_result(c, i), to);
	}
	return code;
}

// run executes a call with its plan. The list `in` is empty on a rank that sends nothing, and the list `out`
// is empty on a rank without a result.
static int run(const call *c, const block_list *in, const block_list *out, int copied) {
	int first = 0, in_place = are_in_place(c, out, &first), blocks = c->op == SCATTER ? 1 : out->n;
	const char *from = pack_blocks(c, in, copied);
	char *into = in_place && out->n > 0 ? tc_subrange(out->all, first, 0).at
	                                    : tc_buffer(c, 1, place_in_result(c, blocks));
	if (from == NULL || into == NULL) {
		return MPI_ERR_NO_MEM;
	}
	int code = tc_move(c, from, into, NULL);
	return code == MPI_SUCCESS && !in_place ? copy_blocks(c, into, out) : code;
}

// The lengths of all blocks of a call in bytes: one per rank or, in MPI_Alltoallv, one per pair of ranks.
typedef struct {
	int *bytes, n;
	block_layout layout;
	int64_t longest;
	int64_t load; // equals longest; in MPI_Alltoallv: the most bytes that a rank sends or receives
} lengths;

// new_lengths allocates the arrays of l. It returns 0 if memory is exhausted.
static int new_lengths(const call *c, lengths *l) {
	int p = c->communicator->p;
	l->n = c->op == ALLTOALL ? p * p : p;
	int64_t *memory = (int64_t *)tc_buffer(c, 2, (l->n + p + 2) * sizeof *memory + l->n * sizeof *l->bytes);
	if (memory == NULL) {
		return 0;
	}
	l->layout = (block_layout){memory, memory + l->n + 1};
	l->bytes = (int *)(memory + l->n + p + 2);
	return 1;
}

// lay_out computes the layout and the other fields from the lengths.
static void lay_out(const call *c, lengths *l) {
	int p = c->communicator->p, rank = c->communicator->rank;
	int64_t *begin = l->layout.begin, *out = l->layout.out;
	begin[0] = out[0] = l->longest = l->load = 0;
	for (int i = 0; i < l->n; i++) {
		begin[i + 1] = begin[i] + l->bytes[i];
		l->longest = l->bytes[i] > l->longest ? l->bytes[i] : l->longest;
	}
	for (int i = 0; i < p; i++) {
		int from = c->op == SCATTER ? rank : c->op == ALLTOALL ? i * p + rank : i;
		out[i + 1] = out[i] + l->bytes[from];
	}
	for (int i = 0; i < p && c->op == ALLTOALL; i++) {
		int64_t sent = begin[(i + 1) * p] - begin[i * p], received = 0;
		for (int from = 0; from < p; from++) {
			received += l->bytes[from * p + i];
		}
		l->load = sent > l->load ? sent : l->load;
		l->load = received > l->load ? received : l->load;
	}
	l->load = c->op == ALLTOALL ? l->load : l->longest;
}

// exchange fills in the lengths of all ranks' blocks. given lists the blocks that this rank sends.
static int exchange(const call *c, const block_list *given, lengths *l) {
	int p = c->communicator->p, rank = c->communicator->rank;
	int first = c->op == SCATTER ? 0 : c->op == ALLTOALL ? rank * p : rank;
	for (int i = 0; i < given->n; i++) {
		l->bytes[first + i] = bytes_of(given, i) > INT_MAX ? INT_MAX : bytes_of(given, i);
	}
	if (c->op == SCATTER) {
		return PMPI_Bcast(l->bytes, p, MPI_INT, c->root, c->communicator->comm);
	}
	return PMPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, l->bytes, given->n, MPI_INT,
		c->communicator->comm);
}

int tc_lay_out_equal(const call *c, block_layout *layout) {
	lengths l;
	if (!new_lengths(c, &l)) {
		return 0;
	}
	for (int i = 0; i < l.n; i++) {
		l.bytes[i] = c->bytes;
	}
	lay_out(c, &l);
	*layout = l.layout;
	return 1;
}

// select_rule selects the rule of a call whose blocks have these lengths.
static void select_rule(call *c, lengths *l) {
	lay_out(c, l);
	int p = c->communicator->p;
	int64_t sum = l->layout.begin[l->n], mean = (sum + l->n - 1) / l->n;
	int equal = l->longest * l->n == sum;
	tc_select_rule(c, mean, c->root);
	if (c->rule == NULL) {
		return;
	}
	// the numbers are the same on all ranks, so all ranks have the same result
	int too_uneven = 100.0 * l->load * p > (double)c->rule->uneven * sum;
	if (l->longest > INT_MAX / p || (!equal && (too_uneven || tc_stretched_set(c) < 0))) {
		c->rule = NULL;
	}
	c->layout = equal ? NULL : &l->layout;
}

static void fail(call *c, int code) {
	c->error = code;
	PMPI_Comm_call_errhandler(c->comm, code);
}

// has_long_plans reports whether plans can execute calls that are long enough for an exchange of lengths.
static int has_long_plans(const communicator *g, int op) {
	for (const rule *w = g->rule[op], *end = w + g->rule_count[op]; w < end; w++) {
		if (w->whole >= 0 && tc_plans_set(tc_plans, w->whole)->stretched >= 0 && w->to >= w->exchanged_from) {
			return 1;
		}
	}
	return 0;
}

enum { MOST_WAIT = 1023 };

// is_due reports whether the ranks exchange the lengths of this call. It does not read the arguments. All
// ranks make the calls on a communicator in the same order, so all ranks have the same result. If no plan
// executes the call after an exchange, the wait before the next exchange grows: 1, 3, 7 and finally MOST_WAIT
// calls.
static int is_due(const call *c) {
	if (c->communicator == NULL) {
		return 0;
	}
	exchanges *e = &c->communicator->exchanges[c->op];
	if (e->wait > 0) {
		e->wait--;
		return 0;
	}
	if (!tc_is_ready(c) || !has_long_plans(c->communicator, c->op)) {
		e->wait = MOST_WAIT;
		return 0;
	}
	return 1;
}

// select_by_exchange selects the rule of a call whose lengths this rank learns from the other ranks.
static void select_by_exchange(call *c, const block_list *given, lengths *l) {
	int code = new_lengths(c, l) ? exchange(c, given, l) : MPI_ERR_NO_MEM;
	if (code != MPI_SUCCESS) { // other ranks may execute a plan, so this rank cannot pass the call on
		fail(c, code);
		return;
	}
	select_rule(c, l);
	int is_short = c->rule != NULL && c->bytes < c->rule->exchanged_from;
	c->rule = is_short ? NULL : c->rule;
	int pays = !is_short && (c->rule != NULL || c->sampled);
	exchanges *e = &c->communicator->exchanges[c->op];
	e->last = pays ? 0 : 2 * e->last + 1;
	e->last = e->last > MOST_WAIT ? MOST_WAIT : e->last;
	e->wait = e->last;
}

// select_for_allgather selects the rule of MPI_Allgatherv, in which every rank knows the lengths. mine is the
// rank's input. With MPI_IN_PLACE, it is the rank's block of the output.
static void select_for_allgather(call *c, const block_list *mine, const block_list *all, int *in_place,
	lengths *l) {
	int p = c->communicator->p;
	operand own = block(all, c->communicator->rank);
	if (!tc_may_allgather(*in_place ? NULL : &mine->all, &own, in_place)) {
		return;
	}
	block_words w = tc_block_words(all->words, p);
	if (w.least == w.most) {
		tc_select_rule(c, bytes_of(all, 0), 0);
	} else if (!new_lengths(c, l)) {
		fail(c, MPI_ERR_NO_MEM);
	} else {
		for (int i = 0; i < p; i++) {
			l->bytes[i] = bytes_of(all, i) > INT_MAX ? INT_MAX : bytes_of(all, i);
		}
		select_rule(c, l);
	}
}

API int MPI_Allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
	const int places[], MPI_Datatype out_type, MPI_Comm comm) {
	int in_place = in == MPI_IN_PLACE;
	block_list mine, all;
	lengths l;
	call c = tc_begin_call(ALLGATHER, comm);
	tc_describe_counts(&c, ALLGATHERV, counts, out_type, 0, in_place);
	if (c.communicator != NULL && describe(&all, out, counts, places, out_type, c.communicator->p) &&
		(in_place || describe(&mine, in, &in_count, &at_zero, in_type, 1))) {
		if (in_place) {
			mine = own_block(&all, c.communicator->rank);
		}
		select_for_allgather(&c, &mine, &all, &in_place, &l);
	}
	if (!tc_is_taken(&c)) {
		return PASS_ON(c, Allgatherv, in, in_count, in_type, out, counts, places, out_type, comm);
	}
	return tc_end_call(&c, run(&c, &mine, &all, in_place));
}

API int MPI_Alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type,
	void *out, const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm) {
	int in_place = in == MPI_IN_PLACE;
	block_list from, to;
	lengths l;
	call c = tc_begin_call(ALLTOALL, comm);
	tc_describe_counts(&c, ALLTOALLV, in_place ? out_counts : in_counts, in_place ? out_type : in_type, 0,
		in_place);
	if (is_due(&c) && describe(&to, out, out_counts, out_places, out_type, c.communicator->p) &&
		(in_place || (describe(&from, in, in_counts, in_places, in_type, c.communicator->p) &&
			!tc_is_refused(&from.all, &to.all)))) {
		from = in_place ? to : from;
		in_place = in_place || tc_share_start(&from.all, &to.all);
		select_by_exchange(&c, &from, &l);
	}
	if (!tc_is_taken(&c)) {
		return PASS_ON(c, Alltoallv, in, in_counts, in_places, in_type, out, out_counts, out_places, out_type,
			comm);
	}
	return tc_end_call(&c, run(&c, &from, &to, in_place));
}

// describe_rooted describes the blocks of an operation in which only the root has all blocks. The argument
// `at` is the address of the rank's own block. The function returns 0 if the MPI library would refuse the
// blocks.
static int describe_rooted(const call *c, block_list *own, const void *at, const int *words,
	MPI_Datatype type, block_list *all, const void *all_at, const int *counts, const int *places,
	MPI_Datatype all_type) {
	int rooted = c->communicator->rank == c->root;
	*all = (block_list){.n = 0};
	if (!tc_is_rank(c->communicator, c->root) ||
		(rooted && !describe(all, all_at, counts, places, all_type, c->communicator->p))) {
		return 0;
	}
	if (at == MPI_IN_PLACE) {
		*own = rooted ? own_block(all, c->root) : *all;
		return rooted;
	}
	if (!describe(own, at, words, &at_zero, type, 1)) {
		return 0;
	}
	operand same = rooted ? block(all, c->root) : (operand){NULL};
	return !rooted || !tc_is_refused(&own->all, &same);
}

// share_start reports whether the root's own block begins at the start of the buffer of all blocks, or at the
// place of the root's block in this buffer.
static int share_start(const call *c, const block_list *own, const block_list *all) {
	if (all->n == 0) {
		return 0;
	}
	operand same = block(all, c->root);
	return tc_share_start(&own->all, &all->all) || tc_share_start(&own->all, &same);
}

API int MPI_Gatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
	const int places[], MPI_Datatype out_type, int root, MPI_Comm comm) {
	int in_place = in == MPI_IN_PLACE;
	block_list own, all;
	lengths l;
	call c = tc_begin_call(GATHER, comm);
	tc_describe_counts(&c, GATHERV, in_place ? counts : &in_count, in_place ? out_type : in_type, root,
		in_place);
	if (is_due(&c) && describe_rooted(&c, &own, in, &in_count, in_type, &all, out, counts, places,
		out_type)) {
		select_by_exchange(&c, &own, &l);
	}
	if (!tc_is_taken(&c)) {
		return PASS_ON(c, Gatherv, in, in_count, in_type, out, counts, places, out_type, root, comm);
	}
	return tc_end_call(&c, run(&c, &own, &all, in_place || share_start(&c, &own, &all)));
}

API int MPI_Scatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out,
	int out_count, MPI_Datatype out_type, int root, MPI_Comm comm) {
	int in_place = out == MPI_IN_PLACE;
	block_list own, all;
	lengths l;
	call c = tc_begin_call(SCATTER, comm);
	tc_describe_counts(&c, SCATTERV, in_place ? counts : &out_count, in_place ? in_type : out_type, root,
		in_place);
	if (is_due(&c) && describe_rooted(&c, &own, out, &out_count, out_type, &all, in, counts,
		places, in_type)) {
		select_by_exchange(&c, &all, &l);
	}
	if (!tc_is_taken(&c)) {
		return PASS_ON(c, Scatterv, in, counts, places, in_type, out, out_count, out_type, root, comm);
	}
	int copied = !in_place && share_start(&c, &own, &all);
	own.n = in_place ? 0 : 1; // with MPI_IN_PLACE, the root's own block stays in its place
	return tc_end_call(&c, run(&c, &all, &own, copied));
}
