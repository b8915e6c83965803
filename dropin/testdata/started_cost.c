// Measures MPI_Iallreduce, MPI_Iallgather and MPI_Ibarrier, each with its MPI_Wait, beside the PMPI calls, in
// turns. Prints for each call and size the medians of both times on the slowest rank, the median of their
// ratios, and its quartiles. With the argument `persistent`, it measures MPI_Start and MPI_Wait of the
// persistent forms instead. PAIRS is the number of turns (default: 41).
//   usage: started_cost [persistent] [PAIRS]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PAIRS = 41, MOST_PAIRS = 1000, MOST_BYTES = 65536 };

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

#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION < 5
#define INIT(name, prefix) \
	static void name(int call, int words, MPI_Request *request) { MPI_Abort(MPI_COMM_WORLD, 2); }
#else
#define INIT(name, prefix)                                                                          \
	static void name(int call, int words, MPI_Request *request) {                                   \
		if (call == 0) {                                                                            \
			prefix##MPI_Allreduce_init(in, out, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,         \
				MPI_INFO_NULL, request);                                                            \
		} else if (call == 1) {                                                                     \
			prefix##MPI_Allgather_init(in, words, MPI_DOUBLE, out, words, MPI_DOUBLE, MPI_COMM_WORLD, \
				MPI_INFO_NULL, request);                                                            \
		} else {                                                                                    \
			prefix##MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, request);                       \
		}                                                                                           \
	}
#endif
INIT(initialize, )
INIT(initialize_natively, P)

static int compare(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

// seconds returns the time of a call on the slowest rank. If `restart` is not NULL, the calls are persistent:
// `begin` makes the request once, and `restart` starts it.
static double seconds(void (*begin)(int, int, MPI_Request *), int (*restart)(MPI_Request *), int call,
	int words) {
	int calls = words > 1024 ? 40 : 200;
	MPI_Request request;
	if (restart != NULL) {
		begin(call, words, &request);
	}
	PMPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int i = 0; i < calls; i++) {
		if (restart != NULL) {
			restart(&request);
		} else {
			begin(call, words, &request);
		}
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	double each = (MPI_Wtime() - began) / calls;
	if (restart != NULL) {
		MPI_Request_free(&request);
	}
	PMPI_Allreduce(MPI_IN_PLACE, &each, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return each;
}

int main(int argc, char **argv) {
	const char *names[] = {"MPI_Iallreduce", "MPI_Iallgather", "MPI_Ibarrier", "MPI_Allreduce_init",
		"MPI_Allgather_init", "MPI_Barrier_init"};
	int persistent = argc > 1 && strcmp(argv[1], "persistent") == 0;
	int pairs = argc > 1 + persistent ? atoi(argv[1 + persistent]) : DEFAULT_PAIRS;
	MPI_Init(&argc, &argv);
	int rank, p;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	in = calloc(1, MOST_BYTES);
	out = calloc(p, MOST_BYTES);
	for (int call = 0; call < 3; call++) {
		for (int bytes = 8; bytes <= (call == 2 ? 8 : MOST_BYTES); bytes *= 8) {
			double ratio[MOST_PAIRS], ours[MOST_PAIRS], native[MOST_PAIRS];
			for (int k = 0; k < pairs; k++) {
				native[k] = persistent ? seconds(initialize_natively, PMPI_Start, call, bytes / 8) :
					seconds(start_natively, NULL, call, bytes / 8);
				ours[k] = persistent ? seconds(initialize, MPI_Start, call, bytes / 8) :
					seconds(start, NULL, call, bytes / 8);
				ratio[k] = ours[k] / native[k];
			}
			qsort(ratio, pairs, sizeof *ratio, compare);
			qsort(ours, pairs, sizeof *ours, compare);
			qsort(native, pairs, sizeof *native, compare);
			if (rank == 0) {
				printf("%s %d: %.2f us, natively %.2f us, ratio %.2f (%.2f to %.2f)\n",
					names[call + 3 * persistent], bytes,
					1e6 * ours[pairs / 2], 1e6 * native[pairs / 2], ratio[pairs / 2], ratio[pairs / 4],
					ratio[3 * pairs / 4]);
			}
		}
	}
	MPI_Finalize();
}
