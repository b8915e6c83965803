#include "dropin.h"

#include "../mpi/combine.h"

static int number_of(MPI_Datatype type) {
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

// query_library gets the properties of a datatype from the library. A broadcast on tc_self, which moves
// nothing, shows whether the library accepts the type, without calling the program's error handlers. Words of
// a type that is not predefined may be in another order in memory than in a message, so `run` is set only for
// predefined types.
static type_info query_library(MPI_Datatype type) {
	MPI_Aint lb, extent, true_lb, true_extent;
	MPI_Count size;
	int nothing = 0, integers, addresses, types, combiner;
	if (type == MPI_DATATYPE_NULL || PMPI_Bcast(&nothing, 1, type, 0, tc_self) != MPI_SUCCESS) {
		return (type_info){.size = -1};
	}
	PMPI_Type_size_x(type, &size); // MPI_Type_size fails for 2 GiB and more
	PMPI_Type_get_extent(type, &lb, &extent);
	PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
	PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
	type_info k = {.size = size, .extent = extent, .at_zero = true_lb == 0,
		.named = combiner == MPI_COMBINER_NAMED};
	k.number = k.named ? number_of(type) : -1;
	k.apart = size > 0 && lb == 0 && true_lb >= 0 && true_lb + true_extent <= extent;
	k.run = k.named && k.apart && size == extent;
	return k;
}

type_info tc_type_info(MPI_Datatype type) {
	enum { PLACES = 64 };
	static _Thread_local struct {
		MPI_Datatype type;
		type_info info; // size is 0 in an empty entry
	} known[PLACES]; // a cache for predefined types, which are never freed
	uint64_t place = (uint64_t)(uintptr_t)type;
	place = (place ^ place >> 6 ^ place >> 12) % PLACES;
	if (known[place].info.size > 0 && known[place].type == type) {
		return known[place].info;
	}
	tc_lock(); // tc_self allows only one call at a time
	type_info k = query_library(type);
	tc_unlock();
	if (k.named) {
		known[place].type = type;
		known[place].info = k;
	}
	return k;
}

operand tc_operand(const void *at, int64_t n, MPI_Datatype type) {
	return (operand){(char *)at, n, type, tc_type_info(type)};
}

int tc_is_valid(const operand *x) {
	return x->n >= 0 && x->info.size >= 0 && x->at != MPI_IN_PLACE && (x->at != NULL || !x->info.at_zero ||
		tc_bytes(x) == 0);
}

int tc_share_start(const operand *in, const operand *out) {
	return in->at == out->at && in->at != MPI_BOTTOM && tc_bytes(in) > 0 && tc_bytes(out) > 0;
}

int tc_is_refused(const operand *in, const operand *out) {
#ifdef MPICH_VERSION
	return tc_share_start(in, out);
#endif
	return 0;
}
