#include "dropin.h"

#include "../mpi/combine.h"

static int number_of(MPI_Datatype type) {
	const struct {
		MPI_Datatype type;
		int number;
	} known[] = {
		{MPI_DOUBLE, TYPE_DOUBLE}, {MPI_FLOAT, TYPE_FLOAT}, {MPI_INT, TYPE_INT32}, {MPI_INT32_T, TYPE_INT32}, {MPI_INT64_T, TYPE_INT64},
		{MPI_LONG, sizeof(long) == 8 ? TYPE_INT64 : TYPE_INT32}, {MPI_LONG_LONG, TYPE_INT64}, {MPI_UNSIGNED, TYPE_UINT32},
		{MPI_UNSIGNED_LONG, sizeof(long) == 8 ? TYPE_UINT64 : TYPE_UINT32}, {MPI_UNSIGNED_LONG_LONG, TYPE_UINT64},
		{MPI_UINT32_T, TYPE_UINT32}, {MPI_UINT64_T, TYPE_UINT64}, {MPI_UINT8_T, TYPE_UINT8}, {MPI_UNSIGNED_CHAR, TYPE_UINT8},
		{MPI_C_DOUBLE_COMPLEX, TYPE_COMPLEX},
	};
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		if (known[i].type == type) {
			return known[i].number;
		}
	}
	return -1;
}

// look asks the library. Bytes of a type that is none of its own may lie in another order than in a message.
static kind look(MPI_Datatype type, int *named) {
	MPI_Aint lb, extent, true_lb, true_extent;
	int size, integers, addresses, types, combiner;
	PMPI_Type_size(type, &size);
	PMPI_Type_get_extent(type, &lb, &extent);
	PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
	PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
	*named = combiner == MPI_COMBINER_NAMED;
	kind k = {size, extent, 0, 0, *named ? number_of(type) : -1};
	k.apart = size > 0 && lb == 0 && true_lb >= 0 && true_lb + true_extent <= extent;
	k.run = *named && k.apart && size == extent;
	return k;
}

kind tc_kind(MPI_Datatype type) {
	enum { PLACES = 64 };
	static struct {
		MPI_Datatype type;
		kind kind; // its size is 0 if there is none
	} known[PLACES]; // of the library's own types, which nobody frees
	uint64_t place = (uint64_t)(uintptr_t)type;
	place = (place ^ place >> 6 ^ place >> 12) % PLACES;
	if (known[place].kind.size > 0 && known[place].type == type) {
		return known[place].kind;
	}
	int named;
	kind k = look(type, &named);
	if (named) {
		known[place].type = type;
		known[place].kind = k;
	}
	return k;
}
