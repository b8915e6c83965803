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
	char *run = tc_buffer(c->communicator, which, bytes);
	if (run != NULL && x.info.run) {
		memcpy(run, x.at, bytes);
	} else if (run != NULL && PMPI_Pack(x.at, x.n, x.type, run, bytes, &position,
		c->communicator->comm) != MPI_SUCCESS) {
		return NULL;
	}
	return run;
}

// output_buffer returns the memory in which a plan writes the words as contiguous bytes. unpack
// copies them to the program's memory if that is different.
static char *output_buffer(const call *c, operand x) {
	return x.info.run ? x.at : tc_buffer(c->communicator, 1, x.n * x.info.size);
}

static int unpack(const call *c, operand x, const char *run, int code) {
	int position = 0;
	if (code != MPI_SUCCESS || x.info.run) {
		return code;
	}
	return PMPI_Unpack(run, x.n * x.info.size, &position, x.at, x.n, x.type, c->communicator->comm);
}

// run_into executes a call from packed words into an operand of the program.
static int run_into(const call *c, const char *in, operand into) {
	char *out = output_buffer(c, into);
	if (in == NULL || out == NULL) {
		return MPI_ERR_NO_MEM;
	}
	return unpack(c, into, out, tc_move(c, in, out));
}

API int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
	call c = tc_begin_call(BCAST, comm);
	tc_describe(&c, count, type, root, 0);
	operand x;
	if (c.communicator != NULL) {
		x = tc_operand(buffer, count, type);
		if (tc_is_valid(&x) && tc_is_rank(c.communicator, root)) {
			tc_select_rule(&c, tc_bytes(&x), root);
		}
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Bcast, buffer, count, type, root, comm);
	}
	int source = c.communicator->rank == root;
	char *out = source ? pack(&c, x, 0, 1) : output_buffer(&c, x);
	int code = out == NULL ? MPI_ERR_NO_MEM : tc_move(&c, out, out);
	return tc_end_call(&c, source ? code : unpack(&c, x, out, code));
}

// select_for_blocks selects the rule of an operation in which every process receives a block from
// every other one. in and out are the blocks of one process. in is NULL for MPI_IN_PLACE.
static void select_for_blocks(call *c, const operand *in, const operand *out) {
	if (tc_is_valid(out) && (in == NULL || (tc_is_valid(in) && tc_bytes(in) == tc_bytes(out) &&
		!tc_aliased(in, out)))) {
		tc_select_rule(c, tc_bytes(out), 0);
	}
}

API int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, MPI_Comm comm) {
	int in_place = in == MPI_IN_PLACE;
	call c = tc_begin_call(ALLGATHER, comm);
	tc_describe(&c, out_count, out_type, 0, in_place);
	operand mine, block;
	if (c.communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		mine = in_place ? subrange(block, (int64_t)c.communicator->rank * out_count,
			out_count) : tc_operand(in, in_count, in_type);
		select_for_blocks(&c, in_place ? NULL : &mine, &block);
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Allgather, in, in_count, in_type, out, out_count, out_type, comm);
	}
	return tc_end_call(&c, run_into(&c, pack(&c, mine, in_place, 0), subrange(block, 0,
		(int64_t)c.communicator->p * out_count)));
}

API int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, MPI_Comm comm) {
	int in_place = in == MPI_IN_PLACE;
	call c = tc_begin_call(ALLTOALL, comm);
	tc_describe(&c, out_count, out_type, 0, in_place);
	operand mine, block;
	if (c.communicator != NULL) {
		block = tc_operand(out, out_count, out_type);
		mine = in_place ? block : tc_operand(in, in_count, in_type);
		select_for_blocks(&c, in_place ? NULL : &mine, &block);
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Alltoall, in, in_count, in_type, out, out_count, out_type, comm);
	}
	int64_t p = c.communicator->p;
	return tc_end_call(&c, run_into(&c, pack(&c, subrange(mine, 0, p * mine.n), in_place, 0), subrange(block,
		0, p * out_count)));
}

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

API int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, int root, MPI_Comm comm) {
	int rooted = 0, in_place = in == MPI_IN_PLACE;
	call c = tc_begin_call(GATHER, comm);
	tc_describe(&c, in_place ? out_count : in_count, in_place ? out_type : in_type, root, in_place);
	operand mine, all;
	if (c.communicator != NULL) {
		rooted = c.communicator->rank == root;
		all = rooted ? tc_operand(out, out_count, out_type) : (operand){NULL};
		mine = in_place ? subrange(all, (int64_t)root * out_count, out_count) : tc_operand(in, in_count,
			in_type);
		select_for_rooted(&c, root, in_place ? NULL : &mine, &all);
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Gather, in, in_count, in_type, out, out_count, out_type, root, comm);
	}
	const char *run = pack(&c, mine, in_place, 0);
	if (rooted) {
		return tc_end_call(&c, run_into(&c, run, subrange(all, 0, (int64_t)c.communicator->p * out_count)));
	}
	return tc_end_call(&c, run == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, NULL));
}

API int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
	MPI_Datatype out_type, int root, MPI_Comm comm) {
	int rooted = 0, in_place = out == MPI_IN_PLACE;
	call c = tc_begin_call(SCATTER, comm);
	tc_describe(&c, in_place ? in_count : out_count, in_place ? in_type : out_type, root, in_place);
	operand mine, all;
	if (c.communicator != NULL) {
		rooted = c.communicator->rank == root;
		all = rooted ? tc_operand(in, in_count, in_type) : (operand){NULL};
		mine = in_place ? (operand){NULL} : tc_operand(out, out_count, out_type);
		select_for_rooted(&c, root, in_place ? NULL : &mine, &all);
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Scatter, in, in_count, in_type, out, out_count, out_type, root, comm);
	}
	const char *run = rooted ? pack(&c, subrange(all, 0, (int64_t)c.communicator->p * in_count), 0, 0) : "";
	if (in_place) { // the root's own block does not move
		char *unused = tc_buffer(c.communicator, 1, c.bytes);
		return tc_end_call(&c, run == NULL || unused == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, unused));
	}
	return tc_end_call(&c, run_into(&c, run, mine));
}

API int MPI_Barrier(MPI_Comm comm) {
	call c = tc_begin_call(BARRIER, comm);
	tc_describe(&c, 0, MPI_BYTE, 0, 0);
	if (c.communicator != NULL) {
		tc_select_rule(&c, 0, 0);
	}
	return c.rule == NULL ? PASS_ON(c, Barrier, comm) : tc_end_call(&c, tc_move(&c, NULL, NULL));
}
