// Makes every collective call of MPI 3, and some of MPI 4, a known number of times. The macros CALL and START
// count a call where they make it, without libtopocoll.so. Rank 0 prints a line for each function, size of a
// communicator, kind of communicator (1: an intercommunicator) and size of a block:
//   function ranks inter bytes calls
// The calls of all ranks are divided by the ranks of the communicator, as in a profile.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4000 };
static struct {
	char name[40];
	int ranks, inter;
	long long bytes;
	double calls;
} counted[MOST];
static int kinds;

static void count(const char *name, int ranks, int inter, long long bytes) {
	int i = 0;
	for (; i < kinds; i++) {
		if (strcmp(counted[i].name, name) == 0 && counted[i].ranks == ranks && counted[i].inter == inter &&
			counted[i].bytes == bytes) {
			break;
		}
	}
	if (i == kinds) {
		kinds++;
		snprintf(counted[i].name, sizeof counted[i].name, "%s", name);
		counted[i].ranks = ranks;
		counted[i].inter = inter;
		counted[i].bytes = bytes;
	}
	counted[i].calls += 1.0 / ranks;
}

static int p, rank;
static MPI_Request request;
#define CALL(comm_ranks, is_inter, bytes, name, ...)       \
	count("MPI_" #name, comm_ranks, is_inter, bytes);        \
	MPI_##name(__VA_ARGS__)
#define START(comm_ranks, is_inter, bytes, name, ...)      \
	count("MPI_I" #name, comm_ranks, is_inter, bytes);       \
	MPI_I##name(__VA_ARGS__, &request);                      \
	MPI_Wait(&request, MPI_STATUS_IGNORE)

enum { ROOM = 4096 };
static double in[ROOM], out[ROOM];

// all makes each call of an intracommunicator. Blocks have n doubles, those of operations with counts differ.
static void all(MPI_Comm comm, int n) {
	int p, rank, counts[64], places[64], sum = 0, zeros[64] = {0};
	MPI_Comm_size(comm, &p);
	MPI_Comm_rank(comm, &rank);
	MPI_Datatype types[64], number = MPI_DOUBLE;
	for (int i = 0; i < p; i++) {
		counts[i] = n + i;
		places[i] = sum;
		sum += counts[i];
		types[i] = MPI_DOUBLE;
	}
	int root = n % p, b = 8 * n, own = 8 * (n + rank), mean = 8 * sum / p;
	int same[64], equal[64], bytes_at[64];
	for (int i = 0; i < p; i++) {
		same[i] = n;
		equal[i] = i * n;
		bytes_at[i] = 8 * i * n;
	}
	CALL(p, 0, 0, Barrier, comm);
	CALL(p, 0, b, Bcast, in, n, number, root, comm);
	CALL(p, 0, b, Allgather, in, n, number, out, n, number, comm);
	CALL(p, 0, b, Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, number, comm);
	CALL(p, 0, b, Alltoall, in, n, number, out, n, number, comm);
	CALL(p, 0, b, Gather, in, n, number, out, n, number, root, comm);
	CALL(p, 0, b, Gather, rank == root ? MPI_IN_PLACE : in, n, number, out, n, number, root, comm);
	CALL(p, 0, b, Scatter, in, n, number, rank == root ? MPI_IN_PLACE : out, n, number, root, comm);
	CALL(p, 0, b, Allreduce, in, out, n, number, MPI_SUM, comm);
	CALL(p, 0, b, Reduce, in, out, n, number, MPI_SUM, root, comm);
	CALL(p, 0, b, Reduce_scatter_block, in, out, n, number, MPI_SUM, comm);
	CALL(p, 0, b, Scan, in, out, n, number, MPI_SUM, comm);
	CALL(p, 0, b, Exscan, in, out, n, number, MPI_SUM, comm);
	CALL(p, 0, mean, Allgatherv, in, counts[rank], number, out, counts, places, number, comm);
	CALL(p, 0, own, Gatherv, in, counts[rank], number, out, counts, places, number, 0, comm);
	CALL(p, 0, own, Scatterv, in, counts, places, number, out, counts[rank], number, 0, comm);
	CALL(p, 0, b, Alltoallv, in, same, equal, number, out, same, equal, number, comm);
	CALL(p, 0, b, Alltoallw, in, same, bytes_at, types, out, same, bytes_at, types, comm);
	CALL(p, 0, mean, Reduce_scatter, in, out, counts, number, MPI_SUM, comm);
	START(p, 0, 0, barrier, comm);
	START(p, 0, b, bcast, in, n, number, root, comm);
	START(p, 0, b, allgather, in, n, number, out, n, number, comm);
	START(p, 0, b, alltoall, in, n, number, out, n, number, comm);
	START(p, 0, b, gather, in, n, number, out, n, number, root, comm);
	START(p, 0, b, scatter, in, n, number, out, n, number, root, comm);
	START(p, 0, b, allreduce, MPI_IN_PLACE, out, n, number, MPI_SUM, comm);
	START(p, 0, b, reduce, in, out, n, number, MPI_SUM, root, comm);
	START(p, 0, b, reduce_scatter_block, in, out, n, number, MPI_SUM, comm);
	START(p, 0, b, scan, in, out, n, number, MPI_SUM, comm);
	START(p, 0, b, exscan, in, out, n, number, MPI_SUM, comm);
	START(p, 0, mean, allgatherv, in, counts[rank], number, out, counts, places, number, comm);
	START(p, 0, own, gatherv, in, counts[rank], number, out, counts, places, number, 0, comm);
	START(p, 0, own, scatterv, in, counts, places, number, out, counts[rank], number, 0, comm);
	START(p, 0, b, alltoallv, in, same, equal, number, out, same, equal, number, comm);
	START(p, 0, b, alltoallw, in, same, bytes_at, types, out, same, bytes_at, types, comm);
	START(p, 0, mean, reduce_scatter, in, out, counts, number, MPI_SUM, comm);
}

// neighbors makes each call of a ring. Blocks have n doubles; the one to the right neighbor has 2 more.
static void neighbors(MPI_Comm comm, int n) {
	int p, dims, periods, self, left, right;
	MPI_Comm_size(comm, &p);
	MPI_Cart_get(comm, 1, &dims, &periods, &self);
	MPI_Cart_shift(comm, 0, 1, &left, &right);
	int to[2] = {n, n + 2}, from[2] = {n + 2, n}, places[2] = {0, n + 2}, same[2] = {n, n};
	int mean = 8 * (n + 1);
	MPI_Aint bytes_at[2] = {0, 8 * (n + 2)};
	MPI_Datatype number = MPI_DOUBLE, types[2] = {MPI_DOUBLE, MPI_DOUBLE};
	CALL(p, 0, 8 * n, Neighbor_allgather, in, n, number, out, n, number, comm);
	CALL(p, 0, 8 * n, Neighbor_allgatherv, in, n, number, out, same, places, number, comm);
	CALL(p, 0, 8 * n, Neighbor_alltoall, in, n, number, out, n, number, comm);
	START(p, 0, 8 * n, neighbor_allgather, in, n, number, out, n, number, comm);
	START(p, 0, 8 * n, neighbor_allgatherv, in, n, number, out, same, places, number, comm);
	START(p, 0, 8 * n, neighbor_alltoall, in, n, number, out, n, number, comm);
	if (p > 2) { // on 2 ranks, both neighbors are the same rank, so the blocks would be exchanged
		CALL(p, 0, mean, Neighbor_alltoallv, in, to, places, number, out, from, places, number, comm);
		CALL(p, 0, mean, Neighbor_alltoallw, in, to, bytes_at, types, out, from, bytes_at, types, comm);
		START(p, 0, mean, neighbor_alltoallv, in, to, places, number, out, from, places, number, comm);
		START(p, 0, mean, neighbor_alltoallw, in, to, bytes_at, types, out, from, bytes_at, types, comm);
	}
}

// between makes calls on an intercommunicator of rank 0 and the other ranks. Their sizes are not recorded.
static void between(MPI_Comm comm) {
	int root = rank > 0 ? 0 : MPI_ROOT;
	CALL(p, 1, 0, Barrier, comm);
	CALL(p, 1, 0, Bcast, in, 4, MPI_DOUBLE, root, comm);
	CALL(p, 1, 0, Allreduce, in, out, 4, MPI_DOUBLE, MPI_SUM, comm);
	CALL(p, 1, 0, Allgather, in, 4, MPI_DOUBLE, out, 4, MPI_DOUBLE, comm);
	START(p, 1, 0, barrier, comm);
}

// rare makes one call of each of 40 sizes in one size class, and then 60 calls of one of them.
static void rare(void) {
	for (int i = 0; i < 100; i++) {
		int n = 128 + (i < 40 ? i : 25);
		CALL(p, 0, 8 * n, Bcast, in, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	}
}

// typed makes calls with derived types, and calls with several types. Their sizes differ from those of all
// other calls.
static void typed(void) {
	MPI_Datatype pair, named;
	MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
	MPI_Type_commit(&pair);
	CALL(p, 0, 16 * 1024, Bcast, in, 1024, pair, 0, MPI_COMM_WORLD);
	CALL(p, 0, 16 * 128, Bcast, in, 128, pair, 0, MPI_COMM_WORLD);
	CALL(p, 0, 8 * 256, Bcast, in, 256, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Type_dup(pair, &named);
	MPI_Type_set_name(named, "a \"pair\" of numbers with a name of more than 31 bytes");
	CALL(p, 0, 16 * 256, Bcast, in, 256, named, 0, MPI_COMM_WORLD);
	MPI_Type_free(&pair);
	MPI_Type_free(&named);
}

#if MPI_VERSION >= 4 || (defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
static void prepared(void) {
	count("MPI_Allreduce_init", p, 0, 24);
	MPI_Allreduce_init(in, out, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	MPI_Start(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
}
#else
static void prepared(void) {}
#endif

#if MPI_VERSION >= 4
// The functions with counts of type MPI_Count are recorded under the names of those with counts of type int.
#define LARGE(bytes, name, ...)                            \
	count("MPI_" #name, p, 0, bytes);                        \
	MPI_##name##_c(__VA_ARGS__, MPI_COMM_WORLD)
#define START_LARGE(bytes, name, ...)                      \
	count("MPI_I" #name, p, 0, bytes);                       \
	MPI_I##name##_c(__VA_ARGS__, MPI_COMM_WORLD, &request);  \
	MPI_Wait(&request, MPI_STATUS_IGNORE)
#define PREPARE_LARGE(bytes, name, ...)                                       \
	count("MPI_" #name "_init", p, 0, bytes);                                   \
	MPI_##name##_init_c(__VA_ARGS__, MPI_COMM_WORLD, MPI_INFO_NULL, &request);  \
	MPI_Request_free(&request)

static void large(void) {
	MPI_Count counts[64], same[64], sum = 0;
	MPI_Aint places[64];
	for (int i = 0; i < p; i++) {
		same[i] = 50;
		counts[i] = 50 + i;
		places[i] = sum;
		sum += counts[i];
	}
	MPI_Datatype number = MPI_DOUBLE;
	int own = 8 * counts[rank], mean = 8 * sum / p;
	LARGE(56, Bcast, in, 7, number, 0);
	LARGE(mean, Allgatherv, in, counts[rank], number, out, counts, places, number);
	LARGE(own, Gatherv, rank == 0 ? MPI_IN_PLACE : in, counts[rank], number, out, counts, places, number, 0);
	LARGE(own, Scatterv, in, counts, places, number, rank == 0 ? MPI_IN_PLACE : out, counts[rank], number, 0);
	LARGE(8 * 50, Alltoallv, in, same, places, number, out, same, places, number);
	LARGE(mean, Reduce_scatter, in, out, counts, number, MPI_SUM);
	START_LARGE(mean, allgatherv, in, counts[rank], number, out, counts, places, number);
	START_LARGE(own, gatherv, in, counts[rank], number, out, counts, places, number, 0);
	START_LARGE(own, scatterv, in, counts, places, number, out, counts[rank], number, 0);
	START_LARGE(8 * 50, alltoallv, in, same, places, number, out, same, places, number);
	START_LARGE(mean, reduce_scatter, in, out, counts, number, MPI_SUM);
	PREPARE_LARGE(mean, Allgatherv, in, counts[rank], number, out, counts, places, number);
	PREPARE_LARGE(own, Gatherv, in, counts[rank], number, out, counts, places, number, 0);
	PREPARE_LARGE(own, Scatterv, in, counts, places, number, out, counts[rank], number, 0);
	PREPARE_LARGE(8 * 50, Alltoallv, in, same, places, number, out, same, places, number);
	PREPARE_LARGE(mean, Reduce_scatter, in, out, counts, number, MPI_SUM);
}
#else
static void large(void) {}
#endif

// print adds up the counts of all ranks on rank 0.
static void print(void) {
	for (int from = 1; from < p; from++) {
		int n = kinds;
		if (rank == from) {
			PMPI_Send(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
			PMPI_Send(counted, n * sizeof *counted, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
		} else if (rank == 0) {
			static __typeof__(*counted) theirs[MOST];
			PMPI_Recv(&n, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			PMPI_Recv(theirs, sizeof theirs, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			for (int i = 0; i < n; i++) {
				for (int k = (int)(theirs[i].calls * theirs[i].ranks + 0.5); k > 0; k--) {
					count(theirs[i].name, theirs[i].ranks, theirs[i].inter, theirs[i].bytes);
				}
			}
		}
	}
	for (int i = 0; i < kinds && rank == 0; i++) {
		printf("%s %d %d %lld %.6f\n", counted[i].name, counted[i].ranks, counted[i].inter, counted[i].bytes,
			counted[i].calls);
	}
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int n = 1; n < 40; n += 3) {
		all(MPI_COMM_WORLD, n);
	}
	for (int i = 0; i < 3; i++) { // its handle may be used again
		MPI_Comm parts, inter, ring;
		MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &parts);
		all(parts, 5);
		MPI_Intercomm_create(parts, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 7, &inter);
		between(inter);
		MPI_Comm_free(&parts);
		MPI_Comm_free(&inter);
		MPI_Cart_create(MPI_COMM_WORLD, 1, &p, &(int){1}, 0, &ring);
		neighbors(ring, 6);
		MPI_Comm_free(&ring);
	}
	rare();
	typed();
	prepared();
	large();
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Bcast(in, -1, MPI_DOUBLE, 0, MPI_COMM_WORLD); // refused, so not recorded
	print();
	usleep(rank == p - 1 ? 100000 : 0); // the last rank ends later than the mean of all
	MPI_Finalize();
	return 0;
}
