// Makes erroneous calls, each under its PMPI name and its MPI name. It compares the error classes, and how
// often the error handler was called. All ranks make each call. Prints how many calls there were, and fails
// if one differs. The last column of the table says which library refuses a call (O: Open MPI, M: MPICH);
// another library may hang, so it does not get the call.
//   usage: wrong [LINE]     only this line of the table
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 12, N = 8 };
static char in[ROOM], out[ROOM];
static int rank, p, handled;
enum { MOST_RANKS = 64 };
static int counts[MOST_RANKS], negative[MOST_RANKS], places[MOST_RANKS];
static MPI_Datatype uncommitted, gaps, pair, long_vector;
static MPI_Op user_op;
static MPI_Comm comm;
static MPI_Request request, null_request = MPI_REQUEST_NULL;

static void handle(MPI_Comm *comm, int *code, ...) { handled++; }

static void nothing(void *a, void *b, int *n, MPI_Datatype *type) {}

#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5
#define PERSISTENT(line) \
	line(Bcast_init, (in, -1, MPI_INT, 0, comm, MPI_INFO_NULL, &request), "O") \
	line(Allreduce_init, (in, out, N, MPI_DOUBLE, MPI_BAND, comm, MPI_INFO_NULL, &request), "O") \
	line(Barrier_init, (MPI_COMM_NULL, MPI_INFO_NULL, &request), "O") \
	line(Allgatherv_init, (in, N, NOWHERE, out, counts, places, MPI_INT, comm, MPI_INFO_NULL, &request), "O") \
	line(Alltoallv_init, (in, negative, places, MPI_INT, out, counts, places, MPI_INT, comm, MPI_INFO_NULL, \
		&request), "O") \
	line(Gatherv_init, (in, N, NOWHERE, out, counts, places, MPI_INT, 0, comm, MPI_INFO_NULL, &request), "O") \
	line(Scatterv_init, (in, counts, places, MPI_INT, out, N, MPI_INT, p, comm, MPI_INFO_NULL, &request), "O") \
	line(Reduce_scatter_init, (in, out, negative, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request), "O") \
	line(Start, (&null_request), "O") \
	line(Startall, (1, &null_request), "O") \
	line(Startall, (-1, &null_request), "O") \
	line(Request_free, (&null_request), "O")

// A persistent call exists while the wrong calls are made.
static int kept_in, kept_out;
static MPI_Request kept;
static void begin_kept(void) {
	MPI_Allreduce_init(&kept_in, &kept_out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &kept);
}
static void end_kept(void) { MPI_Request_free(&kept); }
#else
#define PERSISTENT(line)
static void begin_kept(void) {}
static void end_kept(void) {}
#endif

#if MPI_VERSION >= 4
static MPI_Count large_counts[MOST_RANKS], large_negative[MOST_RANKS];
static MPI_Aint large_places[MOST_RANKS];
#define LARGE(line) \
	line(Bcast_c, (in, -1, MPI_INT, 0, comm), "OM") \
	line(Allgatherv_c, (in, N, MPI_INT, out, large_negative, large_places, MPI_INT, comm), "M") \
	line(Allgatherv_c, (in, N, MPI_INT, out, large_counts, large_places, uncommitted, comm), "OM") \
	line(Alltoallv_c, (in, large_negative, large_places, MPI_INT, out, large_counts, large_places, MPI_INT, \
		comm), "OM") \
	line(Gatherv_c, (in, -1, MPI_INT, out, large_counts, large_places, MPI_INT, 0, comm), "OM") \
	line(Scatterv_c, (in, large_counts, large_places, MPI_INT, out, N, MPI_INT, p, comm), "OM") \
	line(Reduce_scatter_c, (in, out, large_negative, MPI_INT, MPI_SUM, comm), "OM") \
	line(Reduce_scatter_c, (in, out, large_counts, MPI_INT, MPI_OP_NULL, comm), "OM")
