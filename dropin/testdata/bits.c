// Adds numbers whose sums depend on the order. Compares each sum, bit by bit, with the sum in the order of
// topocoll run --deterministic. Compares the sums of MPI_Reduce_scatter_block, whose order is different, with
// each other. Prints the number of sums and how many of them differ.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 3000, MOST_RANKS = 16 };
static double in[MOST_RANKS * MOST_WORDS], out[MOST_WORDS], first[1];
static int rank, p, sums, others;
static MPI_Comm comm;

static double number(int label, int j) {
	return sin((1 + label) * 1.7 + j) * pow(10, (7 * label + j) % 9);
}

// tree adds the numbers of n ranks, starting with rank `low`. It first adds two groups separately: as many
// ranks as the greatest power of two below n, and the remaining ranks.
static double tree(int low, int n, int j) {
	int left = 1;
	if (n == 1) {
		return number(low, j);
	}
	while (2 * left < n) {
		left *= 2;
	}
	return tree(low, left, j) + tree(low + left, n - left, j);
}

// compare compares the sums of the first n ranks.
static void compare(int ranks, int words) {
	for (int j = 0; j < words && ranks > 0; j++) {
		double want = tree(0, ranks, j);
		sums++;
		others += memcmp(&want, &out[j], sizeof want) != 0;
	}
}

static void add(int n) {
	for (int j = 0; j < n; j++) {
		in[j] = number(rank, j);
	}
	MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
	compare(p, n);
#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5
	MPI_Request request;
	MPI_Allreduce_init(in, out, n, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &request);
	for (int i = 0; i < 2 && getenv("TOPOCOLL_CHECK") == NULL; i++) { // with --check, the call is native
		memset(out, 0, sizeof out);
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		compare(p, n);
	}
	MPI_Request_free(&request);
#endif
	for (int root = 0; root < p; root++) {
		MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, root, comm);
		compare(rank == root ? p : 0, n);
	}
	MPI_Scan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
	compare(rank + 1, n);
	MPI_Exscan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
	compare(rank, n);
	// all words of all blocks have the same bits, for every length of the blocks
	for (int j = 0; j < p * n; j++) {
		in[j] = number(rank, 0);
	}
	MPI_Reduce_scatter_block(in, first, 1, MPI_DOUBLE, MPI_SUM, comm);
	MPI_Bcast(first, 1, MPI_DOUBLE, 0, comm);
	MPI_Reduce_scatter_block(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
	for (int j = 0; j < n; j++, sums++) {
		others += memcmp(first, &out[j], sizeof *first) != 0;
	}
}

int main(int argc, char **argv) {
	const int words[] = {1, 2, 3, 17, 100, MOST_WORDS};
	int world, mine[2], all[2];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	MPI_Comm backwards;
	MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &backwards);
	MPI_Comm comms[] = {MPI_COMM_WORLD, backwards};
	for (int i = 0; i < 2; i++) {
		comm = comms[i];
		MPI_Comm_rank(comm, &rank);
		MPI_Comm_size(comm, &p);
		for (unsigned k = 0; k < sizeof words / sizeof *words; k++) {
			add(words[k]);
		}
	}
	mine[0] = sums, mine[1] = others;
	PMPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (world == 0) {
		printf("%d sums, %d with other bits\n", all[0], all[1]);
	}
	MPI_Finalize();
	return 0;
}
