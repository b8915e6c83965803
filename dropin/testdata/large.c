// Calls a function with a count of type MPI_Count 50 times, if mpi.h has it, and prints the result.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
	static double in[100] = {1}, out[100];
	MPI_Init(&argc, &argv);
#if MPI_VERSION >= 4
	for (int i = 0; i < 50; i++) {
		MPI_Allreduce_c(in, out, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	}
	printf("sum %g\n", out[0]);
#else
	printf("without MPI 4\n");
#endif
	MPI_Finalize();
	return 0;
}
