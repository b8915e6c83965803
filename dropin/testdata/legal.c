// Legal programs that an intercepting library easily breaks. Prints "right", or what is wrong and fails.
//   usage: legal PROGRAM...
//          callbacks   delete callbacks of attributes call collectives while their communicator is freed
//          huge        only one rank has a datatype of 2 GiB
//          levels      only rank 0 asks for MPI_THREAD_MULTIPLE; must come first
//          finalize    a delete callback on MPI_COMM_SELF calls collectives in MPI_Finalize
//          exscan      rank 0 passes the same address twice
//          parts       the blocks that a rank sends and receives are parts of one array
//          column      the memory of a reduction ends with the last word, before the end of its extent
//          classes     more kinds of communicators than a profile distinguishes
//          duplicates  more than half as many communicators as MPICH allows
//          attributes  a non-blocking call has a datatype with an attribute
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int rank, p, wrong;

// total checks a sum and an allgather over a communicator.
static void total(MPI_Comm comm) {
	int p, rank, sum = -1;
	PMPI_Comm_size(comm, &p);
	PMPI_Comm_rank(comm, &rank);
	int mine = rank + 1;
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
	if (sum != p * (p + 1) / 2) {
		fprintf(stderr, "rank %d of %d: sum %d, want %d\n", rank, p, sum, p * (p + 1) / 2);
		wrong++;
	}
	int all[64] = {0};
	MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm);
	for (int i = 0; i < 64; i++) {
		if (all[i] != (i < p ? i : 0)) {
			fprintf(stderr, "rank %d of %d: block %d is %d\n", rank, p, i, all[i]);
			wrong++;
			break;
		}
	}
}

static int with_call(MPI_Comm comm, int key, void *value, void *state) {
	total(comm);
	return MPI_SUCCESS;
}

static int refuses(MPI_Comm comm, int key, void *value, void *state) {
	total(comm);
	return *(int *)value ? MPI_ERR_OTHER : MPI_SUCCESS;
}

// callbacks frees communicators of changing sizes, whose handles MPI reuses. It sets the attribute before or
// after our own.
static void callbacks(void) {
	int before, after;
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, with_call, &before, NULL);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, with_call, &after, NULL);
	for (int i = 0; i < 40; i++) {
		MPI_Comm comm;
		MPI_Comm_split(MPI_COMM_WORLD, i % 2 == 0 ? 0 : rank % 2, -rank, &comm);
		if (i % 5 != 0) {
			MPI_Comm_set_attr(comm, before, NULL);
		}
		if (i % 3 != 0) { // otherwise the first call on comm is in the callback
			total(comm);
		}
		if (i % 7 != 0) {
			MPI_Comm_set_attr(comm, after, NULL);
		}
		i % 4 == 0 ? MPI_Comm_disconnect(&comm) : MPI_Comm_free(&comm);
	}
	int key, refused = 1;
	MPI_Comm comm;
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuses, &key, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	total(comm);
	MPI_Comm_set_attr(comm, key, &refused);
	MPI_Comm same = comm;
	if (MPI_Comm_free(&comm) == MPI_SUCCESS) { // MPICH frees it nevertheless
		return;
	}
	comm = same;
	total(comm);
	refused = 0;
	MPI_Comm_free(&comm);
}

// huge broadcasts 0 words, because 2 GiB would take seconds. The type alone once made rank 0 skip a call in
// which the others waited.
static void huge(void) {
	enum { SMALL = 1 << 20, ELEMENTS = 1 << 11 };
	MPI_Datatype block, all;
	MPI_Type_contiguous(SMALL, MPI_BYTE, &block);
	MPI_Type_contiguous(ELEMENTS, block, &all);
	MPI_Type_commit(&block);
	MPI_Type_commit(&all);
	char x = 1;
	MPI_Comm comm;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm); // the broadcast is the first call on it
	MPI_Bcast(&x, 0, rank == 0 ? all : block, 0, comm);
	MPI_Comm other; // created without a plan's messages
	MPI_Comm_dup(comm, &other);
	total(comm);
	MPI_Comm_free(&other);
	MPI_Comm_free(&comm);
}

