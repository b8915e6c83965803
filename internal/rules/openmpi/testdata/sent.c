// Makes collective calls in Open MPI, and writes the numbers of messages and of bytes that each rank sends to
// each rank during a call.
//   usage: mpirun sent FILE OPERATION BYTES [OPERATION BYTES]...
// Rank r writes FILE.r: a line "OPERATION BYTES: MESSAGES/BYTES ..." for each call.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int isend_function(const void *, size_t, MPI_Datatype, int, int, int, MPI_Comm, MPI_Request *);
typedef int send_function(const void *, size_t, MPI_Datatype, int, int, int, MPI_Comm);

// The functions that transfer point-to-point messages, including those of the library's collectives.
// Some functions precede isend in the structure; Open MPI 5 has one more than 4.1.
extern struct {
	void (*others[OMPI_MAJOR_VERSION >= 5 ? 11 : 10])(void);
	isend_function *isend;
	send_function *send;
} mca_pml;

static isend_function *isend;
static send_function *send;
static size_t *messages, *bytes; // to each rank

static void record(int to, size_t count, MPI_Datatype type)
{
	int size;
	PMPI_Type_size(type, &size);
	messages[to]++;
	bytes[to] += count * size;
}

static int recorded_isend(const void *buffer, size_t count, MPI_Datatype type, int to, int tag, int mode,
	MPI_Comm comm, MPI_Request *request)
{
	record(to, count, type);
	return isend(buffer, count, type, to, tag, mode, comm, request);
}

static int recorded_send(const void *buffer, size_t count, MPI_Datatype type, int to, int tag, int mode,
	MPI_Comm comm)
{
	record(to, count, type);
	return send(buffer, count, type, to, tag, mode, comm);
}

static void call(const char *op, int n, char *in, char *out)
{
	MPI_Comm comm = MPI_COMM_WORLD;
	MPI_Datatype type = MPI_UINT8_T;
	if (strcmp(op, "allgather") == 0)
		MPI_Allgather(in, n, type, out, n, type, comm);
	else if (strcmp(op, "allreduce") == 0)
		MPI_Allreduce(in, out, n, type, MPI_SUM, comm);
	else if (strcmp(op, "alltoall") == 0)
		MPI_Alltoall(in, n, type, out, n, type, comm);
	else if (strcmp(op, "barrier") == 0)
		MPI_Barrier(comm);
	else if (strcmp(op, "bcast") == 0)
		MPI_Bcast(in, n, type, 0, comm);
	else if (strcmp(op, "exscan") == 0)
		MPI_Exscan(in, out, n, type, MPI_SUM, comm);
	else if (strcmp(op, "gather") == 0)
		MPI_Gather(in, n, type, out, n, type, 0, comm);
	else if (strcmp(op, "reduce") == 0)
		MPI_Reduce(in, out, n, type, MPI_SUM, 0, comm);
	else if (strcmp(op, "reduce_scatter_block") == 0)
		MPI_Reduce_scatter_block(in, out, n, type, MPI_SUM, comm);
	else if (strcmp(op, "scan") == 0)
		MPI_Scan(in, out, n, type, MPI_SUM, comm);
	else if (strcmp(op, "scatter") == 0)
		MPI_Scatter(in, n, type, out, n, type, 0, comm);
	else
		MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char **argv)
{
	int rank, size;
	char name[4096];
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	messages = calloc(size, sizeof *messages);
	bytes = calloc(size, sizeof *bytes);
	isend = mca_pml.isend;
	send = mca_pml.send;
	mca_pml.isend = recorded_isend;
	mca_pml.send = recorded_send;
	snprintf(name, sizeof name, "%s.%d", argv[1], rank);
	FILE *file = fopen(name, "w");
	for (int i = 2; i + 1 < argc; i += 2) {
		int n = atoi(argv[i + 1]);
		char *in = calloc((size_t)size * n + 1, 1), *out = calloc((size_t)size * n + 1, 1);
		memset(messages, 0, size * sizeof *messages);
		memset(bytes, 0, size * sizeof *bytes);
		call(argv[i], n, in, out);
		fprintf(file, "%s %d:", argv[i], n);
		for (int k = 0; k < size; k++)
			fprintf(file, " %zu/%zu", messages[k], bytes[k]);
		fprintf(file, "\n");
		free(in);
		free(out);
	}
	fclose(file);
	mca_pml.isend = isend;
	mca_pml.send = send;
	free(messages);
	free(bytes);
	MPI_Finalize();
}
