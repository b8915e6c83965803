#include <mpi.h>
#include <stdlib.h>

#include "../job.h"
#include "waits.h"

// A series consists of the calls of one operation and size on one group of ranks. One of every `stride` calls
// is a sample. The samples are chosen at random, because programs often repeat a pattern of calls. When the
// list of samples is full, half of the samples are dropped, and the stride is doubled. All ranks of the group
// make the same calls and choose the same samples.
enum { SERIES = 512, SAMPLES = 64 };
typedef struct {
	uint64_t key; // 0 in an empty entry
	int64_t calls, next, stride; // next: number of the next call that will be a sample
	int ranks, n;
	struct {
		int64_t number, began, ticks;
		int cell;
	} sample[SAMPLES];
} series;

// A clock_pair holds two ticks of this host's clock, one from the beginning and one from the end of the
// program. For each of them, it holds a tick of rank 0's clock that was read at the same time, up to `error`
// ticks of this host's clock.
typedef struct {
	int64_t own_ticks[2], rank_0[2], error[2];
} clock_pair;

// An arrival is the time at which a rank enters a sampled call, or the latest such time of several ranks.
typedef struct {
	uint64_t call; // identifies the call
	int64_t at;    // time of arrival, in ticks of rank 0's clock
	int32_t ranks; // number of ranks that make the call
	int32_t count; // number of ranks that have reported their arrival
} arrival;

enum { ARRIVALS = 1 << 16 }; // maximum number of sampled calls in a program

static MPI_Comm world = MPI_COMM_NULL;
static int rank, p, leader; // leader: the lowest rank on this host
static const uint64_t *host;
static series *all_series;
static clock_pair pair;

static uint64_t mix(uint64_t x) {
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static int first_on_host(int of) {
	int first = 0;
	while (host[first] != host[of]) {
		first++;
	}
	return first;
}

// measure_clock_offset stores simultaneous ticks of this rank's clock and of rank 0's clock in element `end`
// of the pair. It exchanges messages with rank 0 until SLOWER exchanges in a row are not faster than an
// earlier one. It uses the fastest exchange.
static void measure_clock_offset(int end) {
	enum { SLOWER = 16 };
	int64_t best = INT64_MAX;
	int is_last = 0;
	for (int left = SLOWER; !is_last; left--) {
		is_last = left == 1;
		int64_t answer, sent = tc_tick();
		PMPI_Send(&is_last, 1, MPI_INT, 0, 0, world);
		PMPI_Recv(&answer, 1, MPI_INT64_T, 0, 0, world, MPI_STATUS_IGNORE);
		int64_t got = tc_tick();
		if (got - sent < best) {
			best = got - sent;
			pair.own_ticks[end] = sent + best / 2;
			pair.rank_0[end] = answer;
			pair.error[end] = best / 2;
			left = SLOWER + 1;
		}
	}
}

static void answer_clock_questions(int from) {
	for (int is_last = 0; !is_last;) {
		PMPI_Recv(&is_last, 1, MPI_INT, from, 0, world, MPI_STATUS_IGNORE);
		int64_t now = tc_tick();
		PMPI_Send(&now, 1, MPI_INT64_T, from, 0, world);
	}
}

// compare_clocks compares the clock of one rank on each host with the clock of rank 0.
static void compare_clocks(int end) {
	if (rank == 0) {
		for (int r = 1; r < p; r++) {
			if (first_on_host(r) == r) {
				answer_clock_questions(r);
			}
		}
	} else if (leader == rank) {
		measure_clock_offset(end);
	}
}

void tc_begin_waits(MPI_Comm comm, const uint64_t *hosts, int wanted) {
	series *mine = wanted ? calloc(SERIES, sizeof *mine) : NULL;
	int ready = mine != NULL, all_ready = 0;
	world = comm;
	host = hosts;
	PMPI_Comm_rank(world, &rank);
	PMPI_Comm_size(world, &p);
	leader = first_on_host(rank);
	if (PMPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_MIN, world) != MPI_SUCCESS || !all_ready) {
		free(mine);
		return;
	}
	compare_clocks(0);
	all_series = mine;
}

// draw_number returns a pseudo-random number below n for sample i, the same on all ranks of the series.
static int64_t draw_number(const series *s, int i, int64_t n) { return mix(s->key ^ mix(i * n + 1)) % n; }

// drop_half drops one of every two samples of a full series, at random.
static void drop_half(series *s) {
	s->n = SAMPLES / 2;
	s->stride *= 2;
	for (int i = 0; i < s->n; i++) {
		s->sample[i] = s->sample[2 * i + draw_number(s, i, 2)];
	}
}

void tc_sample_wait(uint64_t key, int ranks, int cell, int64_t began, int64_t ticks) {
	if (all_series == NULL) {
		return;
	}
	unsigned place = mix(key) % SERIES, tries = 0;
	while (all_series[place].key != key && all_series[place].key != 0) {
		place = (place + 1) % SERIES;
		if (++tries == 8) {
			return;
		}
	}
	series *s = &all_series[place];
	if (s->key == 0) {
		s->key = key;
		s->ranks = ranks;
		s->stride = 1;
	}
	if (s->calls++ < s->next) {
		return;
	}
	s->sample[s->n].number = s->next;
	s->sample[s->n].began = began;
	s->sample[s->n].ticks = ticks;
	s->sample[s->n].cell = cell;
	if (++s->n == SAMPLES) {
		drop_half(s);
	}
	s->next = s->n * s->stride + draw_number(s, s->n, s->stride);
}

