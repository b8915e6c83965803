// Makes calls whose input and output begin at the same address, some of them only on the root. MPI forbids
// that, but Open MPI executes such calls. Prints how many results are not those of the call in place.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 1000, MOST_RANKS = 64 };
static int rank, p, wrong;
static int x[MOST_RANKS * WORDS], counts[MOST_RANKS], places[MOST_RANKS];

// fill sets x[i] to begin + step * (i / WORDS).
static void fill(int begin, int step) {
	for (int i = 0; i < p * WORDS; i++) {
		x[i] = begin + step * (i / WORDS);
	}
}

// check compares the first n words with begin + step * (i / WORDS).
static void check(const char *name, int n, int begin, int step) {
	for (int i = 0; i < n; i++) {
		if (x[i] != begin + step * (i / WORDS)) {
			printf("rank %d: %s: word %d is %d\n", rank, name, i, x[i]);
			wrong++;
			return;
		}
	}
}

int main(int argc, char **argv) {
	MPI_Comm comm = MPI_COMM_WORLD;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &p);
	for (int i = 0; i < p; i++) {
		counts[i] = WORDS;
		places[i] = i * WORDS;
	}
	int roots = rank == 0 ? p * WORDS : 0;
	for (int k = 0; k < 3; k++) {
		fill(rank, 0);
		MPI_Gather(x, WORDS, MPI_INT, x, WORDS, MPI_INT, 0, comm);
		check("Gather", roots, 0, 1);
		fill(rank, 0);
		MPI_Gatherv(x, WORDS, MPI_INT, x, counts, places, MPI_INT, 0, comm);
		check("Gatherv", roots, 0, 1);
		fill(0, rank == 0);
		MPI_Scatter(x, WORDS, MPI_INT, x, WORDS, MPI_INT, 0, comm);
		check("Scatter", WORDS, rank, 0);
		fill(0, rank == 0);
		MPI_Scatterv(x, counts, places, MPI_INT, x, WORDS, MPI_INT, 0, comm);
		check("Scatterv", WORDS, rank, 0);
		fill(rank * p, 1);
		MPI_Alltoall(x, WORDS, MPI_INT, x, WORDS, MPI_INT, comm);
		check("Alltoall", p * WORDS, rank, p);
		fill(rank * p, 1);
		MPI_Alltoallv(x, counts, places, MPI_INT, x, counts, places, MPI_INT, comm);
		check("Alltoallv", p * WORDS, rank, p);
	}
	printf("%d wrong\n", wrong);
	MPI_Finalize();
	return wrong > 0;
}
