// Times a call of the program and the PMPI call with the same arguments in turn, as topocoll bench
// --time-in-c does. All ranks pass a dissemination barrier of single messages. Each rank reads the clock
// right before and after its call, and the time of a call is the longest of all ranks. Its operands stay in
// the caches (bench: --cache warm), and the root is 0.
//   usage: cost OPERATION BYTES [CALLS]
//     OPERATION is bcast, reduce, allreduce, allgather or barrier; words are doubles
// Prints two medians in ns: of the program's call and of the PMPI call.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, p, count;
static double *in, *out;

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void together(void) {
	char token = 0;
	for (int step = 1; step < p; step *= 2) {
		MPI_Sendrecv(&token, 1, MPI_CHAR, (rank + step) % p, 1, &token, 1, MPI_CHAR, (rank + p - step) % p, 1,
			MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
}

#define CALLS(name, prefix) \
	static void name(const char *op) { \
		if (strcmp(op, "bcast") == 0) { \
			prefix##MPI_Bcast(out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD); \
		} else if (strcmp(op, "reduce") == 0) { \
			prefix##MPI_Reduce(in, out, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); \
		} else if (strcmp(op, "allreduce") == 0) { \
			prefix##MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); \
		} else if (strcmp(op, "allgather") == 0) { \
			prefix##MPI_Allgather(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD); \
		} else if (strcmp(op, "barrier") == 0) { \
			prefix##MPI_Barrier(MPI_COMM_WORLD); \
		} else { \
			fprintf(stderr, "%s, want bcast, reduce, allreduce, allgather or barrier\n", op); \
			MPI_Abort(MPI_COMM_WORLD, 2); \
		} \
	}
CALLS(program, )
CALLS(library, P)

static int ascending(const void *a, const void *b) {
	long long x = *(const long long *)a, y = *(const long long *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	if (argc < 3) {
		fprintf(stderr, "usage: cost OPERATION BYTES [CALLS]\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	int calls = argc > 3 ? atoi(argv[3]) : 20000, warm = 1000;
	count = atoi(argv[2]) / (int)sizeof *in;
	in = calloc(count + 1, sizeof *in);
	out = calloc((long)p * count + 1, sizeof *out);
	long long *took[2];
	for (int who = 0; who < 2; who++) {
		took[who] = malloc(calls * sizeof **took);
	}
	for (int i = -warm; i < calls; i++) {
		for (int turn = 0; turn < 2; turn++) {
			int who = (i + turn) & 1;
			together();
			long long began = now();
			who == 0 ? program(argv[1]) : library(argv[1]);
			took[who][i < 0 ? 0 : i] = now() - began;
		}
	}
	for (int who = 0; who < 2; who++) {
		PMPI_Allreduce(MPI_IN_PLACE, took[who], calls, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
		qsort(took[who], calls, sizeof **took, ascending);
	}
	if (rank == 0) {
		printf("%lld %lld\n", took[0][calls / 2], took[1][calls / 2]);
	}
	MPI_Finalize();
	return 0;
}