static void fill_large(void) {
	for (int i = 0; i < p; i++) {
		large_counts[i] = N;
		large_negative[i] = -1;
		large_places[i] = i * N;
	}
}
#else
#define LARGE(line)
static void fill_large(void) {}
#endif

#define IN_PLACE MPI_IN_PLACE
#define NOWHERE MPI_DATATYPE_NULL

// name, arguments, libraries that refuse the call on some rank
#define TABLE(line)                                                                   \
	line(Bcast, (in, -1, MPI_INT, 0, comm), "OM")                                        \
	line(Bcast, (in, N, NOWHERE, 0, comm), "OM")                                         \
	line(Bcast, (in, 0, NOWHERE, 0, comm), "O")                                         \
	line(Bcast, (in, N, uncommitted, 0, comm), "OM")                                     \
	line(Bcast, (in, 0, uncommitted, 0, comm), "OM")                                     \
	line(Bcast, (in, N, MPI_INT, -1, comm), "OM")                                        \
	line(Bcast, (in, N, MPI_INT, p, comm), "OM")                                         \
	line(Bcast, (in, N, MPI_INT, MPI_ROOT, comm), "OM")                                  \
	line(Bcast, (in, N, MPI_INT, MPI_PROC_NULL, comm), "OM")                             \
	line(Bcast, (in, N, MPI_INT, 0, MPI_COMM_NULL), "OM")                                \
	line(Bcast, (IN_PLACE, N, MPI_INT, 0, comm), "O")                                   \
	line(Bcast, (NULL, N, MPI_INT, 0, comm), "M")                                        \
	line(Bcast, (in, N, gaps, p, comm), "OM")                                            \
	line(Barrier, (MPI_COMM_NULL), "OM")                                                 \
	line(Allgather, (in, -1, MPI_INT, out, N, MPI_INT, comm), "OM")                      \
	line(Allgather, (in, N, MPI_INT, out, -1, MPI_INT, comm), "OM")                      \
	line(Allgather, (in, N, NOWHERE, out, N, MPI_INT, comm), "OM")                       \
	line(Allgather, (in, N, MPI_INT, out, N, NOWHERE, comm), "OM")                       \
	line(Allgather, (in, N, uncommitted, out, N, MPI_INT, comm), "OM")                   \
	line(Allgather, (in, N, MPI_INT, out, N, uncommitted, comm), "OM")                   \
	line(Allgather, (in, N, MPI_INT, IN_PLACE, N, MPI_INT, comm), "OM")                  \
	line(Allgather, (in, N, MPI_INT, in, N, MPI_INT, comm), "-")                         \
	line(Allgather, (NULL, N, MPI_INT, out, N, MPI_INT, comm), "M")                      \
	line(Allgather, (in, N, MPI_INT, NULL, N, MPI_INT, comm), "M")                       \
	line(Allgather, (in, N, MPI_INT, out, N, MPI_INT, MPI_COMM_NULL), "M")              \
	line(Allgatherv, (in, -1, MPI_INT, out, counts, places, MPI_INT, comm), "M") \
	line(Allgatherv, (in, N, MPI_INT, out, negative, places, MPI_INT, comm), "M") \
	line(Allgatherv, (in, N, NOWHERE, out, counts, places, MPI_INT, comm), "OM") \
	line(Allgatherv, (in, N, MPI_INT, out, counts, places, NOWHERE, comm), "OM") \
	line(Allgatherv, (in, N, uncommitted, out, counts, places, MPI_INT, comm), "OM") \
	line(Allgatherv, (in, N, MPI_INT, out, counts, places, uncommitted, comm), "OM") \
	line(Allgatherv, (in, N, MPI_INT, out, counts, NULL, MPI_INT, comm), "O") \
	line(Allgatherv, (in, N, MPI_INT, IN_PLACE, counts, places, MPI_INT, comm), "OM") \
	line(Allgatherv, (in, N, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_NULL), "OM") \
	line(Alltoall, (in, -1, MPI_INT, out, N, MPI_INT, comm), "OM")                       \
	line(Alltoall, (in, N, MPI_INT, out, -1, MPI_INT, comm), "OM")                       \
	line(Alltoall, (in, N, NOWHERE, out, N, MPI_INT, comm), "OM")                        \
	line(Alltoall, (in, N, MPI_INT, out, N, NOWHERE, comm), "OM")                        \
	line(Alltoall, (in, N, uncommitted, out, N, MPI_INT, comm), "OM")                    \
	line(Alltoall, (in, N, MPI_INT, out, N, uncommitted, comm), "OM")                    \
	line(Alltoall, (in, N, MPI_INT, IN_PLACE, N, MPI_INT, comm), "OM")                   \
	line(Alltoall, (in, N, MPI_INT, in, N, MPI_INT, comm), "M")                          \
	line(Alltoall, (in, N, MPI_INT, out, N + 1, MPI_INT, comm), "O")                     \
	line(Alltoall, (in, N + 1, MPI_INT, out, N, MPI_INT, comm), "O")                     \
	line(Alltoall, (in, N, MPI_CHAR, out, N, MPI_INT, comm), "O")                        \
	line(Alltoall, (in, N, MPI_INT, out, N, MPI_INT, MPI_COMM_NULL), "OM")               \
	line(Gather, (in, -1, MPI_INT, out, N, MPI_INT, 0, comm), "OM")                      \
	line(Gather, (in, N, NOWHERE, out, N, MPI_INT, 0, comm), "OM")                       \
	line(Gather, (in, N, uncommitted, out, N, MPI_INT, 0, comm), "OM")                   \
	line(Gather, (in, N, MPI_INT, out, N, MPI_INT, -2, comm), "OM")                      \
	line(Gather, (in, N, MPI_INT, out, N, MPI_INT, p, comm), "OM")                       \
	line(Gather, (rank == 0 ? in : IN_PLACE, rank == 0 ? -1 : N, MPI_INT, out, N, MPI_INT, 0, comm), "O") \
	line(Gather, (in, N, MPI_INT, out, N, MPI_INT, 0, MPI_COMM_NULL), "OM")              \
	line(Scatter, (in, N, MPI_INT, out, -1, MPI_INT, 0, comm), "OM")                     \
	line(Scatter, (in, N, MPI_INT, out, N, NOWHERE, 0, comm), "OM")                      \
	line(Scatter, (in, N, MPI_INT, out, N, uncommitted, 0, comm), "OM")                  \
	line(Scatter, (in, N, MPI_INT, out, N, MPI_INT, -2, comm), "OM")                     \
	line(Scatter, (in, N, MPI_INT, out, N, MPI_INT, p, comm), "OM")                      \
	line(Scatter, (in, N, MPI_INT, out, N, MPI_INT, 0, MPI_COMM_NULL), "OM")             \
	line(Alltoallv, (in, negative, places, MPI_INT, out, counts, places, MPI_INT, comm), "OM") \
	line(Alltoallv, (in, counts, places, MPI_INT, out, negative, places, MPI_INT, comm), "OM") \
	line(Alltoallv, (in, counts, places, NOWHERE, out, counts, places, MPI_INT, comm), "OM") \
	line(Alltoallv, (in, counts, places, uncommitted, out, counts, places, MPI_INT, comm), "OM") \
	line(Alltoallv, (in, counts, places, MPI_INT, out, counts, NULL, MPI_INT, comm), "O") \
	line(Alltoallv, (in, NULL, places, MPI_INT, out, counts, places, MPI_INT, comm), "O") \
	line(Alltoallv, (in, counts, places, MPI_INT, IN_PLACE, counts, places, MPI_INT, comm), "OM") \
	line(Alltoallv, (in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_NULL), "OM") \
	line(Gatherv, (in, -1, MPI_INT, out, counts, places, MPI_INT, 0, comm), "OM") \
	line(Gatherv, (in, N, uncommitted, out, counts, places, MPI_INT, 0, comm), "OM") \
	line(Gatherv, (in, N, MPI_INT, out, counts, places, MPI_INT, -2, comm), "OM") \
	line(Gatherv, (in, N, MPI_INT, out, counts, places, MPI_INT, p, comm), "OM") \
	line(Gatherv, (IN_PLACE, N, MPI_INT, out, counts, places, MPI_INT, p, comm), "OM") \
	line(Gatherv, (in, N, MPI_INT, out, counts, places, MPI_INT, 0, MPI_COMM_NULL), "OM") \
	line(Scatterv, (in, counts, places, MPI_INT, out, -1, MPI_INT, 0, comm), "OM") \
	line(Scatterv, (in, counts, places, MPI_INT, out, N, uncommitted, 0, comm), "OM") \
	line(Scatterv, (in, counts, places, MPI_INT, out, N, MPI_INT, -2, comm), "OM") \
	line(Scatterv, (in, counts, places, MPI_INT, out, N, MPI_INT, p, comm), "OM") \
	line(Scatterv, (in, counts, places, MPI_INT, out, N, MPI_INT, 0, MPI_COMM_NULL), "OM") \
	line(Allreduce, (in, out, -1, MPI_INT, MPI_SUM, comm), "O")                         \
	line(Allreduce, (in, out, N, NOWHERE, MPI_SUM, comm), "OM")                          \
	line(Allreduce, (in, out, N, uncommitted, user_op, comm), "OM")                      \
	line(Allreduce, (in, out, N, MPI_INT, MPI_OP_NULL, comm), "OM")                      \
	line(Allreduce, (in, out, 0, MPI_INT, MPI_OP_NULL, comm), "OM")                      \
	line(Allreduce, (in, out, N, MPI_DOUBLE, MPI_BAND, comm), "OM")                      \
	line(Allreduce, (in, out, N, MPI_DOUBLE, MPI_LXOR, comm), "OM")                      \
	line(Allreduce, (in, out, N, MPI_INT, MPI_MAXLOC, comm), "OM")                       \
	line(Allreduce, (in, out, N, MPI_BYTE, MPI_SUM, comm), "OM")                         \
	line(Allreduce, (in, out, N, MPI_2INT, MPI_SUM, comm), "OM")                         \
	line(Allreduce, (in, out, N, MPI_C_DOUBLE_COMPLEX, MPI_MAX, comm), "OM")             \
	line(Allreduce, (in, out, N, pair, MPI_SUM, comm), "OM")                             \
	line(Allreduce, (in, out, N, gaps, MPI_MAX, comm), "OM")                             \
	line(Allreduce, (in, IN_PLACE, N, MPI_INT, MPI_SUM, comm), "OM")                     \
	line(Allreduce, (in, in, N, MPI_INT, MPI_SUM, comm), "M")                            \
	line(Allreduce, (NULL, out, N, MPI_INT, MPI_SUM, comm), "M")                         \
	line(Allreduce, (in, NULL, N, MPI_INT, MPI_SUM, comm), "M")                          \
	line(Allreduce, (in, out, N, MPI_INT, MPI_SUM, MPI_COMM_NULL), "OM")                 \
	line(Reduce, (in, out, -1, MPI_INT, MPI_SUM, 0, comm), "O")                         \
	line(Reduce, (in, out, N, NOWHERE, MPI_SUM, 0, comm), "OM")                          \
	line(Reduce, (in, out, N, uncommitted, user_op, 0, comm), "OM")                      \
	line(Reduce, (in, out, N, MPI_INT, MPI_OP_NULL, 0, comm), "OM")                      \
	line(Reduce, (in, out, N, MPI_DOUBLE, MPI_BXOR, 0, comm), "OM")                      \
	line(Reduce, (in, out, N, MPI_INT, MPI_MINLOC, 0, comm), "OM")                       \
	line(Reduce, (in, out, N, pair, MPI_PROD, 0, comm), "OM")                            \
	line(Reduce, (in, out, N, MPI_INT, MPI_SUM, -1, comm), "OM")                         \
	line(Reduce, (in, out, N, MPI_INT, MPI_SUM, p, comm), "OM")                          \
	line(Reduce, (in, out, N, MPI_INT, MPI_SUM, 0, MPI_COMM_NULL), "OM")                 \
	line(Reduce_scatter_block, (in, out, -1, MPI_INT, MPI_SUM, comm), "O")              \
	line(Reduce_scatter_block, (in, out, N, NOWHERE, MPI_SUM, comm), "OM")               \
	line(Reduce_scatter_block, (in, out, N, uncommitted, user_op, comm), "OM")           \
	line(Reduce_scatter_block, (in, out, N, MPI_INT, MPI_OP_NULL, comm), "OM")           \
	line(Reduce_scatter_block, (in, out, N, MPI_FLOAT, MPI_BOR, comm), "OM")             \
	line(Reduce_scatter_block, (in, out, N, pair, MPI_SUM, comm), "OM")                  \
	line(Reduce_scatter_block, (in, IN_PLACE, N, MPI_INT, MPI_SUM, comm), "OM")          \
	line(Reduce_scatter_block, (in, out, N, MPI_INT, MPI_SUM, MPI_COMM_NULL), "OM")      \
	line(Reduce_scatter, (in, out, negative, MPI_INT, MPI_SUM, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, NOWHERE, MPI_SUM, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, uncommitted, user_op, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, MPI_INT, MPI_OP_NULL, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, MPI_FLOAT, MPI_BOR, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, pair, MPI_SUM, comm), "OM") \
	line(Reduce_scatter, (in, out, NULL, MPI_INT, MPI_SUM, comm), "O") \
	line(Reduce_scatter, (in, IN_PLACE, counts, MPI_INT, MPI_SUM, comm), "OM") \
	line(Reduce_scatter, (in, out, counts, MPI_INT, MPI_SUM, MPI_COMM_NULL), "OM") \
	line(Scan, (in, out, -1, MPI_INT, MPI_SUM, comm), "O")                              \
	line(Scan, (in, out, N, NOWHERE, MPI_SUM, comm), "OM")                               \
	line(Scan, (in, out, N, uncommitted, user_op, comm), "OM")                           \
	line(Scan, (in, out, N, MPI_INT, MPI_OP_NULL, comm), "OM")                           \
	line(Scan, (in, out, N, MPI_FLOAT, MPI_BAND, comm), "OM")                            \
	line(Scan, (in, IN_PLACE, N, MPI_INT, MPI_SUM, comm), "OM")                          \
	line(Scan, (in, in, N, MPI_INT, MPI_SUM, comm), "M")                                 \
	line(Scan, (in, out, N, MPI_INT, MPI_SUM, MPI_COMM_NULL), "OM")                      \
	line(Ibcast, (in, -1, MPI_INT, 0, comm, &request), "OM") \
	line(Ibcast, (in, N, NOWHERE, 0, comm, &request), "OM") \
	line(Ibcast, (in, N, MPI_INT, p, comm, &request), "OM") \
	line(Ibcast, (in, N, MPI_INT, 0, comm, NULL), "M") \
	line(Ibarrier, (MPI_COMM_NULL, &request), "OM") \
	line(Iallgather, (in, N, uncommitted, out, N, MPI_INT, comm, &request), "OM") \
	line(Ialltoall, (in, N, MPI_INT, out, -1, MPI_INT, comm, &request), "OM") \
	line(Iallgatherv, (in, N, NOWHERE, out, counts, places, MPI_INT, comm, &request), "OM") \
	line(Iallgatherv, (in, N, MPI_INT, out, counts, places, uncommitted, comm, &request), "OM") \
	line(Ialltoallv, (in, counts, places, NOWHERE, out, counts, places, MPI_INT, comm, &request), "OM") \
	line(Ireduce_scatter, (in, out, counts, MPI_INT, MPI_OP_NULL, comm, &request), "OM") \
	line(Iallreduce, (in, out, N, MPI_INT, MPI_OP_NULL, comm, &request), "OM") \
	line(Iallreduce, (in, out, N, MPI_DOUBLE, MPI_BAND, comm, &request), "OM") \
	line(Ireduce, (in, out, N, MPI_INT, MPI_SUM, p, comm, &request), "OM") \
	line(Iscan, (in, out, N, NOWHERE, MPI_SUM, comm, &request), "OM") \
	line(Exscan, (in, out, -1, MPI_INT, MPI_SUM, comm), "O")                            \
	line(Exscan, (in, out, N, NOWHERE, MPI_SUM, comm), "OM")                             \
	line(Exscan, (in, out, N, uncommitted, user_op, comm), "OM")                         \
	line(Exscan, (in, out, N, MPI_INT, MPI_OP_NULL, comm), "OM")                         \
	line(Exscan, (in, out, N, MPI_FLOAT, MPI_LAND, comm), "O")                          \
	line(Exscan, (in, IN_PLACE, N, MPI_INT, MPI_SUM, comm), "M")                        \
	line(Exscan, (in, out, N, MPI_INT, MPI_SUM, MPI_COMM_NULL), "OM") \
	LARGE(line) \
	PERSISTENT(line)

