// Makes random collective calls on MPI_COMM_WORLD and on its halves for some seconds. One call of 400 waits
// 2.5 seconds for a late rank. For the test that topocoll run --watch gives no false alarm.
//   usage: random SECONDS
//   example: topocoll run -n 4 --watch 10s -- ./random 3600
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 22, MOST_COUNT = 1 << 16 };
static char in[MOST_BYTES], out[MOST_BYTES];

// draw returns a pseudo-random number below n.
static unsigned draw(unsigned long long *state, unsigned n) {
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned)(*state >> 33) % n;
}

static void call(unsigned kind, int count, int root, MPI_Comm comm) {
	MPI_Request request;
	int ints = count / (int)sizeof(int) + 1;
	switch (kind) {
	case 0: MPI_Bcast(in, count, MPI_CHAR, root, comm); break;
	case 1: MPI_Allreduce(in, out, ints, MPI_INT, MPI_SUM, comm); break;
	case 2: MPI_Reduce(in, out, ints, MPI_INT, MPI_MAX, root, comm); break;
	case 3: MPI_Allgather(in, count, MPI_CHAR, out, count, MPI_CHAR, comm); break;
	case 4: MPI_Alltoall(in, count, MPI_CHAR, out, count, MPI_CHAR, comm); break;
	case 5: MPI_Barrier(comm); break;
	case 6: MPI_Gather(in, count, MPI_CHAR, out, count, MPI_CHAR, root, comm); break;
	case 7: MPI_Scan(in, out, ints, MPI_INT, MPI_SUM, comm); break;
	default:
		MPI_Iallreduce(in, out, ints, MPI_INT, MPI_SUM, comm, &request);
		usleep(500);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int rank, size;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (argc != 2 || size > MOST_BYTES / MOST_COUNT) {
		fprintf(stderr, "usage: random SECONDS, on at most %d ranks\n", MOST_BYTES / MOST_COUNT);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	MPI_Comm half;
	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
	double end = MPI_Wtime() + atof(argv[1]), longest = 0, longest_of_all;
	unsigned long long common = 12345, own = 99 + (unsigned)rank; // all ranks draw the same calls
	long calls = 0;
	for (;; calls += 2) {
		int more = MPI_Wtime() < end;
		MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
		if (!more) break;
		MPI_Comm comm = draw(&common, 3) ? MPI_COMM_WORLD : half;
		int of_comm;
		MPI_Comm_size(comm, &of_comm);
		int count = 1 << draw(&common, 17), late = draw(&common, 400) == 0;
		unsigned kind = draw(&common, 9), late_rank = draw(&common, (unsigned)size);
		int root = (int)draw(&common, (unsigned)size) % of_comm;
		usleep(draw(&own, 4000));
		if (late && (int)late_rank == rank) usleep(2500000);
		double began = MPI_Wtime();
		call(kind, count, root, comm);
		double seconds = MPI_Wtime() - began;
		if (seconds > longest) longest = seconds;
	}
	MPI_Reduce(&longest, &longest_of_all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	if (rank == 0) printf("%ld calls on each rank; the longest took %.2f s\n", calls, longest_of_all);
	MPI_Finalize();
	return 0;
}
