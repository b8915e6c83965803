// The report of rank 0 of two ranks, with a simulated MPI. On the other rank, a call of a plan takes 2 s and
// a call of the library 4 s. Rank 0, the root of a broadcast, returns after 1 s and after 0 s.
#include "../records/report.c"

#include <string.h>

settings tc_settings = {.verbose = 1, .sample = 1};
static plans_head head;
plans_head *tc_plans = &head;
const char *const tc_names[RECORDED] = {"bcast"};
const plans_set *tc_plans_set(const plans_head *f, int i) {
	static const plans_set set = {.name = "hcube/bcast"};
	return &set;
}

static double now, other;
static int barriers;
double PMPI_Wtime(void) { return now; }
int PMPI_Barrier(MPI_Comm comm) { return barriers++, MPI_SUCCESS; }

// PMPI_Reduce returns the time of the other rank, which is longer.
int PMPI_Reduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
	*(double *)out = other;
	return MPI_SUCCESS;
}

// The records: one cell, with means over both ranks. The other rank has no time in calls.
static records all = {.head = {.comms = 1, .cells = 1}, .cell = {{.op = BCAST, .size = 3, .set = 1}}};
int tc_size_class(int64_t bytes) { return 3; }
records *tc_add_records(void) { return memcpy(malloc(sizeof all), &all, sizeof all); }
void tc_add_cell(cell *sum, const cell *w) { *sum = *w; }
void tc_lock(void) {}
void tc_unlock(void) {}
void tc_write_profile(const char *name, const records *all) { abort(); } // none is wanted

int main(int argc, char **argv) {
	static communicator g = {.p = 2};
	const rule ours = {.whole = 0};
	for (int i = atoi(argv[1]); i > 0; i--) {
		call c = {.communicator = &g, .op = BCAST, .bytes = 4, .rule = &ours};
		tc_sample(&c);
		int kind = c.rule == NULL ? NATIVE : OURS;
		double seconds = kind == NATIVE ? 0 : 1;
		now += seconds;
		other = kind == NATIVE ? 4 : 2;
		all.cell[0].calls[kind]++;
		all.cell[0].seconds[kind] += seconds / 2;
		if (c.sampled) {
			tc_end_sample(&c, &all.cell[0]);
		}
	}
	all.head.whole = now + 5;
	tc_report();
	return barriers == atoi(argv[2]) ? 0 : 1;
}
