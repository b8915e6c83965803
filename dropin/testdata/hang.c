// Makes two collective calls, and then a mistake on one rank, so that the others wait for ever. For the test
// of topocoll run --watch.
//   usage: hang MISTAKE RANK
//     MISTAKE is absent, stopped, finalize, operation, root, order, third, counts or none
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 1 << 18 };
static double in[N], out[N];

// gather_blocks calls MPI_Allgatherv, with counts of type MPI_Count if mpi.h has such a function.
static void gather_blocks(int p) {
	enum { MOST_RANKS = 64 };
#if MPI_VERSION >= 4
	MPI_Count counts[MOST_RANKS];
	MPI_Aint places[MOST_RANKS];
#define ALLGATHERV MPI_Allgatherv_c
#else
	int counts[MOST_RANKS], places[MOST_RANKS];
#define ALLGATHERV MPI_Allgatherv
#endif
	for (int i = 0; i < p; i++) {
		counts[i] = N / p;
		places[i] = i * (N / p);
	}
	ALLGATHERV(in, N / p, MPI_DOUBLE, out, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
	int rank, p;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	if (argc < 3) {
		fprintf(stderr, "usage: hang MISTAKE RANK\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	const char *mistake = argv[1];
	int wrong = atoi(argv[2]), is_wrong = rank == wrong;
	MPI_Comm twin;
	MPI_Comm_dup(MPI_COMM_WORLD, &twin);
	MPI_Bcast(in, 7, MPI_DOUBLE, 1, MPI_COMM_WORLD);
	MPI_Allreduce(in, out, 5, MPI_DOUBLE, MPI_SUM, twin);
	PMPI_Barrier(MPI_COMM_WORLD); // so that all ranks make the next call at about the same time
	if (strcmp(mistake, "absent") == 0) {
		while (is_wrong) {
			pause();
		}
		MPI_Barrier(MPI_COMM_WORLD);
	} else if (strcmp(mistake, "stopped") == 0) {
		if (is_wrong) {
			raise(SIGSTOP);
		}
		MPI_Barrier(MPI_COMM_WORLD);
	} else if (strcmp(mistake, "finalize") == 0) {
		if (!is_wrong) {
			MPI_Barrier(MPI_COMM_WORLD);
		}
	} else if (strcmp(mistake, "operation") == 0) {
		if (is_wrong) {
			MPI_Gather(in, N / p, MPI_DOUBLE, out, N / p, MPI_DOUBLE, rank, MPI_COMM_WORLD);
		} else {
			MPI_Alltoall(in, N / p, MPI_DOUBLE, out, N / p, MPI_DOUBLE, MPI_COMM_WORLD);
		}
	} else if (strcmp(mistake, "root") == 0) {
		MPI_Reduce(in, out, N, MPI_DOUBLE, MPI_SUM, is_wrong ? wrong : (wrong + 1) % p, MPI_COMM_WORLD);
		MPI_Barrier(MPI_COMM_WORLD);
	} else if (strcmp(mistake, "order") == 0) {
		MPI_Barrier(is_wrong ? twin : MPI_COMM_WORLD);
		MPI_Barrier(is_wrong ? MPI_COMM_WORLD : twin);
	} else if (strcmp(mistake, "third") == 0) { // the call is on the second of three communicators
		MPI_Comm third;
		MPI_Comm_dup(MPI_COMM_WORLD, &third);
		MPI_Bcast(in, 3, MPI_DOUBLE, 0, third);
		while (is_wrong) {
			pause();
		}
		MPI_Barrier(twin);
	} else if (strcmp(mistake, "counts") == 0) {
		if (!is_wrong) {
			gather_blocks(p);
		}
	}
	MPI_Finalize();
	return 0;
}
