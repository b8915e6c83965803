#include "records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dropin.h"
#include "waits.h"

int tc_recording;

static records *own_records;
static MPI_Comm merging = MPI_COMM_NULL; // for tc_add_records: a duplicate of MPI_COMM_WORLD
static int world_ranks;
static uint64_t *host_hashes; // hash of each rank's host, by rank of MPI_COMM_WORLD
static int64_t first_tick;
static double first_second;

static int compare_hosts(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

void tc_count_hosts(uint64_t *host, int p, int *hosts, int *slots) {
	qsort(host, p, sizeof *host, compare_hosts);
	*hosts = *slots = 0;
	for (int i = 0, first = 0; i < p; i++) {
		if (host[i] != host[first] || i == 0) {
			first = i;
			++*hosts;
		}
		*slots = i - first + 1 > *slots ? i - first + 1 : *slots;
	}
}

void tc_begin_records(void) {
	char name[MPI_MAX_PROCESSOR_NAME];
	int length = 0;
	PMPI_Comm_size(MPI_COMM_WORLD, &world_ranks);
	PMPI_Get_processor_name(name, &length);
	tc_begin_ticks();
	own_records = calloc(1, sizeof *own_records);
	host_hashes = malloc(world_ranks * sizeof *host_hashes);
	int ready = own_records != NULL && host_hashes != NULL, all_ready = 0;
	uint64_t own = tc_sum(name, length);
	if (PMPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD) != MPI_SUCCESS ||
		!all_ready ||
		PMPI_Allgather(&own, 1, MPI_UINT64_T, host_hashes, 1, MPI_UINT64_T, MPI_COMM_WORLD) != MPI_SUCCESS ||
		PMPI_Comm_dup(MPI_COMM_WORLD, &merging) != MPI_SUCCESS) {
		return;
	}
	tc_find_class(MPI_COMM_WORLD);
	// Waits are not recorded with concurrent threads, because the ranks may then make their calls in different
	// orders, and their samples would not match.
	tc_begin_waits(merging, host_hashes, tc_settings.profile != NULL && !tc_locking);
	first_second = PMPI_Wtime();
	first_tick = tc_tick();
	tc_recording = 1;
}

