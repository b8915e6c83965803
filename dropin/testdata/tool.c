// A profiling tool like mpiP: it intercepts MPI_Init, MPI_Allreduce and MPI_Finalize, and calls PMPI. It
// fails if MPI_Init does not reach it.
//   compile with -shared -fPIC
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int started, calls;

int MPI_Init(int *argc, char ***argv) {
	started = 1;
	return PMPI_Init(argc, argv);
}

int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given) {
	started = 1;
	return PMPI_Init_thread(argc, argv, wanted, given);
}

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
	if (!started) {
		abort();
	}
	calls++;
	return PMPI_Allreduce(in, out, n, type, op, comm);
}

int MPI_Finalize(void) {
	int rank;
	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		fprintf(stderr, "tool: %d calls of MPI_Allreduce\n", calls);
	}
	return PMPI_Finalize();
}
