// Compares MPI_Bcast and MPI_Reduce with two roots, MPI_Allreduce and MPI_Allgather with the PMPI calls, on
// many ranks. Prints the numbers of calls and of wrong results on all ranks, and fails if a result is wrong.
//   usage: many
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, words, p;
static int *ours, *natively;

static void compare(int blocks) {
	wrong += memcmp(ours, natively, (size_t)blocks * words * sizeof(int)) != 0;
}

static void compare_rooted(const int *in, int root) {
	memcpy(ours, in, words * sizeof(int));
	memcpy(natively, in, words * sizeof(int));
	MPI_Bcast(ours, words, MPI_INT, root, MPI_COMM_WORLD);
	PMPI_Bcast(natively, words, MPI_INT, root, MPI_COMM_WORLD);
	compare(1);
	memset(ours, 0, words * sizeof(int));
	memset(natively, 0, words * sizeof(int));
	MPI_Reduce(in, ours, words, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
	PMPI_Reduce(in, natively, words, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
	compare(1);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int rank, calls = 0, all;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	for (words = 1; words <= 1000; words = 3 * words + 1) {
		int *in = malloc(words * sizeof(int));
		ours = malloc((size_t)p * words * sizeof(int));
		natively = malloc((size_t)p * words * sizeof(int));
		for (int i = 0; i < words; i++) {
			in[i] = 7 * rank + i;
		}
		compare_rooted(in, 0);
		compare_rooted(in, 5 % p);
		MPI_Allreduce(in, ours, words, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		PMPI_Allreduce(in, natively, words, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		compare(1);
		MPI_Allgather(in, words, MPI_INT, ours, words, MPI_INT, MPI_COMM_WORLD);
		PMPI_Allgather(in, words, MPI_INT, natively, words, MPI_INT, MPI_COMM_WORLD);
		compare(p);
		calls += 6;
		free(in);
		free(ours);
		free(natively);
	}
	PMPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		printf("%d calls on %d ranks, %d wrong\n", calls, p, all);
	}
	MPI_Finalize();
	return all != 0;
}
