// Operations that move words. They move blocks of bytes, because the ranks may have different
// datatypes.
#include "dropin.h"

#include <string.h>

// subrange returns n words of x from word first on.
static operand subrange(operand x, int64_t first, int64_t n) {
	x.at += first * x.info.extent;
	x.n = n;
	return x;
}

// pack returns words as contiguous bytes, or NULL without memory. It copies them to one of our
// buffers if copied is set or if they are not contiguous.
static char *pack(const call *c, operand x, int copied, int which) {
	if (x.info.run && !copied) {
		return x.at;
	}
	int64_t bytes = x.n * x.info.size;
	int position = 0;
	char *run = tc_buffer(c, which, bytes);
	if (run != NULL && x.info.run) {
		memcpy(run, x.at, bytes);
	} else if (run != NULL && PMPI_Pack(x.at, x.n, x.type, run, bytes, &position,
		c->communicator->comm) != MPI_SUCCESS) {
		return NULL;
	}
	return run;
}

// output_buffer returns the memory in which a plan writes the words as contiguous bytes. tc_move
// copies them to the program's memory if that is different.
static char *output_buffer(const call *c, operand x) {
	return x.info.run ? x.at : tc_buffer(c, 1, tc_bytes(&x));
}

// run moves packed words into an operand of the program. It returns 1, as the bodies of FORMS do.
static int run(call *c, const char *in, operand into) {
	char *out = output_buffer(c, into);
	c->code = in == NULL || out == NULL ? MPI_ERR_NO_MEM : tc_move(c, in, out, into.info.run ? NULL : &into);
	return 1;
}

// run_without_result moves packed words on a process without a result.
static int run_without_result(call *c, const char *in, char *out) {
	c->code = in == NULL ? MPI_ERR_NO_MEM : tc_move(c, in, out, NULL);
	return 1;
}

static int bcast(call *c, void *x, int count, MPI_Datatype type, int root) {
	tc_describe(c, count, type, root, 0);
	operand all;
	if (c->communicator != NULL) {
		all = tc_operand(x, count, type);
		if (tc_is_valid(&all) && tc_is_rank(c->communicator, root)) {
			tc_select_rule(c, tc_bytes(&all), root);
		}
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	int source = c->communicator->rank == root;
	char *run = source ? pack(c, all, 0, 1) : output_buffer(c, all);
	c->code = run == NULL ? MPI_ERR_NO_MEM : tc_move(c, run, run, source || all.info.run ? NULL : &all);
	return 1;
}

FORMS(Bcast, bcast, BCAST, bcast, (void *x, int count, MPI_Datatype type, int root), (x, count, type, root))

// are_valid reports whether the MPI library accepts the blocks that one process gives and takes, in
// an operation in which every process has one for every other one. in is NULL for MPI_IN_PLACE.
static int are_valid(const operand *in, const operand *out) {
	return tc_is_valid(out) && (in == NULL || (tc_is_valid(in) && tc_bytes(in) == tc_bytes(out)));
}

// select_for_allgather selects the rule of an all-gather with blocks of so many bytes. own is the
// process's own block of the output; in is NULL for MPI_IN_PLACE. MPICH refuses an input that is
// own, by its address, type and count. Otherwise such an input is an all-gather in place. The
// function sets in_place if the input is own.
static void select_for_allgather(call *c, const operand *in, const operand *own, int64_t bytes,
	int *in_place) {
	if (!are_valid(in, own)) {
		return;
	}
	*in_place = in == NULL || in->at == own->at;
#ifdef MPICH_VERSION
	if (in != NULL && *in_place && in->type == own->type && in->n == own->n && in->n > 0 &&
		in->info.size == in->info.extent) {
		return;
	}
#endif
	tc_select_rule(c, bytes, 0);
}

#define COUNTED (const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, \
	MPI_Datatype out_type)
#define COUNTED_ARGUMENTS (in, in_count, in_type, out, out_count, out_type)
#define ROOTED (const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, \
	MPI_Datatype out_type, int root)
#define ROOTED_ARGUMENTS (in, in_count, in_type, out, out_count, out_type, root)

