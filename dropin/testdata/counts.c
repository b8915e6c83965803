// Times MPI_Allgatherv with the count distributions of topocoll bench --counts, and prints the milliseconds
// of a call on the slowest rank. The distributions are: linear (1 to p parts), big (half of all words on one
// rank), zero (every other block is empty) and random.
//   usage: counts BYTES CALLS     BYTES of the mean block
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, p;

// choose chooses the lengths of the blocks, and returns their sum.
static int choose(const char *name, int mean, int *counts) {
	int sum = 0;
	unsigned state = 1;
	for (int i = 0; i < p; i++) {
		state = state * 1103515245 + 12345;
		counts[i] = mean;
		if (strcmp(name, "linear") == 0) {
			counts[i] = 2.0 * mean * (i + 1) / (p + 1);
		} else if (strcmp(name, "big") == 0) {
			counts[i] = i == p / 2 ? mean * p / 2 : mean * p / 2 / (p - 1);
		} else if (strcmp(name, "zero") == 0) {
			counts[i] = i % 2 == 0 ? 2 * mean : 0;
		} else if (strcmp(name, "random") == 0) {
			counts[i] = 2.0 * mean * (state >> 8 & 0xffff) / 0x10000;
		}
		sum += counts[i];
	}
	return sum;
}

static int compare(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	if (argc != 3) {
		fprintf(stderr, "usage: counts BYTES CALLS\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	int mean = atoi(argv[1]), calls = atoi(argv[2]);
	const char *names[] = {"equal", "linear", "big", "zero", "random"};
	int *counts = calloc(p, sizeof *counts), *places = calloc(p, sizeof *places);
	double *times = calloc(calls, sizeof *times);
	for (int k = 0; k < 5; k++) {
		int sum = choose(names[k], mean, counts);
		for (int i = 1; i < p; i++) {
			places[i] = places[i - 1] + counts[i - 1];
		}
		char *in = calloc(counts[rank] + 1, 1), *out = calloc(sum + 1, 1);
		for (int i = -1; i < calls; i++) { // the first call is not counted
			MPI_Barrier(MPI_COMM_WORLD);
			double own = -MPI_Wtime(), slowest;
			MPI_Allgatherv(in, counts[rank], MPI_BYTE, out, counts, places, MPI_BYTE, MPI_COMM_WORLD);
			own += MPI_Wtime();
			MPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
			times[i < 0 ? 0 : i] = slowest;
		}
		qsort(times, calls, sizeof *times, compare);
		if (rank == 0) {
			printf("%-7s %d bytes %9.3f ms\n", names[k], mean, 1e3 * times[calls / 2]);
		}
		free(in);
		free(out);
	}
	MPI_Finalize();
	return 0;
}
