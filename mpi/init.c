//go:build cgo

#include "init.h"

#include <stddef.h>

#include "library.h"
#include "op.h"

int tc_init(int *level, MPI_Comm *world) {
	int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, level), ignored;
	if (code == MPI_SUCCESS) {
		code = MPI_T_init_thread(MPI_THREAD_FUNNELED, &ignored);
	}
	if (code == MPI_SUCCESS) {
		code = tc_make_affine();
	}
	if (code == MPI_SUCCESS) {
		code = MPI_Comm_dup(MPI_COMM_WORLD, world);
	}
	if (code == MPI_SUCCESS) {
		code = MPI_Comm_set_errhandler(*world, MPI_ERRORS_RETURN);
	}
	if (code == MPI_SUCCESS && TC_MPICH) { // whose MPI_Wait does not ask the communicator of the message
		code = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	}
	if (code == MPI_SUCCESS && TC_MPICH) {
		code = MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	}
	return code;
}

int tc_finalize(MPI_Comm world) {
	MPI_Comm_free(&world);
	MPI_Op_free(&tc_affine);
	MPI_T_finalize();
	return MPI_Finalize();
}

int tc_first(MPI_Comm comm, int n, MPI_Comm *first) {
	int rank;
	MPI_Comm_rank(comm, &rank);
	return MPI_Comm_split(comm, rank < n ? 0 : MPI_UNDEFINED, rank, first);
}

int tc_tag_limit(MPI_Comm comm) {
	int *limit, found;
	MPI_Comm_get_attr(comm, MPI_TAG_UB, &limit, &found);
	return found ? *limit : 32767; // what the standard guarantees
}