static int allgather(call *c, const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type) {
	int in_place = in == MPI_IN_PLACE;
	tc_describe(c, out_count, out_type, 0, in_place);
	operand mine, block = {0};
	if (c->communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		operand own = subrange(block, (int64_t)c->communicator->rank * out_count, out_count);
		mine = in_place ? own : tc_operand(in, in_count, in_type);
		if (tc_is_valid(&block)) {
			select_for_allgather(c, in_place ? NULL : &mine, &own, tc_bytes(&block), &in_place);
		}
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	return run(c, pack(c, mine, in_place, 0), subrange(block, 0, (int64_t)c->communicator->p * out_count));
}

FORMS(Allgather, allgather, ALLGATHER, allgather, COUNTED, COUNTED_ARGUMENTS)

// are_adjacent reports whether the blocks of p ranks lie one after the other, in the order of the ranks. It
// sets first to the place of the first block. The places of empty blocks do not matter.
static int are_adjacent(const int *counts, const int *places, int p, int *first) {
	int64_t words = 0; // of the blocks before block i
	*first = 0;
	for (int i = 0; i < p; i++) {
		if (counts[i] == 0) {
			continue;
		}
		if (words == 0) {
			*first = places[i];
		}
		if (places[i] != *first + words) {
			return 0;
		}
		words += counts[i];
	}
	return 1;
}

// copy_block copies packed words to the program's memory.
static int copy_block(const call *c, const char *run, operand x) {
	int position = 0;
	if (x.info.run) {
		memcpy(x.at, run, tc_bytes(&x));
		return MPI_SUCCESS;
	}
	return PMPI_Unpack(run, tc_bytes(&x), &position, x.at, x.n, x.type, c->communicator->comm);
}

// The arguments of MPI_Allgatherv.
typedef struct {
	operand mine, all; // all: the output, with the length of the longest block
	const int *places; // of the blocks, in words
	int in_place;
	int padded; // the plan is for blocks of c->bytes bytes, and shorter blocks are padded; 0: it is stretched
} allgatherv;

// copy_out copies the blocks of the result to the program's memory. begin has the bytes at which the blocks
// begin in out; NULL: every block has c->bytes bytes.
static int copy_out(const call *c, const allgatherv *a, const char *out, const int *begin) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < c->communicator->p && code == MPI_SUCCESS; i++) {
		if (i != c->communicator->rank || !a->in_place) {
			const char *block = out + (begin == NULL ? i * c->bytes : begin[i]);
			code = copy_block(c, block, subrange(a->all, a->places[i], c->counts[i]));
		}
	}
	return code;
}

static int run_padded(const call *c, const allgatherv *a) {
	char *in = tc_buffer(c, 0, c->bytes), *out = tc_buffer(c, 1, c->communicator->p * c->bytes);
	if (in == NULL || out == NULL || pack(c, a->mine, 1, 0) == NULL) { // into the buffer in
		return MPI_ERR_NO_MEM;
	}
	memset(in + tc_bytes(&a->mine), 0, c->bytes - tc_bytes(&a->mine));
	int code = tc_move(c, in, out, NULL);
	return code == MPI_SUCCESS ? copy_out(c, a, out, NULL) : code;
}

static int run_stretched(call *c, const allgatherv *a) {
	int p = c->communicator->p, first;
	int *begin = (int *)tc_buffer(c, 2, (p + 1) * sizeof *begin);
	if (begin == NULL) {
		return MPI_ERR_NO_MEM;
	}
	begin[0] = 0;
	for (int i = 0; i < p; i++) {
		begin[i + 1] = begin[i] + c->counts[i] * a->all.info.size;
	}
	c->begin = begin;
	int direct = a->all.info.run && are_adjacent(c->counts, a->places, p, &first);
	char *out = direct ? subrange(a->all, first, 0).at : tc_buffer(c, 1, begin[p]);
	const char *in = pack(c, a->mine, a->in_place || a->mine.n == 0, 0);
	if (in == NULL || out == NULL) {
		return MPI_ERR_NO_MEM;
	}
	int code = tc_move(c, in, out, NULL);
	return code == MPI_SUCCESS && !direct ? copy_out(c, a, out, begin) : code;
}

// select_for_blocks selects the rule of MPI_Allgatherv.
static void select_for_blocks(call *c, const block_words *blocks, allgatherv *a) {
	int p = c->communicator->p, rank = c->communicator->rank;
	operand own = subrange(a->all, a->places[rank], c->counts[rank]);
	int64_t mean = (blocks->all * a->all.info.size + p - 1) / p;
	if (a->in_place) {
		a->mine = own;
	}
	if (tc_is_valid(&a->all)) {
		a->padded = tc_may_pad(blocks, p);
		select_for_allgather(c, a->in_place ? NULL : &a->mine, &own, a->padded ? tc_bytes(&a->all) : mean,
			&a->in_place);
	}
	if (c->rule != NULL && blocks->least < blocks->most) {
		int is_stretched = tc_stretched_set(c) >= 0;
		// both sides are below 2^63, because a rule is for at most INT_MAX bytes; a division would round, and
		// ranks with different datatypes would then decide differently
		int is_too_long = 100 * (int64_t)blocks->most * p > c->rule->uneven * blocks->all;
		if (!a->padded && (!is_stretched || is_too_long)) {
			c->rule = NULL;
		}
		a->padded = !is_stretched;
	}
}

