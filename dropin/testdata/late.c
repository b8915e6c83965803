// Collective calls that one rank enters late.
#include <mpi.h>
#include <unistd.h>

enum { CALLS = 100, LATE = 4000 };

int main(int argc, char **argv) {
	int rank, p;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	double x = 1, sum, in[64] = {0}, out[64];
	int counts[64], places[64];
	for (int i = 0; i < p; i++) {
		counts[i] = 1;
		places[i] = i;
	}
	for (int i = 0; i < CALLS; i++) {
		usleep(rank == p - 1 ? LATE : 0);
		MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
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
