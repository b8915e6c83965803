// The operations that combine words. MPI wants the same count, type and operator on all ranks.
#include "dropin.h"

#include <string.h>

#include "../mpi/combine.h"

// accepts reports whether the MPI library accepts an operator for a type. The reduction of no words on this process alone finds out, without a
// call of the program's error handlers.
static int accepts(MPI_Op operator, MPI_Datatype type, const kind *k) {
	int nothing[2] = {0}, loop = tc_loop(operator, k);
	if (loop >= 0 && tc_loops[loop] != NULL) {
		return 1;
	}
	return operator != MPI_OP_NULL && k->size >= 0 && PMPI_Allreduce(&nothing[0], &nothing[1], 0, type, operator, tc_self) == MPI_SUCCESS;
}

// begin decides about a reduction. It passes on words that scratch cannot hold, and operators that do not commute although the algorithm needs
// that: MPI requires the same type and operator on all ranks.
static call begin(int op, const void *in, const void *out, int count, MPI_Datatype type, MPI_Op operator, int root, MPI_Comm comm, kind *k) {
	call c = tc_begin_call(op, comm);
	if (c.group == NULL || count < 0 || !tc_is_rank(c.group, root)) {
		return c;
	}
	words to = tc_words(out, count, type), from = to;
	from.at = (char *)in;
	if (!accepts(operator, type, &to.kind)) {
		return c;
	}
	int has_result = op != REDUCE || c.group->rank == root;
	if (in == MPI_IN_PLACE ? !has_result : !tc_usable(&from) || (has_result && tc_aliased(&from, &to))) {
		return c;
	}
	int ignored = op == EXSCAN && c.group->rank == 0; // its result
	if (has_result && (ignored ? out == MPI_IN_PLACE : !tc_usable(&to))) {
		return c;
	}
	*k = to.kind;
	tc_decide(&c, tc_bytes(&to), root);
	if (c.way == NULL) {
		return c;
	}
	int commutes = 0;
	PMPI_Op_commutative(operator, &commutes);
	if (!k->apart || (!commutes && (tc_plans_set(tc_plans, c.way->whole)->commutes || tc_plans_set(tc_plans, c.way->rest)->commutes))) {
		c.way = NULL;
	}
	return c;
}

// operand returns the input of a reduction: that of the program, or a copy of what the result will take the place of.
static const char *operand(const call *c, const void *in, const void *out, int64_t bytes) {
	if (in != MPI_IN_PLACE) {
		return in;
	}
	char *copy = tc_dense(c->group, 0, bytes);
	return copy == NULL ? NULL : memcpy(copy, out, bytes);
}

// spread copies words, and not what lies between them, to the program's memory.
static int spread(const call *c, const char *words, void *out, int64_t n, MPI_Datatype type, const kind *k) {
	int64_t bytes = n * k->size;
	int packed = 0, unpacked = 0;
	char *run = tc_dense(c->group, 2, bytes);
	if (run == NULL) {
		return MPI_ERR_NO_MEM;
	}
	int code = PMPI_Pack(words, n, type, run, bytes, &packed, c->group->comm);
	return code == MPI_SUCCESS ? PMPI_Unpack(run, bytes, &unpacked, out, n, type, c->group->comm) : code;
}

// reduced carries out a call on blocks of count words. The input has ins of them, the result outs, which may be nowhere if it has none.
static int reduced(const call *c, const void *in, void *out, int ins, int outs, int count, MPI_Datatype type, const kind *k, MPI_Op op) {
	const char *from = operand(c, in, out, ins * count * k->extent);
	int direct = k->size == k->extent && (outs > 0 || c->op == REDUCE);
	char *to = direct ? out : tc_dense(c->group, 1, count * k->extent);
	if (from == NULL || (!direct && to == NULL)) {
		return tc_end_call(c, MPI_ERR_NO_MEM);
	}
	int code = tc_reduce_words(c, from, to, count, type, k, op);
	if (code == MPI_SUCCESS && !direct && outs > 0) {
		code = spread(c, to, out, count, type, k);
	}
	return tc_end_call(c, code);
}

API int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(ALLREDUCE, in, out, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return PASSED(c, Allreduce, in, out, count, type, op, comm);
	}
	return reduced(&c, in, out, 1, 1, count, type, &k, op);
}

API int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
	kind k;
	call c = begin(REDUCE, in, out, count, type, op, root, comm, &k);
	if (c.way == NULL) {
		return PASSED(c, Reduce, in, out, count, type, op, root, comm);
	}
	return reduced(&c, in, out, 1, c.group->rank == root, count, type, &k, op);
}

API int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(REDUCE_SCATTER, in, out, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return PASSED(c, Reduce_scatter_block, in, out, count, type, op, comm);
	}
	return reduced(&c, in, out, c.group->p, 1, count, type, &k, op);
}

API int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(SCAN, in, out, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return PASSED(c, Scan, in, out, count, type, op, comm);
	}
	return reduced(&c, in, out, 1, 1, count, type, &k, op);
}

API int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(EXSCAN, in, out, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return PASSED(c, Exscan, in, out, count, type, op, comm);
	}
	return reduced(&c, in, out, 1, c.group->rank > 0, count, type, &k, op); // the result of rank 0 is not significant
}
