// The operations that combine words. MPI wants the same count, type and operator on all ranks.
#include "dropin.h"

#include <string.h>

// begin decides about a reduction. Words that scratch cannot hold, and operators that do not commute where they have to, are passed on.
static call begin(int op, int count, MPI_Datatype type, MPI_Op operator, int root, MPI_Comm comm, kind *k) {
	int size = -1;
	int valid = tc_plans != NULL && count >= 0 && type != MPI_DATATYPE_NULL && operator != MPI_OP_NULL &&
	            PMPI_Type_size(type, &size) == MPI_SUCCESS && size >= 0;
	call c = tc_begin_call(op, comm, valid, valid ? (int64_t)count * size : 0, root);
	if (c.way == NULL) {
		return c;
	}
	int commutes = 0;
	*k = tc_kind(type);
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

// reduced carries out a call on blocks of count words; the input has so many of them.
static int reduced(const call *c, const void *in, void *out, int blocks, int count, MPI_Datatype type, const kind *k, MPI_Op op) {
	const char *from = operand(c, in, out, blocks * count * k->extent);
	return tc_end_call(c, from == NULL ? MPI_ERR_NO_MEM : tc_reduce_words(c, from, out, count, type, k, op));
}

API int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(ALLREDUCE, count, type, op, 0, comm, &k);
	return c.way == NULL ? tc_end_call(&c, PMPI_Allreduce(in, out, count, type, op, comm)) : reduced(&c, in, out, 1, count, type, &k, op);
}

API int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
	kind k;
	call c = begin(REDUCE, count, type, op, root, comm, &k);
	return c.way == NULL ? tc_end_call(&c, PMPI_Reduce(in, out, count, type, op, root, comm)) : reduced(&c, in, out, 1, count, type, &k, op);
}

API int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(REDUCE_SCATTER, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Reduce_scatter_block(in, out, count, type, op, comm));
	}
	return reduced(&c, in, out, c.group->p, count, type, &k, op);
}

API int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(SCAN, count, type, op, 0, comm, &k);
	return c.way == NULL ? tc_end_call(&c, PMPI_Scan(in, out, count, type, op, comm)) : reduced(&c, in, out, 1, count, type, &k, op);
}

API int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	kind k;
	call c = begin(EXSCAN, count, type, op, 0, comm, &k);
	if (c.way == NULL) {
		return tc_end_call(&c, PMPI_Exscan(in, out, count, type, op, comm));
	}
	const char *from = operand(&c, in, out, count * k.extent);
	char *to = c.group->rank > 0 ? out : tc_dense(c.group, 1, count * k.extent); // MPI does not look at that of rank 0
	return tc_end_call(&c, from == NULL || to == NULL ? MPI_ERR_NO_MEM : tc_reduce_words(&c, from, to, count, type, &k, op));
}