static int in_finalize(MPI_Comm comm, int key, void *value, void *state) {
	total(MPI_COMM_WORLD);
	if (rank == 0) {
		puts(wrong == 0 ? "right in MPI_Finalize" : "wrong in MPI_Finalize");
	}
	return MPI_SUCCESS;
}

static void check(const char *what, int got, int want) {
	if (got != want) {
		fprintf(stderr, "rank %d: %s: %d, want %d\n", rank, what, got, want);
		wrong++;
	}
}

static void exscan(void) {
	int mine = rank + 1, before = -1;
	MPI_Exscan(&mine, rank == 0 ? &mine : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	check("exscan", rank == 0 ? mine : before, rank == 0 ? 1 : rank * (rank + 1) / 2);
}

// parts: only rank 0 sends. It receives its own block behind the blocks that it sends.
static void parts(void) {
	enum { N = 1000 };
	int *work = malloc((p + 1) * N * sizeof(int)), *counts = calloc(4 * p, sizeof(int));
	int *received = counts + p, *from = counts + 2 * p, *to = counts + 3 * p;
	for (int i = 0; i < p && rank == 0; i++) {
		counts[i] = N;
		from[i] = i * N;
	}
	received[0] = N;
	to[0] = rank == 0 ? p * N : 0;
	for (int i = 0; i < (p + 1) * N; i++) {
		work[i] = rank == 0 ? i / N : -1;
	}
	MPI_Alltoallv(work, counts, from, MPI_INT, work, received, to, MPI_INT, MPI_COMM_WORLD);
	for (int i = 0; i < N; i++) {
		check("parts", work[to[0] + i], rank);
	}
	free(work);
	free(counts);
}

static void add(void *in, void *out, int *n, MPI_Datatype *type) {
	MPI_Aint lb, extent;
	MPI_Type_get_extent(*type, &lb, &extent);
	for (int i = 0; i < *n; i++) {
		*(int *)((char *)out + i * extent) += *(int *)((char *)in + i * extent);
	}
}

enum { EXTENT = 1 << 16 }; // bytes from one element of a column to the next

// new_column returns n elements. The memory after the last element cannot be read.
static char *new_column(int n, int value) {
	char *start = mmap(NULL, (n + 1) * EXTENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(start + n * EXTENT, EXTENT, PROT_NONE);
	char *x = start + EXTENT - sizeof(int);
	for (int i = 0; i < n; i++) {
		*(int *)(x + i * EXTENT) = value + i;
	}
	return x;
}

static void column(void) {
	MPI_Datatype type;
	MPI_Op sum;
	MPI_Type_create_resized(MPI_INT, 0, EXTENT, &type);
	MPI_Type_commit(&type);
	MPI_Op_create(add, 1, &sum);
	int n = 5 * p - 1, *counts = malloc(p * sizeof(int));
	for (int i = 0; i < p; i++) {
		counts[i] = i < p - 1 ? 5 : 4;
	}
	char *in = new_column(n, rank), *out = new_column(n, -1);
	MPI_Allreduce(in, out, n, type, sum, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++) {
		check("column, MPI_Allreduce", *(int *)(out + i * EXTENT), p * (p - 1) / 2 + p * i);
	}
	MPI_Reduce_scatter(in, out, counts, type, sum, MPI_COMM_WORLD);
	for (int i = 0; i < counts[rank]; i++) {
		check("column, MPI_Reduce_scatter", *(int *)(out + i * EXTENT), p * (p - 1) / 2 + p * (5 * rank + i));
	}
	memcpy(out, in, (n - 1) * EXTENT + sizeof(int));
	MPI_Allreduce(MPI_IN_PLACE, out, n, type, sum, MPI_COMM_WORLD);
	check("column, in place", *(int *)(out + (n - 1) * EXTENT), p * (p - 1) / 2 + p * (n - 1));
	free(counts);
	MPI_Op_free(&sum);
	MPI_Type_free(&type);
}

// classes uses Cartesian communicators with different numbers of neighbors.
static void classes(void) {
	enum { MOST = 80 };
	int extents[MOST], periods[MOST] = {0}, counts[64], places[64], all[64];
	for (int i = 0; i < p; i++) {
		counts[i] = 1;
		places[i] = i;
	}
	for (int n = 1; n <= MOST; n++) {
		MPI_Comm comm;
		extents[n - 1] = n == 1 ? p : 1;
		MPI_Cart_create(MPI_COMM_WORLD, n, extents, periods, 0, &comm);
		MPI_Allgatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, comm);
		check("classes", all[p - 1], p - 1);
		MPI_Comm_free(&comm);
	}
}

static void duplicates(void) {
	enum { N = 1100 };
	static MPI_Comm comm[N];
	for (int i = 0; i < N; i++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
		total(comm[i]);
	}
	for (int i = 0; i < N; i++) {
		MPI_Comm_free(&comm[i]);
	}
	MPI_Comm_dup(MPI_COMM_WORLD, &comm[0]);
	total(comm[0]);
	MPI_Comm_free(&comm[0]);
}

static int deleted;

static int with_type(MPI_Datatype type, int key, void *value, void *state) {
	deleted++;
	return MPI_SUCCESS;
}

static void attributes(void) {
	enum { BLOCKS = 2048 };
	static double x[2 * BLOCKS];
	MPI_Datatype type;
	MPI_Request request;
	int key;
	total(MPI_COMM_WORLD); // the first blocking call sets up the communicator
	MPI_Type_create_keyval(MPI_TYPE_DUP_FN, with_type, &key, NULL);
	MPI_Type_vector(BLOCKS, 1, 2, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Type_set_attr(type, key, NULL);
	for (int i = 0; i < 2 * BLOCKS; i++) {
		x[i] = rank == 0 ? i : -1;
	}
	MPI_Ibcast(x, 1, type, 0, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	for (int i = 0; i < 2 * BLOCKS; i++) {
		if (x[i] != (rank == 0 || i % 2 == 0 ? i : -1)) {
			fprintf(stderr, "rank %d of %d: number %d is %g\n", rank, p, i, x[i]);
			wrong++;
			break;
		}
	}
	MPI_Type_free(&type);
	if (deleted != 1) {
		fprintf(stderr, "rank %d of %d: the attribute was deleted %d times\n", rank, p, deleted);
		wrong++;
	}
	MPI_Type_free_keyval(&key);
}

static void run(const char *what) {
	const struct {
		const char *name;
		void (*run)(void);
	} program[] = {{"callbacks", callbacks}, {"huge", huge}, {"exscan", exscan}, {"parts", parts},
		{"column", column}, {"classes", classes}, {"duplicates", duplicates},
		{"attributes", attributes}};
	for (unsigned i = 0; i < sizeof program / sizeof *program; i++) {
		if (strcmp(what, program[i].name) == 0) {
			program[i].run();
			return;
		}
	}
	if (strcmp(what, "levels") == 0) {
		MPI_Comm comm;
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		total(comm);
		total(MPI_COMM_WORLD);
		MPI_Comm_free(&comm);
	} else if (strcmp(what, "finalize") == 0) {
		int key;
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, in_finalize, &key, NULL);
		MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	} else {
		fprintf(stderr, "legal: no program %s\n", what);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
}

int main(int argc, char **argv) {
	const char *first = argc > 1 ? argv[1] : "";
	const char *place = getenv("OMPI_COMM_WORLD_RANK");
	place = place != NULL ? place : getenv("PMI_RANK");
	int multiple = strcmp(first, "levels") == 0 && place != NULL && atoi(place) == 0, given;
	MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &given);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	for (int i = 1; i < argc; i++) {
		run(argv[i]);
	}
	int all = 0;
	PMPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		puts(all == 0 ? "right" : "wrong");
	}
	MPI_Finalize();
	return wrong != 0;
}