static uint64_t sample_id(const series *s, int i) { return mix(s->key + mix(s->sample[i].number + 1)) | 1; }

// share_clock_pairs gives every rank the clock pair of its host.
static void share_clock_pairs(void) {
	compare_clocks(1);
	if (leader == 0) {
		return;
	}
	if (leader != rank) {
		PMPI_Recv(&pair, sizeof pair, MPI_BYTE, leader, 0, world, MPI_STATUS_IGNORE);
	}
	for (int r = rank + 1; leader == rank && r < p; r++) {
		if (host[r] == host[rank]) {
			PMPI_Send(&pair, sizeof pair, MPI_BYTE, r, 0, world);
		}
	}
}

// rank_0_ticks returns the length of one tick of this rank's clock, in ticks of rank 0's clock.
static double rank_0_ticks(void) {
	if (leader == 0 || pair.own_ticks[1] <= pair.own_ticks[0]) {
		return 1;
	}
	return (double)(pair.rank_0[1] - pair.rank_0[0]) / (pair.own_ticks[1] - pair.own_ticks[0]);
}

static int64_t to_rank_0(int64_t tick) {
	return leader == 0 ? tick : pair.rank_0[0] + (int64_t)((tick - pair.own_ticks[0]) * rank_0_ticks());
}

// list_samples lists this rank's arrivals at its sampled calls, and returns their number.
static int list_samples(arrival *list) {
	int n = 0;
	for (series *s = all_series; s < all_series + SERIES; s++) {
		for (int i = 0; i < s->n; i++) {
			list[n++] = (arrival){sample_id(s, i), to_rank_0(s->sample[i].began), s->ranks, 1};
		}
	}
	return n;
}

// add_arrivals adds the arrivals of a rank to the table. It ignores calls for which the table has no room.
static void add_arrivals(arrival *table, const arrival *list, int n) {
	for (const arrival *a = list; a < list + n; a++) {
		unsigned place = a->call % ARRIVALS, tries = 0;
		while (table[place].call != a->call && table[place].call != 0 && ++tries < 64) {
			place = (place + 1) % ARRIVALS;
		}
		arrival *sum = &table[place];
		if (sum->call == 0) {
			*sum = *a;
		} else if (sum->call == a->call) {
			sum->at = a->at > sum->at ? a->at : sum->at;
			sum->count++;
		}
	}
}

static int compare_arrivals(const void *a, const void *b) {
	uint64_t x = ((const arrival *)a)->call, y = ((const arrival *)b)->call;
	return (x > y) - (x < y);
}

// merge_arrivals fills the table on every rank with the last arrival at each sampled call, sorted by call. It
// omits a call unless all ranks that make it have sampled it. It returns the number of calls.
static int merge_arrivals(arrival *table, arrival *list) {
	int n = list_samples(list), complete = 0;
	if (rank != 0) {
		PMPI_Send(list, n * sizeof *list, MPI_BYTE, 0, 0, world);
	} else {
		add_arrivals(table, list, n);
		for (int from = 1; from < p; from++) {
			MPI_Status status;
			PMPI_Recv(list, SERIES * SAMPLES * sizeof *list, MPI_BYTE, from, 0, world, &status);
			PMPI_Get_count(&status, MPI_BYTE, &n);
			add_arrivals(table, list, n / (int)sizeof *list);
		}
		for (int i = 0; i < ARRIVALS; i++) {
			if (table[i].count > 1 && table[i].count == table[i].ranks) {
				table[complete++] = table[i];
			}
		}
		qsort(table, complete, sizeof *table, compare_arrivals);
	}
	PMPI_Bcast(&complete, 1, MPI_INT, 0, world);
	PMPI_Bcast(table, complete * sizeof *table, MPI_BYTE, 0, world);
	return complete;
}

void tc_end_waits(int complete, void (*add)(int cell, double calls, double ticks)) {
	if (all_series == NULL) {
		return;
	}
	arrival *table = calloc(ARRIVALS, sizeof *table), *list = malloc(SERIES * SAMPLES * sizeof *list);
	int ready = complete && table != NULL && list != NULL, all_ready = 0;
	PMPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_MIN, world);
	if (all_ready) {
		share_clock_pairs();
		int length = merge_arrivals(table, list);
		for (series *s = all_series; s < all_series + SERIES; s++) {
			const arrival *last[SAMPLES];
			int found = 0;
			for (int i = 0; i < s->n; i++) {
				arrival call = {.call = sample_id(s, i)};
				last[i] = bsearch(&call, table, length, sizeof *table, compare_arrivals);
				found += last[i] != NULL;
			}
			for (int i = 0; i < s->n; i++) {
				if (last[i] != NULL) {
					double wait = (last[i]->at - to_rank_0(s->sample[i].began)) / rank_0_ticks();
					double most = s->sample[i].ticks;
					add(s->sample[i].cell, (double)s->calls / found, wait < 0 ? 0 : wait < most ? wait : most);
				}
			}
		}
	}
	free(table);
	free(list);
	free(all_series);
	all_series = NULL;
}
