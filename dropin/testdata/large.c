// Calls functions with counts of type MPI_Count 20 times each, if mpi.h has them, and prints how many results
// are wrong. On rank 0 only, displacements exceed the range of an int. In one more call, its counts do, too,
// but the words are empty.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if MPI_VERSION >= 4
enum { CALLS = 20, WORDS = 100, MOST_RANKS = 64, MOST_WORDS = WORDS + 2 * MOST_RANKS };
static int rank, p, wrong;
static char *in, *out; // blocks in memory of which only a few pages are used
static const MPI_Count room = (MPI_Count)5 << 30;
static MPI_Count counts[MOST_RANKS], pairs[MOST_RANKS]; // pairs: from this rank to each rank and back
static MPI_Aint places[MOST_RANKS];

static char *reserve(void) {
	void *x = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (x == MAP_FAILED) {
		perror("mmap");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	return x;
}

// check compares a block with n bytes of the same value.
static void check(const char *function, const char *block, MPI_Count n, char value) {
	for (MPI_Count i = 0; i < n; i++) {
		if (block[i] != value) {
			wrong++;
			fprintf(stderr, "rank %d: MPI_%s_c: byte %d is %d, want %d\n", rank, function, (int)i, block[i], value);
			return;
		}
	}
}

static void move_blocks(int call) {
	static char own[MOST_WORDS];
	memset(own, rank + call, counts[rank]);
	MPI_Allgatherv_c(own, counts[rank], MPI_BYTE, out, counts, places, MPI_BYTE, MPI_COMM_WORLD);
	for (int i = 0; i < p; i++) {
		check("Allgatherv", out + places[i], counts[i], i + call);
		memset(out + places[i], -1, counts[i]);
	}
	MPI_Gatherv_c(own, counts[rank], MPI_BYTE, out, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);
	for (int i = 0; i < p; i++) {
		check("Gatherv", out + places[i], counts[i], rank == 0 ? i + call : -1);
		memset(in + places[i], 2 * i + call, counts[i]);
	}
	MPI_Scatterv_c(in, counts, places, MPI_BYTE, own, counts[rank], MPI_BYTE, 0, MPI_COMM_WORLD);
	check("Scatterv", own, counts[rank], 2 * rank + call);
	for (int i = 0; i < p; i++) {
		memset(in + places[i], 8 * rank + i + call, pairs[i]);
	}
	MPI_Alltoallv_c(in, pairs, places, MPI_BYTE, out, pairs, places, MPI_BYTE, MPI_COMM_WORLD);
	for (int i = 0; i < p; i++) {
		check("Alltoallv", out + places[i], pairs[i], 8 * i + rank + call);
	}
}

// move_nothing exchanges empty words. Only rank 0 has words.
static void move_nothing(void) {
	MPI_Count many[MOST_RANKS] = {0};
	MPI_Datatype empty;
	MPI_Type_contiguous(0, MPI_INT, &empty);
	MPI_Type_commit(&empty);
	for (int i = 0; i < p && rank == 0; i++) {
		many[i] = (MPI_Count)3 << 30;
	}
	MPI_Datatype type = rank == 0 ? empty : MPI_INT;
	MPI_Alltoallv_c(in, many, places, type, out, many, places, type, MPI_COMM_WORLD);
	MPI_Type_free(&empty);
}

static void reduce_blocks(void) {
	static double numbers[MOST_RANKS * MOST_WORDS], sums[MOST_WORDS];
	for (int i = 0; i < p * MOST_WORDS; i++) {
		numbers[i] = 1;
	}
	MPI_Reduce_scatter_c(numbers, sums, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < counts[rank]; i++) {
		wrong += sums[i] != p;
	}
	MPI_Allreduce_c(numbers, sums, WORDS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	wrong += sums[WORDS - 1] != p;
}

static void make_calls(void) {
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	in = reserve();
	out = reserve();
	for (int i = 0; i < p; i++) {
		counts[i] = WORDS + i;
		pairs[i] = WORDS + rank + i;
		places[i] = i * (rank == 0 ? room / p : MOST_WORDS);
	}
	for (int call = 0; call < CALLS; call++) {
		move_blocks(call);
		reduce_blocks();
	}
	move_nothing();
	PMPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		printf("%d wrong\n", wrong);
	}
}
#else
static void make_calls(void) { printf("without MPI 4\n"); }
#endif

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	make_calls();
	MPI_Finalize();
	return 0;
}
