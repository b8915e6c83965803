// This file defines the collective functions that the library always passes on. It only records and watches
// their calls. For non-blocking and persistent operations, it records the time of the start or the
// initialization.
#include "../dropin.h"

// WRAP defines a function that records its calls. The macro arguments `bytes`, `type` and `in_place` may use
// the arguments of the call, and k, the class of the communicator. `bytes` and `type` are ignored on
// intercommunicators, where most arguments are not significant. `type` is MPI_DATATYPE_NULL if the blocks of
// a call may have different datatypes.
#define WRAP(function, form, op, bytes, type, root, in_place, parameters, arguments, more, more_arguments) \
	API int MPI_##function(UNWRAP parameters MPI_Comm comm UNWRAP more) { \
		static __typeof__(PMPI_##function) *next; \
		if (next == NULL) { \
			next = (__typeof__(next))tc_find_definition("MPI_" #function, (void *)PMPI_##function); \
		} \
		watched *in_call = tc_watching ? tc_enter(comm, op, form, __builtin_return_address(0)) : NULL; \
		int64_t began = tc_recording ? tc_tick() : 0; \
		int code = next(UNWRAP arguments comm UNWRAP more_arguments); \
		tc_leave(in_call); \
		if (tc_recording && code == MPI_SUCCESS) { \
			int64_t ended = tc_tick(); \
			comm_entry e = tc_find_class(comm); \
			const comm_class *k = e.class; \
			tc_record(e, form, op, k->inter ? 0 : (bytes), type, root, in_place, 0, began, ended); \
		} \
		return code; \
	}
#define BLOCKING_FORM(name, lower, ...) WRAP(name, BLOCKING, __VA_ARGS__, (), ())
#define STARTED_FORM(name, lower, ...) WRAP(I##lower, NON_BLOCKING, __VA_ARGS__, (, MPI_Request * request), \
	(, request))
#define PREPARED_FORM(name, lower, ...) WRAP(name##_init, PERSISTENT, __VA_ARGS__, (, MPI_Info info, \
	MPI_Request * request), (, info, request))

// MEAN returns the mean size in bytes of n blocks that have the same datatype. TYPED_MEAN returns the mean
// size of n blocks that may have different datatypes.
#define MEAN(counts, type, n) \
	({ \
		int64_t sum_ = 0; \
		for (int i_ = 0; i_ < (n); i_++) { \
			sum_ += (counts)[i_]; \
		} \
		(n) > 0 ? sum_ * tc_type_size(type) / (n) : 0; \
	})
#define TYPED_MEAN(counts, types, n) \
	({ \
		int64_t sum_ = 0; \
		for (int i_ = 0; i_ < (n); i_++) { \
			sum_ += (counts)[i_] > 0 ? (counts)[i_] * tc_type_size((types)[i_]) : 0; \
		} \
		(n) > 0 ? sum_ / (n) : 0; \
	})
#define SIZE(count, type) ((int64_t)(count) * tc_type_size(type))
#define IN_PLACE (in == MPI_IN_PLACE)

// The parameters of functions whose blocks may have different datatypes.
#define TYPED(N, D) const void *in, const N in_counts[], const D in_places[], const MPI_Datatype in_types[], \
	void *out, const N out_counts[], const D out_places[], const MPI_Datatype out_types[]
#define TYPED_ARGUMENTS in, in_counts, in_places, in_types, out, out_counts, out_places, out_types

// IRREGULAR lists the functions that are always passed on. The recorded size of a call is the size of a
// block. If the blocks differ in length, the recorded size is the mean of the sizes that a rank knows.
#define IRREGULAR(each, N, D) \
	each(Alltoallw, alltoallw, ALLTOALLW, IN_PLACE ? TYPED_MEAN(out_counts, out_types, k->blocks) : \
		TYPED_MEAN(in_counts, in_types, k->blocks), MPI_DATATYPE_NULL, 0, IN_PLACE, (TYPED(N, D), ), \
		(TYPED_ARGUMENTS, )) \
	each(Neighbor_allgather, neighbor_allgather, NEIGHBOR_ALLGATHER, SIZE(in_count, in_type), in_type, 0, 0, \
		(COUNTED(N), ), (COUNTED_ARGUMENTS, )) \
	each(Neighbor_allgatherv, neighbor_allgatherv, NEIGHBOR_ALLGATHERV, SIZE(in_count, in_type), in_type, 0, \
		0, (GATHERED(N, D), ), (GATHERED_ARGUMENTS, )) \
	each(Neighbor_alltoall, neighbor_alltoall, NEIGHBOR_ALLTOALL, SIZE(in_count, in_type), in_type, 0, 0, \
		(COUNTED(N), ), (COUNTED_ARGUMENTS, )) \
	each(Neighbor_alltoallv, neighbor_alltoallv, NEIGHBOR_ALLTOALLV, MEAN(in_counts, in_type, k->degree), \
		in_type, 0, 0, (EXCHANGED(N, D), ), (EXCHANGED_ARGUMENTS, )) \
	each(Neighbor_alltoallw, neighbor_alltoallw, NEIGHBOR_ALLTOALLW, TYPED_MEAN(in_counts, in_types, \
		k->degree), MPI_DATATYPE_NULL, 0, 0, (TYPED(N, MPI_Aint), ), (TYPED_ARGUMENTS, ))

#define NAME(name, lower, op, ...) [op] = #name,
const char *const tc_functions[RECORDED] = {[BCAST] = "Bcast", [REDUCE] = "Reduce",
	[ALLGATHER] = "Allgather", [REDUCE_SCATTER] = "Reduce_scatter_block", [ALLREDUCE] = "Allreduce",
	[SCAN] = "Scan", [EXSCAN] = "Exscan", [SCATTER] = "Scatter", [GATHER] = "Gather",
	[ALLTOALL] = "Alltoall", [BARRIER] = "Barrier", [ALLGATHERV] = "Allgatherv", [GATHERV] = "Gatherv",
	[SCATTERV] = "Scatterv", [ALLTOALLV] = "Alltoallv", [REDUCE_SCATTERV] = "Reduce_scatter",
	IRREGULAR(NAME, int, int)};

IRREGULAR(BLOCKING_FORM, int, int)
IRREGULAR(STARTED_FORM, int, int)

IF_PERSISTENT(IRREGULAR(PREPARED_FORM, int, int))

#define LARGE_BLOCKING(name, lower, ...) BLOCKING_FORM(name##_c, lower##_c, __VA_ARGS__)
#define LARGE_STARTED(name, lower, ...) STARTED_FORM(name##_c, lower##_c, __VA_ARGS__)
#define LARGE_PREPARED(name, lower, ...) WRAP(name##_init_c, PERSISTENT, __VA_ARGS__, (, MPI_Info info, \
	MPI_Request * request), (, info, request))
IF_LARGE(IRREGULAR(LARGE_BLOCKING, MPI_Count, MPI_Aint) IRREGULAR(LARGE_STARTED, MPI_Count, MPI_Aint)
	IRREGULAR(LARGE_PREPARED, MPI_Count, MPI_Aint))
