// This file implements the operations that move words. They move bytes, because ranks may have different
// datatypes.
#include "../dropin.h"

// all_blocks returns the consecutive blocks of all ranks. The first block is x.
static block_list all_blocks(const call *c, operand x) {
	return tc_one_block(tc_subrange(x, 0, c->communicator->p * x.n));
}

#define SENT(N, ...) void *x, N count, MPI_Datatype type, int root

static int bcast(call *c, SENT(int64_t)) {
	tc_describe(c, count, type, root, 0);
	operand all = {NULL};
	if (c->communicator != NULL) {
		all = tc_operand(x, count, type);
		if (tc_is_valid(&all) && tc_is_rank(c->communicator, root)) {
			tc_select_rule(c, tc_bytes(&all), root);
		}
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const block_list block = tc_one_block(all);
	int source = c->communicator->rank == root, is_direct = 1;
	char *run = source ? tc_pack(c, &block, 0) : tc_result_buffer(c, &block, &is_direct);
	c->code = run == NULL ? tc_give_up(c) : tc_move(c, run, run, is_direct ? NULL : &block);
	return 1;
}

FORMS(Bcast, bcast, BCAST, bcast, SENT, (x, count, type, root))

// are_valid_blocks reports whether the MPI library accepts a process's blocks in an all-gather or all-to-all.
// `in` is NULL for MPI_IN_PLACE.
static int are_valid_blocks(const operand *in, const operand *out) {
	return tc_is_valid(out) && (in == NULL || (tc_is_valid(in) && tc_bytes(in) == tc_bytes(out)));
}

int tc_may_allgather(const operand *in, const operand *own, int *in_place) {
	if (!are_valid_blocks(in, own)) {
		return 0;
	}
	*in_place = in == NULL || in->at == own->at;
#ifdef MPICH_VERSION
	return in == NULL || !*in_place || in->type != own->type || in->n != own->n || in->n == 0 ||
		in->info.size != in->info.extent;
#endif
	return 1;
}

#define ROOTED(N, ...) COUNTED(N), int root
#define ROOTED_ARGUMENTS (COUNTED_ARGUMENTS, root)

static int allgather(call *c, COUNTED(int64_t)) {
	int in_place = in == MPI_IN_PLACE;
	tc_describe(c, out_count, out_type, 0, in_place);
	operand mine, block = {0};
	if (c->communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		operand own = tc_subrange(block, c->communicator->rank * out_count, out_count);
		mine = in_place ? own : tc_operand(in, in_count, in_type);
		if (tc_is_valid(&block) && tc_may_allgather(in_place ? NULL : &mine, &own, &in_place)) {
			tc_select_rule(c, tc_bytes(&block), 0);
		}
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const block_list from = tc_one_block(mine), to = all_blocks(c, block);
	return tc_run(c, &from, &to, in_place);
}

FORMS(Allgather, allgather, ALLGATHER, allgather, COUNTED, (COUNTED_ARGUMENTS))

static int alltoall(call *c, COUNTED(int64_t)) {
	int in_place = in == MPI_IN_PLACE;
	tc_describe(c, out_count, out_type, 0, in_place);
	operand mine, block;
	if (c->communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		mine = in_place ? block : tc_operand(in, in_count, in_type);
		if (are_valid_blocks(in_place ? NULL : &mine, &block) && (in_place || !tc_is_refused(&mine, &block))) {
			tc_select_rule(c, tc_bytes(&block), 0);
		}
		in_place = in_place || tc_share_start(&mine, &block);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const block_list from = all_blocks(c, mine), to = all_blocks(c, block);
	return tc_run(c, &from, &to, in_place);
}

FORMS(Alltoall, alltoall, ALLTOALL, alltoall, COUNTED, (COUNTED_ARGUMENTS))

// select_rooted_rule selects the rule of a gather or scatter. `all` is the root's buffer of all blocks, with
// the length of one block. `mine` is the process's own block, or NULL for MPI_IN_PLACE on the root.
static void select_rooted_rule(call *c, int root, const operand *mine, const operand *all) {
	int rooted = c->communicator->rank == root;
	if (!tc_is_rank(c->communicator, root) || (mine == NULL ? !rooted : !tc_is_valid(mine))) {
		return;
	}
	if (rooted && (!tc_is_valid(all) || (mine != NULL && (tc_bytes(mine) != tc_bytes(all) ||
		tc_is_refused(mine, all))))) {
		return;
	}
	tc_select_rule(c, tc_bytes(rooted ? all : mine), root);
}

// share_start reports whether the root's block `mine` begins where the buffer of all blocks begins, or at the
// root's block in this buffer.
static int share_start(const operand *mine, const operand *all, int root) {
	operand own = tc_subrange(*all, root * all->n, all->n);
	return tc_share_start(mine, all) || tc_share_start(mine, &own);
}

static int gather(call *c, ROOTED(int64_t)) {
	int rooted = 0, in_place = in == MPI_IN_PLACE;
	tc_describe(c, in_place ? out_count : in_count, in_place ? out_type : in_type, root, in_place);
	operand mine, all;
	if (c->communicator != NULL) {
		rooted = c->communicator->rank == root;
		all = rooted ? tc_operand(out, out_count, out_type) : (operand){NULL};
		mine = in_place ? tc_subrange(all, root * out_count, out_count) : tc_operand(in, in_count,
			in_type);
		select_rooted_rule(c, root, in_place ? NULL : &mine, &all);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const block_list from = tc_one_block(mine), to = rooted ? all_blocks(c, all) : (block_list){.n = 0};
	return tc_run(c, &from, &to, in_place || (rooted && share_start(&mine, &all, root)));
}

FORMS(Gather, gather, GATHER, gather, ROOTED, ROOTED_ARGUMENTS)

static int scatter(call *c, ROOTED(int64_t)) {
	int rooted = 0, in_place = out == MPI_IN_PLACE;
	tc_describe(c, in_place ? in_count : out_count, in_place ? in_type : out_type, root, in_place);
	operand mine, all;
	if (c->communicator != NULL) {
		rooted = c->communicator->rank == root;
		all = rooted ? tc_operand(in, in_count, in_type) : (operand){NULL};
		mine = in_place ? (operand){NULL} : tc_operand(out, out_count, out_type);
		select_rooted_rule(c, root, in_place ? NULL : &mine, &all);
	}
	if (!tc_is_taken(c)) {
		return 0;
	}
	const block_list from = rooted ? all_blocks(c, all) : (block_list){.n = 0}, to = tc_one_block(mine);
	return in_place ? tc_run_scatter_in_place(c, &from, c->bytes)
		: tc_run(c, &from, &to, rooted && share_start(&mine, &all, root));
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
	call c = tc_begin_started(BARRIER, comm, NON_BLOCKING, request);
	return barrier(&c) ? tc_end_call(&c, c.code) : PASS_ON(c, Ibarrier, comm, request);
}

#ifdef HAS_PERSISTENT
API int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
	call c = tc_begin_started(BARRIER, comm, PERSISTENT, request);
	return barrier(&c) && tc_is_prepared(&c) ? tc_end_call(&c, c.code) : PASS_ON(c, Barrier_init, comm, info,
		request);
}
#endif
