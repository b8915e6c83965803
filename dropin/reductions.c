// Operations that combine words. MPI requires the same count, type and operator on all ranks.
#include "dropin.h"

#include <string.h>

#include "../mpi/combine.h"

// library_accepts reports whether the MPI library accepts an operator for a type. It tries a
// reduction of no words on tc_self, so the program's error handlers are not called.
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

// select_for_reduction selects the rule of a reduction with blocks of count words. It passes on words that a
// scratch buffer cannot hold, and operators that do not commute if the algorithm needs that. All ranks decide
// the same, because MPI requires the same type and operator.
static void select_for_reduction(call *c, const void *in, const void *out, int count, MPI_Datatype type,
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
	if (in == MPI_IN_PLACE ? !has_result : !tc_is_valid(&from) || (has_result && tc_aliased(&from, &to))) {
		return;
	}
	int ignored = c->op == EXSCAN && c->communicator->rank == 0; // its result is not significant
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

// begin_reduction begins a reduction in which all blocks have count words, and selects its rule.
static call begin_reduction(int op, const void *in, const void *out, int count, MPI_Datatype type,
	MPI_Op operator, int root, MPI_Comm comm, type_info *k) {
	call c = tc_begin_call(op, comm);
	tc_describe(&c, count, type, root, in == MPI_IN_PLACE);
	select_for_reduction(&c, in, out, count, type, operator, root, k);
	return c;
}

// input_of returns the input of a reduction: the program's, or for MPI_IN_PLACE a copy of out.
static const char *input_of(const call *c, const void *in, const void *out, int64_t bytes) {
	if (in != MPI_IN_PLACE) {
		return in;
	}
	char *copy = tc_buffer(c->communicator, 0, bytes);
	return copy == NULL ? NULL : memcpy(copy, out, bytes);
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
	char *run = tc_buffer(c->communicator, 2, bytes);
	if (run == NULL) {
		return MPI_ERR_NO_MEM;
	}
	int code = PMPI_Pack(words, n, type, run, bytes, &packed, c->communicator->comm);
	return code == MPI_SUCCESS ? PMPI_Unpack(run, bytes, &unpacked, out, n, type,
		c->communicator->comm) : code;
}

// run_reduction executes a call with blocks of count words. The input has ins blocks, the result
// outs; without a result, out may be NULL.
static int run_reduction(const call *c, const void *in, void *out, int ins, int outs, int count,
	MPI_Datatype type, const type_info *k, MPI_Op op) {
	const char *from = input_of(c, in, out, ins * count * k->extent);
	int direct = k->size == k->extent && (outs > 0 || c->op == REDUCE);
	char *to = direct ? out : tc_buffer(c->communicator, 1, count * k->extent);
	if (from == NULL || (!direct && to == NULL)) {
		return tc_end_call(c, MPI_ERR_NO_MEM);
	}
	int code = tc_reduce(c, from, to, count, type, k, op);
	if (code == MPI_SUCCESS && !direct && outs > 0) {
		code = copy_words(c, to, out, count, type, k);
	}
	return tc_end_call(c, code);
}

API int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	type_info k;
	call c = begin_reduction(ALLREDUCE, in, out, count, type, op, 0, comm, &k);
	if (c.rule == NULL) {
		return PASS_ON(c, Allreduce, in, out, count, type, op, comm);
	}
	return run_reduction(&c, in, out, 1, 1, count, type, &k, op);
}

API int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root,
	MPI_Comm comm) {
	type_info k;
	call c = begin_reduction(REDUCE, in, out, count, type, op, root, comm, &k);
	if (c.rule == NULL) {
		return PASS_ON(c, Reduce, in, out, count, type, op, root, comm);
	}
	return run_reduction(&c, in, out, 1, c.communicator->rank == root, count, type, &k, op);
}

API int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
	MPI_Comm comm) {
	type_info k;
	call c = begin_reduction(REDUCE_SCATTER, in, out, count, type, op, 0, comm, &k);
	if (c.rule == NULL) {
		return PASS_ON(c, Reduce_scatter_block, in, out, count, type, op, comm);
	}
	return run_reduction(&c, in, out, c.communicator->p, 1, count, type, &k, op);
}

// are_equal reports whether p blocks have n words each.
static int are_equal(const int *counts, int p, int n) {
	for (int i = 0; i < p; i++) {
		if (counts[i] != n) {
			return 0;
		}
	}
	return 1;
}

// pad copies blocks of the lengths counts to blocks of n words each. It repeats the last word of a
// block, because an operator must get valid words.
static void pad(char *to, const char *from, const int *counts, int p, int n, int64_t extent) {
	for (int i = 0; i < p; i++) {
		memcpy(to, from, counts[i] * extent);
		from += counts[i] * extent;
		for (int j = counts[i]; j < n; j++) {
			memcpy(to + j * extent, from - extent, extent);
		}
		to += n * extent;
	}
}

// run_padded executes MPI_Reduce_scatter by a plan for blocks of n words.
static int run_padded(const call *c, const void *in, void *out, int n, MPI_Datatype type, const type_info *k,
	MPI_Op op) {
	communicator *g = c->communicator;
	int mine = c->counts[g->rank], direct = mine == n && k->size == k->extent;
	char *from = tc_buffer(g, 0, g->p * n * k->extent), *to = direct ? out : tc_buffer(g, 1, n * k->extent);
	if (from == NULL || to == NULL) {
		return MPI_ERR_NO_MEM;
	}
	pad(from, in == MPI_IN_PLACE ? out : in, c->counts, g->p, n, k->extent);
	int code = tc_reduce(c, from, to, n, type, k, op);
	return code == MPI_SUCCESS && !direct ? copy_words(c, to, out, mine, type, k) : code;
}

API int MPI_Reduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op,
	MPI_Comm comm) {
	type_info k;
	int longest = 0;
	call c = tc_begin_call(REDUCE_SCATTER, comm);
	tc_describe_counts(&c, REDUCE_SCATTERV, counts, type, in == MPI_IN_PLACE);
	if (c.communicator != NULL) {
		longest = tc_padded_count(counts, c.communicator->p);
	}
	if (longest > 0) {
		select_for_reduction(&c, in, out, longest, type, op, 0, &k);
	}
	if (c.rule == NULL) {
		return PASS_ON(c, Reduce_scatter, in, out, counts, type, op, comm);
	}
	int p = c.communicator->p;
	return are_equal(counts, p, longest) ? run_reduction(&c, in, out, p, 1, longest, type, &k,
		op) : tc_end_call(&c, run_padded(&c, in, out, longest, type, &k, op));
}

API int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	type_info k;
	call c = begin_reduction(SCAN, in, out, count, type, op, 0, comm, &k);
	if (c.rule == NULL) {
		return PASS_ON(c, Scan, in, out, count, type, op, comm);
	}
	return run_reduction(&c, in, out, 1, 1, count, type, &k, op);
}

API int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	type_info k;
	call c = begin_reduction(EXSCAN, in, out, count, type, op, 0, comm, &k);
	if (c.rule == NULL) {
		return PASS_ON(c, Exscan, in, out, count, type, op, comm);
	}
	// rank 0 has no result
	return run_reduction(&c, in, out, 1, c.communicator->rank > 0, count, type, &k, op);
}