typedef struct {
	const char *text, *refused;
} row;

#define TEXT(name, arguments, refused) {#name #arguments, refused},
static const row rows[] = {TABLE(TEXT)};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct {
	int class, handled;
} verdict;

static verdict ended(int code) {
	verdict v = {MPI_SUCCESS, handled};
	handled = 0;
	PMPI_Error_class(code, &v.class);
	return v;
}

// judged makes the call of a row, under its PMPI name or its MPI name.
static verdict judged(int row, int by_pmpi) {
	int at = 0;
#define CALL(name, arguments, refused)                                    \
	if (at++ == row) {                                                      \
		return ended(by_pmpi ? PMPI_##name arguments : MPI_##name arguments); \
	}
	TABLE(CALL)
	abort();
}

int main(int argc, char **argv) {
	MPI_Errhandler handler;
	MPI_Init(&argc, &argv);
	MPI_Comm_create_errhandler(handle, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, handler);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &p);
	for (int i = 0; i < p; i++) {
		counts[i] = N;
		negative[i] = -1;
		places[i] = i * N;
	}
	fill_large();
	MPI_Type_contiguous(2, MPI_INT, &uncommitted);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_create_resized(MPI_INT, 0, 12, &gaps);
	MPI_Type_commit(&pair);
	MPI_Type_commit(&gaps);
	MPI_Op_create(nothing, 1, &user_op);
#ifdef MPICH_VERSION
	const char *library = "M";
#else
	const char *library = "O";
#endif
	int calls = 0, accepted = 0, wrong = 0, all;
	begin_kept();
	for (int i = 0; i < ROWS; i++) {
		if (strstr(rows[i].refused, library) == NULL || (argc > 1 && atoi(argv[1]) != i)) {
			continue;
		}
		verdict want = judged(i, 1), got = judged(i, 0);
		calls++;
		accepted += want.class == MPI_SUCCESS;
		if (want.class == MPI_SUCCESS) {
			fprintf(stderr, "rank %d: %d %s: not refused\n", rank, i, rows[i].text);
		}
		if (want.class != got.class || want.handled != got.handled) {
			wrong++;
			fprintf(stderr, "rank %d: %d %s: error class %d, handler called %d times, want %d and %d\n", rank,
				i, rows[i].text, got.class, got.handled, want.class, want.handled);
		}
	}
	end_kept();
	PMPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, comm);
	if (rank == 0) {
		printf("%d wrong calls, %d not refused, %d not as natively\n", calls, accepted, all);
	}
	MPI_Finalize();
	return all > 0;
}
