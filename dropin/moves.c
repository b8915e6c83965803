// The operations that move words: blocks of bytes, whatever the types of the ranks are.
#include "dropin.h"

#include <string.h>

static int64_t bytes_of(int count, MPI_Datatype type, int *valid) {
	int size = -1;
	*valid = count >= 0 && type != MPI_DATATYPE_NULL && PMPI_Type_size(type, &size) == MPI_SUCCESS && size >= 0;
	return *valid ? (int64_t)count * size : 0;
}

// words are n words of a type from word at on, in the program's memory.
typedef struct {
	char *at;
	int n;
	MPI_Datatype type;
	kind kind;
} words;

static words some(const void *buffer, int64_t first, int64_t n, MPI_Datatype type) {
	kind k = tc_kind(type);
	return (words){(char *)buffer + first * k.extent, n, type, k};
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
	int valid;
	int64_t bytes = bytes_of(count, type, &valid);
	call c = tc_begin_call(BCAST, comm, valid, bytes, root);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Bcast(buffer, count, type, root, comm));
	}
	words x = some(buffer, 0, count, type);
	int source = c.group->rank == root;
	char *out = source ? packed(&c, x, 0, 1) : place(&c, x);
	int code = out == NULL ? MPI_ERR_NO_MEM : tc_move(&c, out, out);
	return tc_end_call(&c, source ? code : unpacked(&c, x, out, code));
}

API int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm) {
	int valid;
	int64_t bytes = bytes_of(out_count, out_type, &valid);
	call c = tc_begin_call(ALLGATHER, comm, valid, bytes, 0);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Allgather(in, in_count, in_type, out, out_count, out_type, comm));
	}
	int64_t p = c.group->p;
	words mine = in == MPI_IN_PLACE ? some(out, (int64_t)c.group->rank * out_count, out_count, out_type) : some(in, 0, in_count, in_type);
	return tc_end_call(&c, move(&c, packed(&c, mine, in == MPI_IN_PLACE, 0), some(out, 0, p * out_count, out_type)));
}

API int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm) {
	int valid;
	int64_t bytes = bytes_of(out_count, out_type, &valid);
	call c = tc_begin_call(ALLTOALL, comm, valid, bytes, 0);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Alltoall(in, in_count, in_type, out, out_count, out_type, comm));
	}
	int64_t p = c.group->p;
	words all = in == MPI_IN_PLACE ? some(out, 0, p * out_count, out_type) : some(in, 0, p * in_count, in_type);
	return tc_end_call(&c, move(&c, packed(&c, all, in == MPI_IN_PLACE, 0), some(out, 0, p * out_count, out_type)));
}

// begin_rooted begins a call of which the root alone looks at all_count and all_type, and every other process alone at count and type. me is
// the rank of this process; -1: the communicator has no plans, the call is passed on, and none of its arguments is looked at, because in those
// of another process anything may stand.
static call begin_rooted(int op, MPI_Comm comm, int root, int all_count, MPI_Datatype all_type, int count, MPI_Datatype type, int *me) {
	group *g = tc_plans == NULL ? NULL : tc_group(comm);
	*me = g == NULL || g->comm == MPI_COMM_NULL ? -1 : g->rank;
	if (*me < 0) {
		return (call){.comm = comm, .op = op};
	}
	int valid;
	int64_t bytes = *me == root ? bytes_of(all_count, all_type, &valid) : bytes_of(count, type, &valid);
	return tc_begin_call(op, comm, valid, bytes, root);
}

API int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, int root, MPI_Comm comm) {
	int me;
	call c = begin_rooted(GATHER, comm, root, out_count, out_type, in_count, in_type, &me);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Gather(in, in_count, in_type, out, out_count, out_type, root, comm));
	}
	int rooted = me == root, in_place = rooted && in == MPI_IN_PLACE;
	words mine = in_place ? some(out, (int64_t)me * out_count, out_count, out_type) : some(in, 0, in_count, in_type);
	const char *run = packed(&c, mine, in_place, 0);
	if (rooted) {
		return tc_end_call(&c, move(&c, run, some(out, 0, (int64_t)c.group->p * out_count, out_type)));
	}
	return tc_end_call(&c, run == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, NULL));
}

API int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, int root, MPI_Comm comm) {
	int me;
	call c = begin_rooted(SCATTER, comm, root, in_count, in_type, out_count, out_type, &me);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Scatter(in, in_count, in_type, out, out_count, out_type, root, comm));
	}
	int rooted = me == root;
	const char *run = rooted ? packed(&c, some(in, 0, (int64_t)c.group->p * in_count, in_type), 0, 0) : "";
	if (rooted && out == MPI_IN_PLACE) { // its own block stays where it is
		char *unused = tc_dense(c.group, 1, c.bytes);
		return tc_end_call(&c, run == NULL || unused == NULL ? MPI_ERR_NO_MEM : tc_move(&c, run, unused));
	}
	return tc_end_call(&c, move(&c, run, some(out, 0, out_count, out_type)));
}

API int MPI_Barrier(MPI_Comm comm) {
	call c = tc_begin_call(BARRIER, comm, 1, 0, 0);
	return tc_end_call(&c, c.way == NULL ? PMPI_Barrier(comm) : tc_move(&c, NULL, NULL));
}
