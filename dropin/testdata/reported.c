// The report of rank 0 of two ranks, with a simulated MPI. On the other rank, a call of a plan takes 2 s and
// a call of the library 4 s. Rank 0, the root of a broadcast, returns after 1 s and after 0 s.
#include "../report.c"

#include <stdlib.h>
#include <string.h>

settings tc_settings = {.verbose = 1, .timed = 1, .sample = 1};
const plans_head *tc_plans;
const char *const tc_names[OPERATIONS] = {"bcast"};
const plans_set *tc_plans_set(const plans_head *f, int i) {
	static const plans_set set = {.name = "hcube/bcast"};
	return &set;
}

static double now, other;
static int barriers;
double PMPI_Wtime(void) { return now; }
int PMPI_Barrier(MPI_Comm comm) { return barriers++, MPI_SUCCESS; }
int PMPI_Comm_rank(MPI_Comm comm, int *rank) { return *rank = 0, MPI_SUCCESS; }
int PMPI_Comm_size(MPI_Comm comm, int *p) { return *p = 2, MPI_SUCCESS; }

// PMPI_Reduce has of the other rank its time of a sampled call, and nothing of its numbers.
int PMPI_Reduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
	memcpy(out, in, n * (type == MPI_INT ? sizeof(int) : sizeof(double)));
	if (n == 1) {
		*(double *)out = other;
	}
	return MPI_SUCCESS;
}

int main(int argc, char **argv) {
	static communicator g = {.p = 2};
	const rule ours = {.whole = 0};
	tc_begin_report();
	for (int i = atoi(argv[1]); i > 0; i--) {
		call c = {.communicator = &g, .op = BCAST, .bytes = 4, .rule = &ours, .began = now};
		tc_sample(&c);
		now += c.rule == NULL ? 0 : 1;
		other = c.rule == NULL ? 4 : 2;
		tc_record_call(&c, now - c.began);
	}
	now += 5;
	tc_report();
	return barriers == atoi(argv[2]) ? 0 : 1;
}
