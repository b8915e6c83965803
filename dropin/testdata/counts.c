// Times a function with counts, and prints the milliseconds of a call on the slowest rank. The lengths of the
// blocks are: equal, linear (1 to p parts), big (one block has half of all bytes), zero (every other block is
// empty) and random. In MPI_Alltoallv, the first block that rank i sends is block i of these, so all ranks
// send and receive the same number of bytes; hot has the same blocks for every sender, with half of all bytes
// for one rank.
//   usage: counts FUNCTION BYTES CALLS     FUNCTION: allgatherv, alltoallv, gatherv or scatterv
//                                          BYTES: of the mean block
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, p;
static MPI_Comm comm; // another one for each list of lengths

// choose chooses the lengths of the blocks.
static void choose(const char *name, int mean, int *counts) {
	unsigned state = 1;
	for (int i = 0; i < p; i++) {
		state = state * 1103515245 + 12345;
		counts[i] = mean;
		if (strcmp(name, "linear") == 0) {
			counts[i] = 2.0 * mean * (i + 1) / (p + 1);
		} else if (strcmp(name, "big") == 0 || strcmp(name, "hot") == 0) {
			counts[i] = i == p / 2 ? mean * p / 2 : mean * p / 2 / (p - 1);
		} else if (strcmp(name, "zero") == 0) {
			counts[i] = i % 2 == 0 ? 2 * mean : 0;
		} else if (strcmp(name, "random") == 0) {
			counts[i] = 2.0 * mean * (state >> 8 & 0xffff) / 0x10000;
		}
	}
}

static int compare(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// Blocks that one rank gives or gets.
typedef struct {
	int *counts, *places, sum;
	char *bytes;
} blocks;

static blocks new_blocks(int *counts) {
	blocks b = {counts, calloc(p, sizeof *b.places), 0, NULL};
	for (int i = 0; i < p; i++) {
		b.places[i] = b.sum;
		b.sum += counts[i];
	}
	b.bytes = calloc(b.sum + 1, 1);
	return b;
}

static void call(const char *function, const blocks *in, const blocks *out) {
	switch (function[0] == 'a' && function[3] == 't' ? 't' : function[0]) {
	case 'a':
		MPI_Allgatherv(in->bytes, out->counts[rank], MPI_BYTE, out->bytes, out->counts, out->places, MPI_BYTE,
			comm);
		break;
	case 't':
		MPI_Alltoallv(in->bytes, in->counts, in->places, MPI_BYTE, out->bytes, out->counts, out->places, MPI_BYTE,
			comm);
		break;
	case 'g':
		MPI_Gatherv(in->bytes, out->counts[rank], MPI_BYTE, out->bytes, out->counts, out->places, MPI_BYTE, 0,
			comm);
		break;
	case 's':
		MPI_Scatterv(in->bytes, in->counts, in->places, MPI_BYTE, out->bytes, in->counts[rank], MPI_BYTE, 0,
			comm);
		break;
	}
}

static double time_call(const char *function, const blocks *in, const blocks *out) {
	double own, slowest;
	MPI_Barrier(MPI_COMM_WORLD);
	own = -MPI_Wtime();
	call(function, in, out);
	own += MPI_Wtime();
	MPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	return slowest;
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	if (argc != 4) {
		fprintf(stderr, "usage: counts FUNCTION BYTES CALLS\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	const char *names[] = {"equal", "linear", "big", "zero", "random", "hot"}, *function = argv[1];
	int mean = atoi(argv[2]), calls = atoi(argv[3]), pairs = strcmp(function, "alltoallv") == 0;
	double *times = calloc(calls, sizeof *times);
	for (int k = 0; k < 5 + pairs; k++) {
		int *counts = calloc(p, sizeof *counts), *sent = calloc(p, sizeof *sent), *got = calloc(p, sizeof *got);
		choose(names[k], mean, counts);
		for (int i = 0; i < p; i++) { // rank i sends block i + j to rank j
			sent[i] = counts[pairs && k < 5 ? (rank + i) % p : i];
			got[i] = counts[pairs ? k < 5 ? (rank + i) % p : rank : i];
		}
		blocks in = new_blocks(sent), out = new_blocks(got);
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		time_call(function, &in, &out); // is not counted
		for (int i = 0; i < calls; i++) {
			times[i] = time_call(function, &in, &out);
		}
		qsort(times, calls, sizeof *times, compare);
		if (rank == 0) {
			printf("%-7s %d bytes %9.3f ms\n", names[k], mean, 1e3 * times[calls / 2]);
		}
		MPI_Comm_free(&comm);
	}
	MPI_Finalize();
	return 0;
}
