// The operations that move words: blocks of bytes, whatever the types of the ranks are.
#include "dropin.h"

#include <string.h>

// some is n words from word first on.
static words some(words x, int64_t first, int64_t n) {
	x.at += first * x.kind.extent;
	x.n = n;
	return x;
}

// packed returns words as a run of bytes, in dense memory of ours if they are to be copied or do not lie so; NULL: no memory.
static char *packed(const call *c, words x, int copied, int which) {
	if (x.kind.run && !copied) {
		return x.at;
	}
	int64_t bytes = x.n * x.kind.size;
	int position = 0;
	char *run = tc_dense(c->group, which, bytes);
	if (run != NULL && x.kind.run) {
		memcpy(run, x.at, bytes);
	} else if (run != NULL && PMPI_Pack(x.at, x.n, x.type, run, bytes, &position, c->group->comm) != MPI_SUCCESS) {
		return NULL;
	}
	return run;
}

// place returns where words are to be written as a run of bytes; unpacked puts them where they belong.
static char *place(const call *c, words x) { return x.kind.run ? x.at : tc_dense(c->group, 1, x.n * x.kind.size); }

static int unpacked(const call *c, words x, const char *run, int code) {
	int position = 0;
	if (code != MPI_SUCCESS || x.kind.run) {
		return code;
	}
	return PMPI_Unpack(run, x.n * x.kind.size, &position, x.at, x.n, x.type, c->group->comm);
}

// move carries out a call from words that are packed to words of the program.
static int move(const call *c, const char *in, words into) {
	char *out = place(c, into);
	if (in == NULL || out == NULL) {
		return MPI_ERR_NO_MEM;
	}
	return unpacked(c, into, out, tc_move(c, in, out));
}

API int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
	call c = tc_begin_call(BCAST, comm);
	words x;
	if (c.group != NULL) {
		x = tc_words(buffer, count, type);
		if (tc_usable(&x) && tc_is_rank(c.group, root)) {
			tc_decide(&c, tc_bytes(&x), root);
		}
	}
	if (c.way == NULL) {
		return PASSED(c, Bcast, buffer, count, type, root, comm);
	}
	int source = c.group->rank == root;
	char *out = source ? packed(&c, x, 0, 1) : place(&c, x);
	int code = out == NULL ? MPI_ERR_NO_MEM : tc_move(&c, out, out);
	return tc_end_call(&c, source ? code : unpacked(&c, x, out, code));
}

// decide_blocks decides about an operation in which every process gets a block from every other one. in is NULL if the input is in place; it
// and out are the blocks for, or from, one process.
static void decide_blocks(call *c, const words *in, const words *out) {
	if (tc_usable(out) && (in == NULL || (tc_usable(in) && tc_bytes(in) == tc_bytes(out) && !tc_aliased(in, out)))) {
		tc_decide(c, tc_bytes(out), 0);
	}
}

API int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm) {
	call c = tc_begin_call(ALLGATHER, comm);
	int in_place = in == MPI_IN_PLACE;
	words mine, block;
	if (c.group != NULL) {
		block = tc_words(out, out_count, out_type);
		mine = in_place ? some(block, (int64_t)c.group->rank * out_count, out_count) : tc_words(in, in_count, in_type);
		decide_blocks(&c, in_place ? NULL : &mine, &block);
	}
	if (c.way == NULL) {
		return PASSED(c, Allgather, in, in_count, in_type, out, out_count, out_type, comm);
	}
	return tc_end_call(&c, move(&c, packed(&c, mine, in_place, 0), some(block, 0, (int64_t)c.group->p * out_count)));
}

API int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm) {
	call c = tc_begin_call(ALLTOALL, comm);
	int in_place = in == MPI_IN_PLACE;
	words mine, block;
	if (c.group != NULL) {
		block = tc_words(out, out_count, out_type);
		mine = in_place ? block : tc_words(in, in_count, in_type);
		decide_blocks(&c, in_place ? NULL : &mine, &block);
	}
	if (c.way == NULL) {
		return PASSED(c, Alltoall, in, in_count, in_type, out, out_count, out_type, comm);
	}
	int64_t p = c.group->p;
	return tc_end_call(&c, move(&c, packed(&c, some(mine, 0, p * mine.n), in_place, 0), some(block, 0, p * out_count)));
}

// decide_rooted decides about an operation in which the root alone has a block for, or from, every process: all. Every other process has the
// block mine alone: the arguments for all may be anything there. mine is NULL if it is in place, which only the root's may be.
static void decide_rooted(call *c, int root, const words *mine, const words *all) {
	int rooted = c->group->rank == root;
	if (!tc_is_rank(c->group, root) || (mine == NULL ? !rooted : !tc_usable(mine))) {
		return;
	}
	if (rooted && (!tc_usable(all) || (mine != NULL && (tc_bytes(mine) != tc_bytes(all) || tc_aliased(mine, all))))) {
		return;
	}
	tc_decide(c, tc_bytes(rooted ? all : mine), root);
}

API int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, int root, MPI_Comm comm) {
	call c = tc_begin_call(GATHER, comm);
	int rooted = 0, in_place = in == MPI_IN_PLACE;
	words mine, all;
	if (c.group != NULL) {
		rooted = c.group->rank == root;
		all = rooted ? tc_words(out, out_count, out_type) : (words){NULL};
		mine = in_place ? some(all, (int64_t)root * out_count, out_count) : tc_words(in, in_count, in_type);
		decide_rooted(&c, root, in_place ? NULL : &mine, &all);
	}
	if (c.way == NULL) {
		return PASSED(c, Gather, in, in_count, in_type, out, out_count, out_type, root, comm);
	}
	const char *run = packed(&c, mine, in_place, 0);
	if (rooted) {
		return tc_end_call(&c, move(&c, run, some(all, 0, (int64_t)c.group->p * out_count)));
	}
	return tc_end_call(&c, run == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, NULL));
}

API int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, int root, MPI_Comm comm) {
	call c = tc_begin_call(SCATTER, comm);
	int rooted = 0, in_place = out == MPI_IN_PLACE;
	words mine, all;
	if (c.group != NULL) {
		rooted = c.group->rank == root;
		all = rooted ? tc_words(in, in_count, in_type) : (words){NULL};
		mine = in_place ? (words){NULL} : tc_words(out, out_count, out_type);
		decide_rooted(&c, root, in_place ? NULL : &mine, &all);
	}
	if (c.way == NULL) {
		return PASSED(c, Scatter, in, in_count, in_type, out, out_count, out_type, root, comm);
	}
	const char *run = rooted ? packed(&c, some(all, 0, (int64_t)c.group->p * in_count), 0, 0) : "";
	if (in_place) { // its own block stays where it is
		char *unused = tc_dense(c.group, 1, c.bytes);
		return tc_end_call(&c, run == NULL || unused == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, unused));
	}
	return tc_end_call(&c, move(&c, run, mine));
}

API int MPI_Barrier(MPI_Comm comm) {
	call c = tc_begin_call(BARRIER, comm);
	if (c.group != NULL) {
		tc_decide(&c, 0, 0);
	}
	return c.way == NULL ? PASSED(c, Barrier, comm) : tc_end_call(&c, tc_move(&c, NULL, NULL));
}