API int MPI_Allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
	const int places[], MPI_Datatype out_type, MPI_Comm comm) {
	int first, is_in_place = in == MPI_IN_PLACE;
	allgatherv a = {.places = places, .in_place = is_in_place};
	call c = tc_begin_call(ALLGATHER, comm);
	tc_describe_counts(&c, ALLGATHERV, counts, out_type, is_in_place);
	block_words blocks = {.least = -1};
	if (c.communicator != NULL && places != NULL) {
		blocks = tc_block_words(counts, c.communicator->p);
	}
	if (blocks.least >= 0) {
		a.all = tc_operand(out, blocks.most, out_type);
		a.mine = is_in_place ? a.all : tc_operand(in, in_count, in_type);
		select_for_blocks(&c, &blocks, &a);
	}
	if (!tc_is_taken(&c)) {
		return PASS_ON(c, Allgatherv, in, in_count, in_type, out, counts, places, out_type, comm);
	}
	if (blocks.least == blocks.most && are_adjacent(counts, places, c.communicator->p, &first)) {
		int64_t words = (int64_t)c.communicator->p * blocks.most;
		run(&c, pack(&c, a.mine, a.in_place, 0), subrange(a.all, first, words));
	} else {
		c.code = a.padded ? run_padded(&c, &a) : run_stretched(&c, &a);
	}
	return tc_end_call(&c, c.code);
}

static int alltoall(call *c, const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type) {
	int in_place = in == MPI_IN_PLACE;
	tc_describe(c, out_count, out_type, 0, in_place);
	operand mine, block;
	if (c->communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		mine = in_place ? block : tc_operand(in, in_count, in_type);
		if (are_valid(in_place ? NULL : &mine, &block) && (in_place || !tc_aliased(&mine, &block))) {
			tc_select_rule(c, tc_bytes(&block), 0);
		}
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	int64_t p = c->communicator->p;
	return run(c, pack(c, subrange(mine, 0, p * mine.n), in_place, 0), subrange(block, 0, p * out_count));
}

FORMS(Alltoall, alltoall, ALLTOALL, alltoall, COUNTED, COUNTED_ARGUMENTS)

// select_for_rooted selects the rule of an operation in which only the root has a block, all, for
// every process. Every other process has only the block mine; there the arguments of all are not
// significant. mine is NULL for MPI_IN_PLACE, which only the root may pass.
static void select_for_rooted(call *c, int root, const operand *mine, const operand *all) {
	int rooted = c->communicator->rank == root;
	if (!tc_is_rank(c->communicator, root) || (mine == NULL ? !rooted : !tc_is_valid(mine))) {
		return;
	}
	if (rooted && (!tc_is_valid(all) || (mine != NULL && (tc_bytes(mine) != tc_bytes(all) || tc_aliased(mine,
		all))))) {
		return;
	}
	tc_select_rule(c, tc_bytes(rooted ? all : mine), root);
}

static int gather(call *c, const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, int root) {
	int rooted = 0, in_place = in == MPI_IN_PLACE;
	tc_describe(c, in_place ? out_count : in_count, in_place ? out_type : in_type, root, in_place);
	operand mine, all;
	if (c->communicator != NULL) {
		rooted = c->communicator->rank == root;
		all = rooted ? tc_operand(out, out_count, out_type) : (operand){NULL};
		mine = in_place ? subrange(all, (int64_t)root * out_count, out_count) : tc_operand(in, in_count,
			in_type);
		select_for_rooted(c, root, in_place ? NULL : &mine, &all);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const char *run_in = pack(c, mine, in_place, 0);
	return rooted ? run(c, run_in, subrange(all, 0,
		(int64_t)c->communicator->p * out_count)) : run_without_result(c, run_in, NULL);
}

FORMS(Gather, gather, GATHER, gather, ROOTED, ROOTED_ARGUMENTS)

static int scatter(call *c, const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, int root) {
	int rooted = 0, in_place = out == MPI_IN_PLACE;
	tc_describe(c, in_place ? in_count : out_count, in_place ? in_type : out_type, root, in_place);
	operand mine, all;
	if (c->communicator != NULL) {
		rooted = c->communicator->rank == root;
		all = rooted ? tc_operand(in, in_count, in_type) : (operand){NULL};
		mine = in_place ? (operand){NULL} : tc_operand(out, out_count, out_type);
		select_for_rooted(c, root, in_place ? NULL : &mine, &all);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const char *run_in = rooted ? pack(c, subrange(all, 0, (int64_t)c->communicator->p * in_count), 0, 0) : "";
	if (!in_place) {
		return run(c, run_in, mine);
	}
	char *unused = tc_buffer(c, 1, c->bytes); // the root's own block does not move
	return run_without_result(c, unused == NULL ? NULL : run_in, unused);
}

FORMS(Scatter, scatter, SCATTER, scatter, ROOTED, ROOTED_ARGUMENTS)

static int barrier(call *c) {
	tc_describe(c, 0, MPI_BYTE, 0, 0);
	if (c->communicator != NULL) {
		tc_select_rule(c, 0, 0);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	c->code = tc_move(c, NULL, NULL, NULL);
	return 1;
}

API int MPI_Barrier(MPI_Comm comm) {
	call c = tc_begin_call(BARRIER, comm);
	return barrier(&c) ? tc_end_call(&c, c.code) : PASS_ON(c, Barrier, comm);
}

API int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
	call c = tc_begin_started(BARRIER, comm, request);
	return barrier(&c) ? tc_end_call(&c, c.code) : PASS_ON(c, Ibarrier, comm, request);
}
