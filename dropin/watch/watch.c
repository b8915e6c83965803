#include "watch.h"

#include <stdlib.h>
#include <string.h>

#include "../dropin.h"
#include "watcher.h"

int tc_watching;

static watched *all_watched;     // in no particular order; entries are reused, and never freed
static watched *latest_watched;  // entry of the communicator of the last call

enum { HANDLES = 1024 };
static watched *by_handle[HANDLES]; // a cache, whose entries may be overwritten

const watched *tc_all_watched(void) { return __atomic_load_n(&all_watched, __ATOMIC_ACQUIRE); }

const watched *tc_latest_watched(void) { return __atomic_load_n(&latest_watched, __ATOMIC_ACQUIRE); }

// unused_id tries a sequence of ids that begins with `id`, and returns the first id that no communicator of
// the program has.
static uint64_t unused_id(uint64_t id) {
	const watched *other = all_watched;
	while (other != NULL) {
		if (!other->is_freed && other->id == id) {
			id = tc_sum(&id, sizeof id);
			other = all_watched;
		} else {
			other = other->next;
		}
	}
	return id;
}

// read_members fills in the ranks of a communicator, and an id that all communicators with the same ranks
// have.
static void read_members(watched *w, MPI_Comm comm) {
	int inter = 0, p = 0;
	PMPI_Comm_test_inter(comm, &inter);
	PMPI_Comm_size(comm, &p);
	int *rank = inter ? NULL : tc_world_ranks(comm, p);
	w->p = rank == NULL ? 0 : p;
	if (w->p > 0) {
		memset(w->is_member, 0, sizeof w->is_member);
		for (int i = 0; i < p && w->p > 0; i++) {
			if (rank[i] < 0 || rank[i] >= MOST_WATCHED) { // a spawned process
				w->p = 0;
			} else {
				w->is_member[rank[i] / 8] |= 1 << rank[i] % 8;
			}
		}
		w->id = tc_sum(rank, p * sizeof *rank);
	}
	free(rank);
}

// add_watched returns a new entry for a communicator, or NULL if memory is exhausted. Communicators with the
// same ranks get different ids, in the order in which this rank adds them.
static watched *add_watched(MPI_Comm comm) {
	tc_lock();
	watched *w = all_watched;
	while (w != NULL && w->is_freed != FREED) {
		w = w->next;
	}
	int is_new = w == NULL;
	if (!is_new) {
		w->is_freed = REUSED;
	}
	tc_unlock();
	if (is_new && (w = calloc(1, sizeof *w)) == NULL) {
		return NULL;
	}
	w->id = 0;
	w->calls = 0;
	w->comm = comm;
	// read_members runs without the lock, because it calls the MPI library, which has locks too.
	read_members(w, comm);
	tc_lock();
	w->id = unused_id(w->id);
	w->is_freed = 0;
	if (is_new) {
		w->next = all_watched;
		__atomic_store_n(&all_watched, w, __ATOMIC_RELEASE);
	}
	tc_unlock();
	return w;
}

static watched *find_watched(MPI_Comm comm) {
	watched *w = all_watched;
	while (w != NULL && (w->comm != comm || w->is_freed)) {
		w = w->next;
	}
	return w;
}

watched *tc_enter(MPI_Comm comm, int op, int form, const void *from) {
	watched **place = &by_handle[tc_hash((uintptr_t)comm, HANDLES)], *w = *place;
	if (w == NULL || w->comm != comm || w->is_freed) {
		if (comm == MPI_COMM_NULL || ((w = find_watched(comm)) == NULL && (w = add_watched(comm)) == NULL)) {
			return NULL;
		}
		*place = w;
	}
	w->op = op;
	w->form = form;
	w->root = NO_ROOT;
	w->words = -1;
	w->from = from;
	w->calls++;
	latest_watched = w;
	__atomic_store_n(&w->is_inside, 1, __ATOMIC_RELEASE);
	return w;
}

void tc_unwatch(MPI_Comm comm) {
	tc_lock();
	watched *w = find_watched(comm);
	if (w != NULL) {
		w->is_freed = FREED;
	}
	tc_unlock();
}
