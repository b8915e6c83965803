// Calls every operation that libtopocoll.so takes, on several communicators, with several types, operators, lengths and roots, and compares
// each result with that of the PMPI call. Prints how many calls there were and how many had another result, and fails if there was one. With the
// argument differ, the ranks call a broadcast of different lengths; with sums, they add numbers whose last digits depend on the order.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls, wrong, rank, p;
static MPI_Comm comm;

enum { ROOM = 1 << 17 }; // bytes of a buffer
static char in[ROOM], ours[ROOM], theirs[ROOM];

// fill makes all three buffers what they are on every rank before a call.
static void fill(void) {
	for (int i = 0; i < ROOM / 8; i++) {
		((int64_t *)in)[i] = 1 + (rank * 7 + i * 3) % 11;
		((int64_t *)ours)[i] = ((int64_t *)theirs)[i] = 1 + (rank * 5 + i) % 13;
	}
}

static void same(const char *what, int count, int root) {
	calls++;
	if (memcmp(ours, theirs, ROOM) != 0) {
		wrong++;
		fprintf(stderr, "rank %d of %d: %s of %d, root %d\n", rank, p, what, count, root);
	}
}

#define BOTH(name, ...)                 \
	do {                                \
		fill();                         \
		char *out = theirs;             \
		PMPI_##name(__VA_ARGS__, comm); \
		out = ours;                     \
		MPI_##name(__VA_ARGS__, comm);  \
		same(#name, n, root);           \
	} while (0)

// moves calls what moves words; type and strided have the same signature.
static void moves(int n, int root, MPI_Datatype type, MPI_Datatype strided) {
	MPI_Datatype mine = rank % 2 == 0 ? type : strided;
	BOTH(Bcast, out, n, mine, root);
	BOTH(Allgather, in, n, type, out, n, mine);
	BOTH(Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, mine);
	BOTH(Alltoall, in, n, mine, out, n, type);
	BOTH(Alltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, mine);
	BOTH(Gather, in, n, mine, out, rank == root ? n : -5, rank == root ? type : MPI_DATATYPE_NULL, root);
	BOTH(Gather, rank == root ? MPI_IN_PLACE : in, n, type, out, n, mine, root);
	BOTH(Scatter, in, rank == root ? n : -5, rank == root ? mine : MPI_DATATYPE_NULL, out, n, mine, root);
	BOTH(Scatter, in, n, type, rank == root ? MPI_IN_PLACE : out, n, mine, root);
}

// A result that is nowhere: not significant at this rank.
static void *at(int significant, void *out) { return significant ? out : NULL; }

static void reductions(int n, int root, MPI_Datatype type, MPI_Op op) {
	int in_place = 1, scatters = 1;
#ifdef MPICH_VERSION // of MPICH 4.0.2 itself, long messages: reads from MPI_IN_PLACE, and writes behind its own memory
	in_place = root == 0;
	PMPI_Op_commutative(op, &scatters);
#endif
	BOTH(Allreduce, in, out, n, type, op);
	BOTH(Allreduce, MPI_IN_PLACE, out, n, type, op);
	BOTH(Reduce, in, at(rank == root, out), n, type, op, root);
	BOTH(Reduce, rank == root && in_place ? MPI_IN_PLACE : in, at(rank == root, out), n, type, op, root);
	if (scatters) {
		BOTH(Reduce_scatter_block, in, out, n, type, op);
		BOTH(Reduce_scatter_block, MPI_IN_PLACE, out, n, type, op);
	}
	BOTH(Scan, in, out, n, type, op);
	BOTH(Scan, MPI_IN_PLACE, out, n, type, op);
	BOTH(Exscan, in, out, n, type, op);
}

// first is what keeps the lower operand's upper half and the higher one's lower half: it is associative and does not commute.
static void first(void *a, void *b, int *count, MPI_Datatype *type) {
	MPI_Aint lb, extent;
	MPI_Type_get_extent(*type, &lb, &extent);
	for (int i = 0; i < *count; i++) {
		uint32_t *lower = (uint32_t *)((char *)a + i * extent), *higher = (uint32_t *)((char *)b + i * extent);
		higher[1] = lower[1];
	}
}

static void all(MPI_Comm of, int roots) {
	MPI_Datatype strided, spaced;
	MPI_Op order;
	comm = of;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &p);
	MPI_Type_create_resized(MPI_INT, 0, 12, &strided);
	MPI_Type_create_resized(MPI_INT64_T, 0, 16, &spaced);
	MPI_Type_commit(&strided);
	MPI_Type_commit(&spaced);
	MPI_Op_create(first, 0, &order);
	const int counts[] = {0, 1, 700};
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
		for (int root = 0; root < roots && root < p; root++) {
			int n = counts[i];
			moves(n, root, MPI_INT, strided);
			reductions(n, root, MPI_INT64_T, MPI_SUM);
			reductions(n, root, MPI_INT, MPI_MAX);
			reductions(n, root, MPI_2INT, MPI_MAXLOC);
			reductions(n, root, MPI_INT64_T, order);
			reductions(n, root, spaced, order);
		}
	}
	MPI_Barrier(comm);
	MPI_Op_free(&order);
	MPI_Type_free(&strided);
	MPI_Type_free(&spaced);
}

// sums adds in the types of Fortran and in others that C has no loop for.
static void sums(void) {
	static float x[128], y[128];
	static double u[128], v[128];
	for (int i = 0; i < 128; i++) {
		x[i] = u[i] = 0.1 + 0.7 * rank + 0.3 * i;
	}
	MPI_Allreduce(x, y, 128, MPI_REAL, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(x, y, 64, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(u, v, 128, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(u, v, 64, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
	u[0] = rank == 0 ? 1.0 / 0.0 : 1;
	u[1] = rank == 0 ? 0.0 / 0.0 : 1;
	MPI_Allreduce(u, v, 128, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
	MPI_Comm other;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc > 1 && strcmp(argv[1], "sums") == 0) {
		sums();
		MPI_Finalize();
		return 0;
	}
	if (argc > 1) {
		MPI_Bcast(in, 1 + (rank == 1), MPI_INT, 0, MPI_COMM_WORLD);
	}
	all(MPI_COMM_WORLD, 2);
	int world = rank;
	for (int times = 0; times < 3; times++) { // a handle comes back for another communicator
		MPI_Comm_split(MPI_COMM_WORLD, times == 0 ? 0 : world % 2, -world, &other);
		all(other, 1);
		MPI_Comm_free(&other);
	}
	comm = MPI_COMM_WORLD;
	int mine[2] = {calls, wrong}, sum[2];
	PMPI_Allreduce(mine, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (world == 0) {
		printf("%d calls, %d wrong\n", sum[0], sum[1]);
	}
	MPI_Finalize();
	return sum[1] > 0;
}
