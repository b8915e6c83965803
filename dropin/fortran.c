// The Fortran names of Open MPI, whose Fortran functions call PMPI. MPICH's call the C names, which
// the library intercepts.
#include "dropin.h"

#ifndef MPICH_VERSION

// NAMES defines a Fortran function under the four names that compilers use, and under that of
// module mpi_f08. In mpi_f08, handles are integers in a structure, and the last argument may be
// absent.
#define NAMES(lower, upper, parameters)                                                            \
	API void lower##_ parameters;                                                                    \
	API void lower parameters __attribute__((alias(#lower "_")));                                     \
	API void lower##__ parameters __attribute__((alias(#lower "_")));                                 \
	API void upper parameters __attribute__((alias(#lower "_")));                                     \
	API void lower##_f08_ parameters __attribute__((alias(#lower "_")));                              \
	API void lower##_ parameters

#define PLACE(name) extern char name __attribute__((weak, visibility("default")));
PLACE(mpi_fortran_in_place_)
PLACE(mpi_fortran_in_place)
PLACE(mpi_fortran_in_place__)
PLACE(MPI_FORTRAN_IN_PLACE)
PLACE(mpi_fortran_bottom_)
PLACE(mpi_fortran_bottom)
PLACE(mpi_fortran_bottom__)
PLACE(MPI_FORTRAN_BOTTOM)

// buffer returns the C address of a Fortran buffer.
static void *buffer(char *x) {
	if (x != NULL && (x == &mpi_fortran_in_place_ || x == &mpi_fortran_in_place ||
		x == &mpi_fortran_in_place__ || x == &MPI_FORTRAN_IN_PLACE)) {
		return MPI_IN_PLACE;
	}
	if (x == &mpi_fortran_bottom_ || x == &mpi_fortran_bottom || x == &mpi_fortran_bottom__ ||
		x == &MPI_FORTRAN_BOTTOM) {
		return MPI_BOTTOM;
	}
	return x;
}

static void done(MPI_Fint *error, int code) {
	if (error != NULL) {
		*error = code;
	}
}

static MPI_Comm comm_of(const MPI_Fint *comm) { return PMPI_Comm_f2c(*comm); }
static MPI_Datatype type_of(const MPI_Fint *type) { return PMPI_Type_f2c(*type); }
static MPI_Op op_of(const MPI_Fint *op) { return PMPI_Op_f2c(*op); }

#define COUNTED \
	char *in, MPI_Fint *in_count, MPI_Fint *in_type, char *out, MPI_Fint *out_count, MPI_Fint *out_type
#define BOTH buffer(in), *in_count, type_of(in_type), buffer(out), *out_count, type_of(out_type)
#define REDUCED char *in, char *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op
#define OPERANDS buffer(in), buffer(out), *count, type_of(type), op_of(op)
#define END MPI_Fint *comm, MPI_Fint *error

NAMES(mpi_init, MPI_INIT, (MPI_Fint * error)) { done(error, MPI_Init(NULL, NULL)); }

NAMES(mpi_init_thread, MPI_INIT_THREAD, (MPI_Fint * wanted, MPI_Fint *given, MPI_Fint *error)) {
	int level;
	done(error, MPI_Init_thread(NULL, NULL, *wanted, &level));
	*given = level;
}

static void freed(MPI_Fint *comm, MPI_Fint *error, int (*function)(MPI_Comm *)) {
	MPI_Comm old = comm_of(comm);
	int code = function(&old);
	*comm = PMPI_Comm_c2f(old);
	done(error, code);
}

NAMES(mpi_comm_free, MPI_COMM_FREE, (END)) { freed(comm, error, MPI_Comm_free); }

NAMES(mpi_comm_disconnect, MPI_COMM_DISCONNECT, (END)) { freed(comm, error, MPI_Comm_disconnect); }

NAMES(mpi_bcast, MPI_BCAST, (char *x, MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, END)) {
	done(error, MPI_Bcast(buffer(x), *count, type_of(type), *root, comm_of(comm)));
}

NAMES(mpi_barrier, MPI_BARRIER, (END)) { done(error, MPI_Barrier(comm_of(comm))); }

NAMES(mpi_allgather, MPI_ALLGATHER, (COUNTED, END)) { done(error, MPI_Allgather(BOTH, comm_of(comm))); }

NAMES(mpi_alltoall, MPI_ALLTOALL, (COUNTED, END)) { done(error, MPI_Alltoall(BOTH, comm_of(comm))); }

NAMES(mpi_gather, MPI_GATHER, (COUNTED, MPI_Fint *root, END)) { done(error, MPI_Gather(BOTH, *root,
	comm_of(comm))); }

NAMES(mpi_scatter, MPI_SCATTER, (COUNTED, MPI_Fint *root, END)) { done(error, MPI_Scatter(BOTH, *root,
	comm_of(comm))); }

NAMES(mpi_allreduce, MPI_ALLREDUCE, (REDUCED, END)) { done(error, MPI_Allreduce(OPERANDS, comm_of(comm))); }

NAMES(mpi_reduce, MPI_REDUCE, (REDUCED, MPI_Fint *root, END)) { done(error, MPI_Reduce(OPERANDS, *root,
	comm_of(comm))); }

NAMES(mpi_reduce_scatter_block, MPI_REDUCE_SCATTER_BLOCK, (REDUCED, END)) { done(error,
	MPI_Reduce_scatter_block(OPERANDS, comm_of(comm))); }

NAMES(mpi_scan, MPI_SCAN, (REDUCED, END)) { done(error, MPI_Scan(OPERANDS, comm_of(comm))); }

NAMES(mpi_exscan, MPI_EXSCAN, (REDUCED, END)) { done(error, MPI_Exscan(OPERANDS, comm_of(comm))); }

#endif
