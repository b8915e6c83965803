// Collective calls that one rank enters late. With an argument, only rank 0 asks for MPI_THREAD_MULTIPLE.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS = 100, LATE = 4000 };

int main(int argc, char **argv) {
	int rank, p, level;
	const char *number = getenv("OMPI_COMM_WORLD_RANK"); // of Open MPI; MPICH sets PMI_RANK
	if (number == NULL) {
		number = getenv("PMI_RANK");
	}
	int threads = argc > 1 && number != NULL && atoi(number) == 0;
	MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	double x = 1, sum, in[64] = {0}, out[64];
	int counts[64], places[64];
	for (int i = 0; i < p; i++) {
		counts[i] = 1;
		places[i] = i;
	}
	MPI_Comm alike[4] = {MPI_COMM_WORLD}; // calls on these are in one cell of a profile
	for (int n = 1; n < 4; n++) {
		int extents[3] = {0}, periods[3] = {0};
		MPI_Dims_create(p, n, extents);
		MPI_Cart_create(MPI_COMM_WORLD, n, extents, periods, 0, &alike[n]);
	}
	for (int i = 0; i < CALLS; i++) {
		usleep(rank == p - 1 ? LATE : 0);
		MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, alike[i % 4]);
		usleep(rank == 0 ? LATE : 0);
		MPI_Bcast(&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
		usleep(rank == 0 ? LATE : 0);
		MPI_Alltoallv(in, counts, places, MPI_DOUBLE, out, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
		MPI_Request request;
		MPI_Ibarrier(MPI_COMM_WORLD, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
}
