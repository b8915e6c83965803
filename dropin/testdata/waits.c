// Waits on hosts whose clocks differ in their starts and rates. One rank after the other enters a barrier
// late. Each rank prints, in seconds, the time that it has measured, and the true time in the sampled calls,
// scaled to all calls. Then it prints the true times in the sampled calls and in all calls if no wait counts
// as more than MOST, and the possible error because its clock was compared with rank 0's.
#include "../records/waits.c"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 200, LATE = 4000, MOST = 6000 }; // LATE, MOST: in us

// Ranks 1 and 3 are on one host.
static const uint64_t hosts[] = {7, 8, 9, 8};
static const double rates[] = {1, 1.5, 0.25, 1.5};
static const double starts[] = {0, 5e12, -3e12, 5e12};
static int me;

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int64_t tc_tick(void) { return (int64_t)(now() * rates[me] + starts[me]); }

static double limited(double wait) { return wait < MOST * 1e3 ? wait : MOST * 1e3; }

static double sum, calls;
static int samples;

static void add(int cell, double of, double ticks) {
	sum += of * ticks;
	calls += of;
	samples += cell == 3;
}

int main(int argc, char **argv) {
	int size;
	double entered, last, waited[CALLS], want = 0, limited_sampled = 0, limited_all = 0;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	tc_begin_waits(MPI_COMM_WORLD, hosts, 1);
	for (int i = 0; i < CALLS; i++) {
		if (i % size == me) {
			usleep(LATE);
		}
		int64_t began = tc_tick();
		entered = (began - starts[me]) / rates[me];
		MPI_Barrier(MPI_COMM_WORLD);
		tc_sample_wait(5, size, 3, began, tc_tick() - began);
		MPI_Allreduce(&entered, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
		waited[i] = last - entered;
		limited_all += limited(waited[i]);
	}
	for (series *s = all_series; s < all_series + SERIES; s++) {
		for (int i = 0; i < s->n; i++) {
			double wait = waited[s->sample[i].number];
			want += wait * CALLS / s->n;
			limited_sampled += limited(wait) * CALLS / s->n;
		}
	}
	tc_end_waits(1, add);
	double error = (pair.error[0] > pair.error[1] ? pair.error[0] : pair.error[1]) / rates[me];
	printf("rank %d: %g %g %g %g %g %d\n", me, sum / calls * CALLS / rates[me] / 1e9, want / 1e9,
		limited_sampled / 1e9, limited_all / 1e9, error * CALLS / 1e9, samples);
	MPI_Finalize();
}
