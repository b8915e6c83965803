// This file reads the properties of datatypes, and copies words from and to the program's memory.
#include "../dropin.h"

#include <string.h>

#include "../../mpi/combine.h"

static int number_constant(MPI_Datatype type) {
	const struct {
		MPI_Datatype type;
		int number;
	} known[] = {
		{MPI_DOUBLE, TYPE_DOUBLE}, {MPI_FLOAT, TYPE_FLOAT}, {MPI_INT, TYPE_INT32}, {MPI_INT32_T, TYPE_INT32},
			{MPI_INT64_T, TYPE_INT64},
		{MPI_LONG, sizeof(long) == 8 ? TYPE_INT64 : TYPE_INT32}, {MPI_LONG_LONG, TYPE_INT64}, {MPI_UNSIGNED,
			TYPE_UINT32},
		{MPI_UNSIGNED_LONG, sizeof(long) == 8 ? TYPE_UINT64 : TYPE_UINT32}, {MPI_UNSIGNED_LONG_LONG,
			TYPE_UINT64},
		{MPI_UINT32_T, TYPE_UINT32}, {MPI_UINT64_T, TYPE_UINT64}, {MPI_UINT8_T, TYPE_UINT8},
			{MPI_UNSIGNED_CHAR, TYPE_UINT8},
		{MPI_C_DOUBLE_COMPLEX, TYPE_COMPLEX},
	};
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		if (known[i].type == type) {
			return known[i].number;
		}
	}
	return -1;
}

// query_library gets the properties of a datatype. It first tests, with a broadcast on tc_self, whether the
// library accepts the type. The broadcast moves no data and calls no error handler of the program. Words of a
// derived type may have another order in a message, so `run` is set only for predefined types.
static type_info query_library(MPI_Datatype type) {
	MPI_Aint lb, extent, true_lb, true_extent;
	MPI_Count size;
	int nothing = 0, integers, addresses, types, combiner;
	if (type == MPI_DATATYPE_NULL || PMPI_Bcast(&nothing, 1, type, 0, tc_self) != MPI_SUCCESS) {
		return (type_info){.size = -1};
	}
	PMPI_Type_size_x(type, &size); // MPI_Type_size fails for types of 2 GiB and above
	PMPI_Type_get_extent(type, &lb, &extent);
	PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
	PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
	type_info k = {.size = size, .extent = extent, .at_zero = true_lb == 0,
		.named = combiner == MPI_COMBINER_NAMED};
	k.number = k.named ? number_constant(type) : -1;
	k.apart = size > 0 && lb == 0 && true_lb >= 0 && true_lb + true_extent <= extent;
	k.run = k.named && k.apart && size == extent;
	k.tail = k.apart && !k.named ? extent - true_lb - true_extent : 0;
	return k;
}

type_info tc_type_info(MPI_Datatype type) {
	enum { ENTRIES = 64 };
	static _Thread_local struct {
		MPI_Datatype type;
		type_info info; // size is 0 in an empty entry
	} cache[ENTRIES]; // cache for predefined types, which are never freed
	uint64_t entry = (uint64_t)(uintptr_t)type;
	entry = (entry ^ entry >> 6 ^ entry >> 12) % ENTRIES;
	if (cache[entry].info.size > 0 && cache[entry].type == type) {
		return cache[entry].info;
	}
	tc_lock(); // tc_self allows only one call at a time
	type_info k = query_library(type);
	tc_unlock();
	if (k.named) {
		cache[entry].type = type;
		cache[entry].info = k;
	}
	return k;
}

operand tc_operand(const void *at, int64_t n, MPI_Datatype type) {
	return (operand){(char *)at, n, type, tc_type_info(type)};
}

int tc_is_valid(const operand *x) {
	int64_t bytes;
	if (x->n < 0 || x->info.size < 0 || __builtin_mul_overflow(x->n, x->info.size, &bytes)) {
		return 0;
	}
	return x->at != MPI_IN_PLACE && (x->at != NULL || !x->info.at_zero || bytes == 0);
}

int tc_share_start(const operand *in, const operand *out) {
	return in->at == out->at && in->at != MPI_BOTTOM && tc_bytes(in) > 0 && tc_bytes(out) > 0;
}

int tc_is_refused(const operand *in, const operand *out) {
#ifdef MPICH_VERSION
	return in->type == out->type && tc_share_start(in, out);
#endif
	return 0;
}

static int copy_in(const communicator *g, operand x, char *run) {
	int position = 0;
	if (x.info.run) {
		memcpy(run, x.at, tc_bytes(&x));
		return MPI_SUCCESS;
	}
	return PMPI_Pack(x.at, x.n, x.type, run, tc_bytes(&x), &position, g->comm);
}

static int copy_out(const communicator *g, const char *run, operand x) {
	int position = 0;
	if (x.info.run) {
		memcpy(x.at, run, tc_bytes(&x));
		return MPI_SUCCESS;
	}
	return PMPI_Unpack(run, tc_bytes(&x), &position, x.at, x.n, x.type, g->comm);
}

int tc_copy_in(const communicator *g, const block_list *b, char *run) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < b->n && code == MPI_SUCCESS; i++) {
		code = copy_in(g, tc_block(b, i), run);
		run += tc_block_bytes(b, i);
	}
	return code;
}

int tc_copy_out(const communicator *g, const char *run, const block_list *b) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < b->n && code == MPI_SUCCESS; i++) {
		int64_t bytes = tc_block_bytes(b, i);
		operand to = tc_block(b, i);
		if (bytes > tc_bytes(&to)) {
			return MPI_ERR_TRUNCATE;
		}
		to.n = bytes == 0 ? 0 : bytes / to.info.size;
		code = copy_out(g, run, to);
		run += bytes;
	}
	return code;
}