static int compare_ranks(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// find_hosts sets the hosts and slots of a communicator, and returns a number that identifies its group. It
// returns 0 if a process does not belong to MPI_COMM_WORLD, or if memory is exhausted.
static uint64_t find_hosts(MPI_Comm comm, comm_class *c) {
	uint64_t number = 0, *host = malloc(c->ranks * sizeof *host);
	int *rank = tc_world_ranks(comm, c->ranks);
	int known = rank != NULL && host != NULL;
	for (int i = 0; known && i < c->ranks; i++) {
		known = rank[i] != MPI_UNDEFINED;
		host[i] = known ? host_hashes[rank[i]] : 0;
	}
	if (known) {
		tc_count_hosts(host, c->ranks, &c->hosts, &c->slots);
		qsort(rank, c->ranks, sizeof *rank, compare_ranks);
		number = tc_sum((char *)rank, c->ranks * sizeof *rank);
	}
	free(rank);
	free(host);
	return number;
}

static int count_neighbors(MPI_Comm comm) {
	int kind = MPI_UNDEFINED, rank, count = 0, in, weighted;
	PMPI_Topo_test(comm, &kind);
	switch (kind) {
	case MPI_CART:
		PMPI_Cartdim_get(comm, &count);
		return 2 * count;
	case MPI_GRAPH:
		PMPI_Comm_rank(comm, &rank);
		PMPI_Graph_neighbors_count(comm, rank, &count);
		return count;
	case MPI_DIST_GRAPH:
		PMPI_Dist_graph_neighbors_count(comm, &in, &count, &weighted);
		return count;
	}
	return 0;
}

static comm_class read_class(MPI_Comm comm, uint64_t *group) {
	comm_class c = {0};
	int inter = 0;
	PMPI_Comm_test_inter(comm, &inter);
	PMPI_Comm_size(comm, &c.ranks);
	c.inter = inter != 0;
	c.blocks = c.ranks;
	if (inter) {
		PMPI_Comm_remote_size(comm, &c.blocks);
		c.ranks += c.blocks;
	} else {
		c.degree = count_neighbors(comm);
		*group = find_hosts(comm, &c);
	}
	return c;
}

// find_comm_class returns the index of a communicator's class. It adds a new class, or returns -1 if there is
// no room. Two classes are equal if their first `fields` bytes are equal.
static int find_comm_class(records *r, const comm_class *c, size_t fields) {
	for (int i = 0; i < r->head.comms; i++) {
		if (memcmp(&r->head.comm[i], c, fields) == 0) {
			return i;
		}
	}
	if (r->head.comms == COMM_CLASSES) {
		return -1;
	}
	r->head.comm[r->head.comms] = *c;
	return r->head.comms++;
}

static const comm_class overflow_class; // class of all communicators for which the table has no room

// A cache of communicator classes, indexed by a hash of the communicator's handle. A new entry overwrites an
// older entry with the same hash.
enum { HANDLES = 1024 };
static struct {
	MPI_Comm comm;
	comm_entry entry; // an empty entry has no class
} class_cache[HANDLES];

comm_entry tc_find_class(MPI_Comm comm) {
	unsigned place = tc_hash((uintptr_t)comm, HANDLES);
	comm_entry found = {NULL, 0};
	tc_lock();
	if (class_cache[place].comm == comm) {
		found = class_cache[place].entry;
	}
	tc_unlock();
	if (found.class != NULL) {
		return found;
	}
	// read_class runs without the lock, because it calls the MPI library, which has locks too.
	comm_class c = read_class(comm, &found.group);
	tc_lock();
	int i = find_comm_class(own_records, &c, sizeof c);
	found.class = i < 0 ? &overflow_class : &own_records->head.comm[i];
	class_cache[place].comm = comm;
	class_cache[place].entry = found;
	tc_unlock();
	return found;
}

void tc_forget_class(MPI_Comm comm) {
	unsigned place = tc_hash((uintptr_t)comm, HANDLES);
	tc_lock();
	if (class_cache[place].comm == comm) {
		class_cache[place].entry.class = NULL;
	}
	tc_unlock();
}

int64_t tc_type_size(MPI_Datatype type) {
	MPI_Count size = 0;
	PMPI_Type_size_x(type, &size);
	return size;
}

int tc_size_class(int64_t bytes) {
	int digits = bytes > 0 ? 64 - __builtin_clzll(bytes) : 0;
	return digits < SIZE_CLASSES ? digits : SIZE_CLASSES - 1;
}

static cell *find_cell(records *r, int comm, int form, int op, int size) {
	uint16_t *at = &r->index[comm][form][op][size];
	if (*at == 0) {
		if (r->head.cells == CELLS) {
			return NULL;
		}
		r->cell[r->head.cells] = (cell){.comm = comm, .op = op, .form = form, .size = size, .root = NO_ROOT,
			.type = MPI_DATATYPE_NULL};
		*at = ++r->head.cells;
	}
	return &r->cell[*at - 1];
}

static void add_root(cell *w, int root) {
	if (w->root != root && root != NO_ROOT) {
		w->root = w->root == NO_ROOT ? root : ROOTS_VARY;
	}
}

// add_type_name adds the name of a datatype to a cell. An empty name changes nothing.
static void add_type_name(cell *w, const char *name) {
	if (w->type_name[0] == '\0') {
		snprintf(w->type_name, sizeof w->type_name, "%s", name);
	} else if (name[0] != '\0' && strcmp(w->type_name, name) != 0) {
		strcpy(w->type_name, TYPES_VARY);
	}
}

static int has_type(const cell *w, MPI_Datatype type) {
	return w->type == type || type == MPI_DATATYPE_NULL || strcmp(w->type_name, TYPES_VARY) == 0;
}

// add_type adds the datatype of a call to a cell. The recorded name of a derived type without a name is
// "derived".
static void add_type(cell *w, MPI_Datatype type) {
	char whole[MPI_MAX_OBJECT_NAME] = "", name[TYPE_NAME];
	int length = 0;
	// PMPI_Type_get_name is called without the lock, because the MPI library has locks too.
	PMPI_Type_get_name(type, whole, &length);
	snprintf(name, sizeof name, "%.*s", TYPE_NAME - 1, length > 0 ? whole : "derived");
	tc_lock();
	add_type_name(w, name);
	w->type = type;
	tc_unlock();
}

// add_size adds calls of one size to the table of a cell. If all entries are in use, the new size replaces
// the size with the least weight, and inherits that weight. Therefore, the table always contains every size
// that more than 1/SIZES of the calls have.
static void add_size(cell *w, int64_t bytes, double calls, double seconds) {
	int at = -1, least = 0;
	for (int i = 0; i < SIZES && at < 0; i++) {
		at = w->sizes[i].weight == 0 || w->sizes[i].bytes == bytes ? i : -1;
		least = w->sizes[i].weight < w->sizes[least].weight ? i : least;
	}
	if (at < 0) {
		at = least;
		w->sizes[at].calls = w->sizes[at].seconds = 0;
	}
	w->sizes[at].bytes = bytes;
	w->sizes[at].calls += calls;
	w->sizes[at].seconds += seconds;
	w->sizes[at].weight += calls;
}

// series_of returns a number that identifies a series of calls. The ranks of the group make these calls in
// the same order. All calls of the series have the same operation and, unless the function has counts that
// may differ between ranks, the same size.
static uint64_t series_of(uint64_t group, int op, int size) {
	int has_counts = op >= GATHERV && op != REDUCE_SCATTERV;
	return group ^ (uint64_t)(op * SIZE_CLASSES + (has_counts ? 0 : size) + 1) * 0x9e3779b97f4a7c15;
}

cell *tc_record(comm_entry from, int form, int op, int64_t bytes, MPI_Datatype type, int root, int in_place,
	int set, int64_t began, int64_t ended) {
	const comm_class *comm = from.class;
	int64_t ticks = ended - began;
	tc_lock();
	cell *w = comm == &overflow_class ? NULL :
		find_cell(own_records, comm - own_records->head.comm, form, op, tc_size_class(bytes));
	own_records->head.seconds += ticks;
	int tunable = op < OPERATIONS || (op < NEIGHBOR_ALLGATHER && op != ALLTOALLW);
	if (form == BLOCKING && tunable && !comm->inter && comm->ranks > 1) {
		own_records->head.tunable += ticks;
	}
	if (w == NULL) {
		own_records->head.unrecorded++;
		tc_unlock();
		return NULL;
	}
	int kind = set > 0 ? OURS : NATIVE;
	w->calls[kind]++;
	w->seconds[kind] += ticks;
	w->in_place += in_place;
	w->set = set > 0 ? set : w->set;
	if (tc_is_rooted(op) && !comm->inter) {
		add_root(w, root);
	}
	int is_new = !comm->inter && !has_type(w, type);
	add_size(w, bytes, 1, ticks);
	if (form == BLOCKING && from.group != 0 && comm->ranks > 1) {
		tc_sample_wait(series_of(from.group, op, w->size), comm->ranks, w - own_records->cell, began, ticks);
	}
	tc_unlock();
	if (is_new) {
		add_type(w, type);
	}
	return w;
}

static void add_wait(int at, double calls, double ticks) {
	own_records->cell[at].waits += calls;
	own_records->cell[at].wait += calls * ticks;
}

// end_records ends the recording, estimates the waits and converts ticks to seconds.
static void end_records(void) {
	int64_t ticks = tc_tick() - first_tick;
	own_records->head.whole = PMPI_Wtime() - first_second;
	double per_tick = ticks > 0 ? own_records->head.whole / ticks : 0;
	tc_recording = 0;
	tc_end_waits(own_records->head.unrecorded == 0, add_wait);
	own_records->head.seconds *= per_tick;
	own_records->head.tunable *= per_tick;
	for (cell *w = own_records->cell; w < own_records->cell + own_records->head.cells; w++) {
		for (int kind = 0; kind < KINDS; kind++) {
			w->seconds[kind] *= per_tick;
			w->slowest += w->seconds[kind];
		}
		if (w->waits > 0) { // the samples represent all calls of the cell
			double calls = w->calls[OURS] + w->calls[NATIVE];
			w->wait = fmin(w->wait / w->waits * calls * per_tick, w->slowest);
			w->waits = calls;
		}
		for (int i = 0; i < SIZES; i++) {
			w->sizes[i].seconds *= per_tick;
		}
	}
}

void tc_add_cell(cell *sum, const cell *w) {
	for (int kind = 0; kind < KINDS; kind++) {
		sum->calls[kind] += w->calls[kind];
		sum->seconds[kind] += w->seconds[kind];
		sum->samples[kind] += w->samples[kind];
		sum->logs[kind] += w->logs[kind];
	}
	sum->of_rank += w->slowest;
	sum->in_place += w->in_place;
	sum->waits += w->waits;
	sum->wait += w->wait;
	sum->set = w->set > sum->set ? w->set : sum->set;
	add_root(sum, w->root);
	add_type_name(sum, w->type_name);
	for (int i = 0; i < SIZES && w->sizes[i].weight > 0; i++) {
		add_size(sum, w->sizes[i].bytes, w->sizes[i].calls, w->sizes[i].seconds);
	}
}

static void add_rank(records *all, const records *r) {
	int is_first = all->head.comms == 0;
	find_comm_class(all, &r->head.comm[0], offsetof(comm_class, blocks));
	all->head.unrecorded += r->head.unrecorded;
	all->head.whole += r->head.whole;
	all->head.most_whole = fmax(all->head.most_whole, r->head.whole);
	all->head.seconds += r->head.seconds;
	all->head.tunable += r->head.tunable;
	all->head.most = fmax(all->head.most, r->head.seconds);
	all->head.least = is_first ? r->head.seconds : fmin(all->head.least, r->head.seconds);
	all->head.least_tunable = is_first ? r->head.tunable : fmin(all->head.least_tunable, r->head.tunable);
	for (const cell *w = r->cell; w < r->cell + r->head.cells; w++) {
		int comm = find_comm_class(all, &r->head.comm[w->comm], offsetof(comm_class, blocks));
		cell *sum = comm < 0 ? NULL : find_cell(all, comm, w->form, w->op, w->size);
		if (sum == NULL) {
			all->head.unrecorded += w->calls[OURS] + w->calls[NATIVE];
		} else {
			tc_add_cell(sum, w);
		}
	}
	for (cell *sum = all->cell; sum < all->cell + all->head.cells; sum++) { // sum may hold several cells of r
		sum->slowest = fmax(sum->slowest, sum->of_rank);
		sum->of_rank = 0;
	}
}

// convert_sums converts sums over all ranks. It converts seconds to mean seconds per rank, and counts to
// numbers of calls of the program. The sums count a call once for each rank of its communicator.
static void convert_sums(records *all) {
	all->head.unrecorded /= world_ranks;
	all->head.whole /= world_ranks;
	all->head.seconds /= world_ranks;
	all->head.tunable /= world_ranks;
	for (cell *w = all->cell; w < all->cell + all->head.cells; w++) {
		int ranks = all->head.comm[w->comm].ranks;
		for (int kind = 0; kind < KINDS; kind++) {
			w->calls[kind] /= ranks;
			w->seconds[kind] /= world_ranks;
		}
		if (w->waits > 0) { // some ranks may have no samples of these calls
			w->wait *= (w->calls[OURS] + w->calls[NATIVE]) * ranks / w->waits;
			w->wait = fmin(w->wait / world_ranks, w->seconds[OURS] + w->seconds[NATIVE]);
		}
		w->in_place /= tc_is_rooted(w->op) ? 1 : ranks; // only the root may pass MPI_IN_PLACE
		for (int i = 0; i < SIZES; i++) {
			w->sizes[i].calls /= ranks;
			w->sizes[i].seconds /= world_ranks;
		}
	}
}

records *tc_add_records(void) {
	int rank;
	end_records();
	PMPI_Comm_rank(merging, &rank);
	if (rank != 0) {
		PMPI_Send(&own_records->head, sizeof own_records->head, MPI_BYTE, 0, 0, merging);
		PMPI_Send(own_records->cell, own_records->head.cells * sizeof *own_records->cell, MPI_BYTE, 0, 0,
			merging);
		return NULL;
	}
	records *all = calloc(1, sizeof *all);
	for (int from = 0; from < world_ranks; from++) {
		if (from > 0) { // `all` already includes the previous rank's records, so own_records can be reused
			PMPI_Recv(&own_records->head, sizeof own_records->head, MPI_BYTE, from, 0, merging, MPI_STATUS_IGNORE);
			PMPI_Recv(own_records->cell, sizeof own_records->cell, MPI_BYTE, from, 0, merging, MPI_STATUS_IGNORE);
		}
		if (all != NULL) {
			add_rank(all, own_records);
		}
	}
	if (all != NULL) {
		convert_sums(all);
	}
	return all;
}
