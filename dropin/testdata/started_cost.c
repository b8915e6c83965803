// Measures MPI_Iallreduce, MPI_Iallgather and MPI_Ibarrier, each with its MPI_Wait, beside the PMPI calls, in
// turns. Prints for each call and size the medians of both times on the slowest rank, the median of their
// ratios, and its quartiles.
//   usage: started_cost
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 41, MOST_BYTES = 65536 };

static double *in, *out;

#define START(name, prefix)                                                                    \
	static void name(int call, int words, MPI_Request *request) {                              \
		if (call == 0) {                                                                       \
			prefix##MPI_Iallreduce(in, out, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, request); \
		} else if (call == 1) {                                                                \
			prefix##MPI_Iallgather(in, words, MPI_DOUBLE, out, words, MPI_DOUBLE,              \
				MPI_COMM_WORLD, request);                                                      \
		} else {                                                                               \
			prefix##MPI_Ibarrier(MPI_COMM_WORLD, request);                                     \
		}                                                                                      \
	}
START(start, )
START(start_natively, P)

static int compare(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

// seconds returns the time of a call on the slowest rank.
static double seconds(void (*begin)(int, int, MPI_Request *), int call, int words) {
	int calls = words > 1024 ? 40 : 200;
	PMPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int i = 0; i < calls; i++) {
		MPI_Request request;
		begin(call, words, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	double each = (MPI_Wtime() - began) / calls;
	PMPI_Allreduce(MPI_IN_PLACE, &each, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return each;
}

int main(int argc, char **argv) {
	const char *names[] = {"MPI_Iallreduce", "MPI_Iallgather", "MPI_Ibarrier"};
	MPI_Init(&argc, &argv);
	int rank, p;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	in = calloc(1, MOST_BYTES);
	out = calloc(p, MOST_BYTES);
	for (int call = 0; call < 3; call++) {
		for (int bytes = 8; bytes <= (call == 2 ? 8 : MOST_BYTES); bytes *= 8) {
			double ratio[PAIRS], ours[PAIRS], native[PAIRS];
			for (int k = 0; k < PAIRS; k++) {
				native[k] = seconds(start_natively, call, bytes / 8);
				ours[k] = seconds(start, call, bytes / 8);
				ratio[k] = ours[k] / native[k];
			}
			qsort(ratio, PAIRS, sizeof *ratio, compare);
			qsort(ours, PAIRS, sizeof *ours, compare);
			qsort(native, PAIRS, sizeof *native, compare);
			if (rank == 0) {
				printf("%s %d: %.2f us, natively %.2f us, ratio %.2f (%.2f to %.2f)\n", names[call], bytes,
					1e6 * ours[PAIRS / 2], 1e6 * native[PAIRS / 2], ratio[PAIRS / 2], ratio[PAIRS / 4],
					ratio[3 * PAIRS / 4]);
			}
		}
	}
	MPI_Finalize();
}
