// This file redefines the Fortran functions that would call PMPI: all Fortran functions of Open MPI, and the
// functions without buffers in MPICH's module mpi_f08. MPICH's other Fortran functions call the C functions
// that the library intercepts.
#include "../dropin.h"

#include <stdlib.h>

// NAMES defines a Fortran function. With Open MPI it has the four names that compilers use, and the name in
// module mpi_f08. With MPICH it has only the name in mpi_f08. In mpi_f08, handles are integers in a
// structure, and the last argument may be absent.
#ifdef MPICH_VERSION
#define NAMES(lower, upper, parameters) API void lower##_f08_ parameters
#else
#define NAMES(lower, upper, parameters)                                                            \
	API void lower##_ parameters;                                                                    \
	API void lower parameters __attribute__((alias(#lower "_")));                                     \
	API void lower##__ parameters __attribute__((alias(#lower "_")));                                 \
	API void upper parameters __attribute__((alias(#lower "_")));                                     \
	API void lower##_f08_ parameters __attribute__((alias(#lower "_")));                              \
	API void lower##_ parameters
#endif

static void set_error(MPI_Fint *error, int code) {
	if (error != NULL) {
		*error = code;
	}
}

static MPI_Comm comm_of(const MPI_Fint *comm) { return PMPI_Comm_f2c(*comm); }

NAMES(mpi_init, MPI_INIT, (MPI_Fint * error)) { set_error(error, MPI_Init(NULL, NULL)); }

NAMES(mpi_init_thread, MPI_INIT_THREAD, (MPI_Fint * wanted, MPI_Fint *given, MPI_Fint *error)) {
	int level = MPI_THREAD_SINGLE; // the result if MPI_Init_thread fails
	set_error(error, MPI_Init_thread(NULL, NULL, *wanted, &level));
	*given = level;
}

static void free_handle(MPI_Fint *comm, MPI_Fint *error, int (*function)(MPI_Comm *)) {
	MPI_Comm old = comm_of(comm);
	int code = function(&old);
	*comm = PMPI_Comm_c2f(old);
	set_error(error, code);
}

NAMES(mpi_comm_free, MPI_COMM_FREE, (MPI_Fint * comm, MPI_Fint *error)) {
	free_handle(comm, error, MPI_Comm_free);
}

NAMES(mpi_comm_disconnect, MPI_COMM_DISCONNECT, (MPI_Fint * comm, MPI_Fint *error)) {
	free_handle(comm, error, MPI_Comm_disconnect);
}

// REQUESTED defines a function whose last argument is a request.
#define REQUESTED(lower, upper, call, parameters)                        \
	NAMES(lower, upper, (UNWRAP parameters MPI_Fint * request, MPI_Fint *error)) { \
		MPI_Request made;                                                  \
		int code = call;                                                   \
		if (code == MPI_SUCCESS) {                                         \
			*request = PMPI_Request_c2f(made);                               \
		}                                                                  \
		set_error(error, code);                                                 \
	}

// CONSTRUCTOR defines a function that creates a communicator. Some ranks may call it from C, and others from
// Fortran. With MPI_THREAD_MULTIPLE, all of them must set up the new communicator (create.c).
#define CONSTRUCTOR(lower, upper, c_name, parameters, arguments) \
	NAMES(mpi_##lower, MPI_##upper, \
		(MPI_Fint * comm, UNWRAP parameters MPI_Fint * made, MPI_Fint *error)) { \
		MPI_Comm new; \
		int code = MPI_##c_name(comm_of(comm), UNWRAP arguments &new); \
		if (code == MPI_SUCCESS) { \
			*made = PMPI_Comm_c2f(new); \
		} \
		set_error(error, code); \
	}

CONSTRUCTOR(comm_dup, COMM_DUP, Comm_dup, (), ())
CONSTRUCTOR(comm_dup_with_info, COMM_DUP_WITH_INFO, Comm_dup_with_info, (MPI_Fint * info, ),
	(PMPI_Info_f2c(*info), ))
CONSTRUCTOR(comm_create, COMM_CREATE, Comm_create, (MPI_Fint * group, ), (PMPI_Group_f2c(*group), ))
CONSTRUCTOR(comm_create_group, COMM_CREATE_GROUP, Comm_create_group, (MPI_Fint * group, MPI_Fint *tag, ),
	(PMPI_Group_f2c(*group), *tag, ))
CONSTRUCTOR(comm_split, COMM_SPLIT, Comm_split, (MPI_Fint * color, MPI_Fint *key, ), (*color, *key, ))
CONSTRUCTOR(comm_split_type, COMM_SPLIT_TYPE, Comm_split_type,
	(MPI_Fint * type, MPI_Fint *key, MPI_Fint *info, ), (*type, *key, PMPI_Info_f2c(*info), ))
CONSTRUCTOR(cart_create, CART_CREATE, Cart_create,
	(MPI_Fint * n, MPI_Fint *extents, MPI_Fint *periods, MPI_Fint *reorder, ),
	(*n, extents, periods, *reorder, ))
CONSTRUCTOR(cart_sub, CART_SUB, Cart_sub, (MPI_Fint * kept, ), (kept, ))
CONSTRUCTOR(graph_create, GRAPH_CREATE, Graph_create,
	(MPI_Fint * n, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *reorder, ), (*n, index, edges, *reorder, ))
CONSTRUCTOR(intercomm_merge, INTERCOMM_MERGE, Intercomm_merge, (MPI_Fint * high, ), (*high, ))

// EVERY_FORM defines the blocking, the non-blocking and the persistent function of an operation.
#define EVERY_FORM(lower, upper, c_name, c_lower, parameters, arguments) \
	NAMES(mpi_##lower, MPI_##upper, (UNWRAP parameters MPI_Fint * comm, MPI_Fint *error)) { \
		set_error(error, MPI_##c_name(UNWRAP arguments comm_of(comm))); \
	} \
	REQUESTED(mpi_i##lower, MPI_I##upper, MPI_I##c_lower(UNWRAP arguments comm_of(comm), &made), \
		(UNWRAP parameters MPI_Fint * comm, )) \
	IF_PERSISTENT(REQUESTED(mpi_##lower##_init, MPI_##upper##_INIT, \
		MPI_##c_name##_init(UNWRAP arguments comm_of(comm), PMPI_Info_f2c(*info), &made), \
		(UNWRAP parameters MPI_Fint * comm, MPI_Fint *info, )))

EVERY_FORM(barrier, BARRIER, Barrier, barrier, (), ())

#ifndef MPICH_VERSION
#ifdef HAS_PERSISTENT
static void call_with_request(MPI_Fint *request, MPI_Fint *error, int (*function)(MPI_Request *)) {
	MPI_Request r = PMPI_Request_f2c(*request);
	int code = function(&r);
	*request = PMPI_Request_c2f(r);
	set_error(error, code);
}

NAMES(mpi_start, MPI_START, (MPI_Fint * request, MPI_Fint *error)) {
	call_with_request(request, error, MPI_Start);
}

NAMES(mpi_request_free, MPI_REQUEST_FREE, (MPI_Fint * request, MPI_Fint *error)) {
	call_with_request(request, error, MPI_Request_free);
}

NAMES(mpi_startall, MPI_STARTALL, (MPI_Fint * n, MPI_Fint requests[], MPI_Fint *error)) {
	int count = *n > 0 ? *n : 0;
	MPI_Request *r = malloc((count + 1) * sizeof *r);
	if (r == NULL) {
		PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
		set_error(error, MPI_ERR_NO_MEM);
		return;
	}
	for (int i = 0; i < count; i++) {
		r[i] = PMPI_Request_f2c(requests[i]);
	}
	int code = MPI_Startall(*n, r);
	for (int i = 0; i < count; i++) {
		requests[i] = PMPI_Request_c2f(r[i]);
	}
	free(r);
	set_error(error, code);
}
#endif

// IN_PLACE and BOTTOM list the names of the variables that stand for MPI_IN_PLACE and MPI_BOTTOM in Fortran.
#define IN_PLACE(each) \
	each(mpi_fortran_in_place_) each(mpi_fortran_in_place) each(mpi_fortran_in_place__) \
	each(MPI_FORTRAN_IN_PLACE)
#define BOTTOM(each) \
	each(mpi_fortran_bottom_) each(mpi_fortran_bottom) each(mpi_fortran_bottom__) each(MPI_FORTRAN_BOTTOM)
#define PLACE(name) extern char name __attribute__((weak, visibility("default")));
IN_PLACE(PLACE)
BOTTOM(PLACE)

static void *c_address(char *x) {
#define IS(name) || x == &name
	if (x != NULL && (0 IN_PLACE(IS))) {
		return MPI_IN_PLACE;
	}
	if (0 BOTTOM(IS)) {
		return MPI_BOTTOM;
	}
#undef IS
	return x;
}

static MPI_Datatype type_of(const MPI_Fint *type) { return PMPI_Type_f2c(*type); }
static MPI_Op op_of(const MPI_Fint *op) { return PMPI_Op_f2c(*op); }

#define F_COUNTED (char *in, MPI_Fint *in_count, MPI_Fint *in_type, char *out, MPI_Fint *out_count, \
	MPI_Fint *out_type, )
#define BOTH (c_address(in), *in_count, type_of(in_type), c_address(out), *out_count, type_of(out_type), )
#define ROOTED_COUNTED (UNWRAP F_COUNTED MPI_Fint * root, )
#define ROOTED_BOTH (UNWRAP BOTH * root, )
#define REDUCED (char *in, char *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, )
#define OPERANDS (c_address(in), c_address(out), *count, type_of(type), op_of(op), )
#define F_GATHERED (char *in, MPI_Fint *in_count, MPI_Fint *in_type, char *out, MPI_Fint *out_counts, \
	MPI_Fint *places, MPI_Fint *out_type, )
#define BLOCKS (c_address(in), *in_count, type_of(in_type), c_address(out), out_counts, places, \
	type_of(out_type), )
#define F_EXCHANGED (char *in, MPI_Fint *in_counts, MPI_Fint *in_places, MPI_Fint *in_type, char *out, \
	MPI_Fint *out_counts, MPI_Fint *out_places, MPI_Fint *out_type, )
#define ALL_BLOCKS (c_address(in), in_counts, in_places, type_of(in_type), c_address(out), out_counts, \
	out_places, type_of(out_type), )

EVERY_FORM(bcast, BCAST, Bcast, bcast, (char *x, MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, ),
	(c_address(x), *count, type_of(type), *root, ))
EVERY_FORM(allgather, ALLGATHER, Allgather, allgather, F_COUNTED, BOTH)
EVERY_FORM(alltoall, ALLTOALL, Alltoall, alltoall, F_COUNTED, BOTH)
EVERY_FORM(gather, GATHER, Gather, gather, ROOTED_COUNTED, ROOTED_BOTH)
EVERY_FORM(scatter, SCATTER, Scatter, scatter, ROOTED_COUNTED, ROOTED_BOTH)
EVERY_FORM(allreduce, ALLREDUCE, Allreduce, allreduce, REDUCED, OPERANDS)
EVERY_FORM(reduce, REDUCE, Reduce, reduce, (UNWRAP REDUCED MPI_Fint * root, ), (UNWRAP OPERANDS * root, ))
EVERY_FORM(reduce_scatter_block, REDUCE_SCATTER_BLOCK, Reduce_scatter_block, reduce_scatter_block, REDUCED,
	OPERANDS)
EVERY_FORM(scan, SCAN, Scan, scan, REDUCED, OPERANDS)
EVERY_FORM(exscan, EXSCAN, Exscan, exscan, REDUCED, OPERANDS)
EVERY_FORM(allgatherv, ALLGATHERV, Allgatherv, allgatherv, F_GATHERED, BLOCKS)
EVERY_FORM(gatherv, GATHERV, Gatherv, gatherv, (UNWRAP F_GATHERED MPI_Fint * root, ),
	(UNWRAP BLOCKS * root, ))
EVERY_FORM(scatterv, SCATTERV, Scatterv, scatterv,
	(char *in, MPI_Fint *in_counts, MPI_Fint *places, MPI_Fint *in_type, char *out, MPI_Fint *out_count,
		MPI_Fint *out_type, MPI_Fint *root, ),
	(c_address(in), in_counts, places, type_of(in_type), c_address(out), *out_count, type_of(out_type),
		*root, ))
EVERY_FORM(alltoallv, ALLTOALLV, Alltoallv, alltoallv, F_EXCHANGED, ALL_BLOCKS)
EVERY_FORM(reduce_scatter, REDUCE_SCATTER, Reduce_scatter, reduce_scatter,
	(char *in, char *out, MPI_Fint *counts, MPI_Fint *type, MPI_Fint *op, ),
	(c_address(in), c_address(out), counts, type_of(type), op_of(op), ))
EVERY_FORM(neighbor_allgather, NEIGHBOR_ALLGATHER, Neighbor_allgather, neighbor_allgather, F_COUNTED, BOTH)
EVERY_FORM(neighbor_allgatherv, NEIGHBOR_ALLGATHERV, Neighbor_allgatherv, neighbor_allgatherv, F_GATHERED,
	BLOCKS)
EVERY_FORM(neighbor_alltoall, NEIGHBOR_ALLTOALL, Neighbor_alltoall, neighbor_alltoall, F_COUNTED, BOTH)
EVERY_FORM(neighbor_alltoallv, NEIGHBOR_ALLTOALLV, Neighbor_alltoallv, neighbor_alltoallv, F_EXCHANGED,
	ALL_BLOCKS)

#endif
