#include "dropin.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int attribute_key = MPI_KEYVAL_INVALID;

// world is the entry of MPI_COMM_WORLD. MPI may reuse the handle of any other communicator after
// MPI_Comm_free, so an attribute of such a communicator points to its entry.
static communicator *world;

static int all_passed_on; // set by tc_end_communicators

// A pending_free describes a communicator that the program is freeing. Delete callbacks of the program may
// still call collectives on the communicator, even after the library's attribute has been deleted.
typedef struct pending_free {
	MPI_Comm comm;
	communicator *communicator;
	int is_deleted; // the library's attribute has been deleted
	struct pending_free *next;
} pending_free;

static _Thread_local pending_free *pending_frees;

// MPICH has at most 2048 communicators. Each communicator with plans needs a second one, so the number of
// communicators with plans is limited.
#ifdef MPICH_VERSION
enum { MOST_SET_UP = 200 };
#else
enum { MOST_SET_UP = INT_MAX };
#endif
static atomic_int set_up_count;

// split creates g->comm. An error does not call the program's error handler.
static int split(communicator *g) {
	MPI_Errhandler handler;
	PMPI_Comm_get_errhandler(g->parent, &handler);
	PMPI_Comm_set_errhandler(g->parent, MPI_ERRORS_RETURN);
	int code = PMPI_Comm_split(g->parent, 0, g->rank, &g->comm);
	PMPI_Comm_set_errhandler(g->parent, handler);
	PMPI_Errhandler_free(&handler);
	if (code != MPI_SUCCESS) {
		g->comm = MPI_COMM_NULL;
		return 0;
	}
	PMPI_Comm_set_errhandler(g->comm, MPI_ERRORS_RETURN);
	set_up_count++;
	return 1;
}

// free_split frees g->comm.
static void free_split(communicator *g) {
	if (g->comm != MPI_COMM_NULL) {
		PMPI_Comm_free(&g->comm);
		set_up_count--;
	}
}

static void free_entry(communicator *g) {
	if (g->prepared > 0) {
		// The program's persistent calls still use g. MPI_Request_free ends them, but it is local, so it cannot
		// free g->comm. Therefore, g is never freed. Later errors of the calls go to MPI_COMM_WORLD.
		g->parent = MPI_COMM_WORLD;
		return;
	}
	tc_complete_started(g);
	tc_free_started(g);
	if (g->program != NULL) {
		for (int i = 0; i < g->program_at[tc_plans->sets]; i++) {
			if (g->program[i] != NULL) {
				tc_program_free(g->program[i]);
			}
		}
	}
	for (int op = 0; op < OPERATIONS; op++) {
		free(g->rule[op]);
	}
	free(g->program);
	free(g->program_at);
	for (int i = 0; i < BUFFERS; i++) {
		free(g->buffers[i].memory);
	}
	tc_tags_free(g->tags);
	tc_tags_free(g->kept_tags);
	if (g->port != NULL) {
		tc_port_free(g->port);
	}
	free_split(g);
	free(g);
}

static int delete_attribute(MPI_Comm comm, int which, void *value, void *state) {
	for (pending_free *d = pending_frees; d != NULL; d = d->next) {
		if (d->communicator == value) { // free_communicator will free the entry
			d->is_deleted = 1;
			return MPI_SUCCESS;
		}
	}
	if (value == world) {
		world = NULL;
	}
	free_entry(value);
	return MPI_SUCCESS;
}

// is_within_world reports whether all processes of a communicator belong to MPI_COMM_WORLD. Other processes
// have not agreed on the plan file.
static int is_within_world(MPI_Comm comm, int p) {
	int inside = 1, *rank = tc_world_ranks(comm, p);
	// If memory is exhausted, `inside` stays 1, and the set-up then fails on all ranks.
	for (int i = 0; rank != NULL && i < p; i++) {
		inside = inside && rank[i] != MPI_UNDEFINED;
	}
	free(rank);
	return inside;
}

// exchange_hosts sets *count to the number of hosts, and *slots to the largest number of processes on one
// host. It returns 0 if the exchange fails, or if `ok` is 0 on any process.
static int exchange_hosts(const communicator *g, int ok, int *count, int *slots) {
	char name[MPI_MAX_PROCESSOR_NAME];
	int length = 0;
	PMPI_Get_processor_name(name, &length);
	uint64_t mine = ok ? tc_sum(name, length) | 1 : 0, all[g->p];
	if (PMPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, g->comm) != MPI_SUCCESS) {
		return 0;
	}
	for (int i = 0; i < g->p; i++) {
		ok = ok && all[i] != 0;
	}
	tc_count_hosts(all, g->p, count, slots);
	return ok;
}

int64_t tc_longest_block(int set) {
	const plans_set *s = tc_plans_set(tc_plans, set);
	// A message of n units has at most n * (bytes / units + 1) words.
	return s->longest == 0 ? INT64_MAX : (int64_t)(INT_MAX / s->longest) * s->units - 1;
}

static void add_rule(communicator *g, int op, rule w) {
	if (w.whole >= 0 && w.to > tc_longest_block(w.whole)) {
		w.to = tc_longest_block(w.whole);
	}
	g->rule[op][g->rule_count[op]++] = w;
}

// On one host, some short non-blocking and persistent calls take longer with plans than without, although
// blocking calls are faster with plans (results/drop-in.md). This was measured on 2 ranks with
// MPI_Iallreduce, Iallgather, Ibarrier, Allreduce_init, Allgather_init and Barrier_init. With blocks of up to
// 512 bytes, all persistent calls took 0.2 to 0.4 us longer with plans. The limit also applies to other
// persistent functions, which were not measured.
enum { LONG_FROM = 4096 };

// shortest returns the shortest block, in bytes, of a call that a plan executes.
static int shortest(int op, int form, int hosts) {
	int is_slow = form == PERSISTENT || (form == NON_BLOCKING && (op == ALLGATHER || op == BARRIER));
	return hosts == 1 && is_slow ? LONG_FROM : 0;
}

// select_rules fills in the rules of all operations. If TOPOCOLL_FORCE names an algorithm of an operation,
// and the algorithm has a set for this number of ranks, the operation has only the rule for this algorithm.
// The other rules are the plan file's choices for this number of ranks, hosts and slots.
static void select_rules(communicator *g, int count, int slots) {
	const plans_choice *c = tc_plans_choices(tc_plans);
	for (int i = 0; i < tc_plans->sets; i++) {
		const plans_set *s = tc_plans_set(tc_plans, i);
		if (s->p == g->p && s->whole && g->rule_count[s->op] == 0 && tc_list_contains(tc_settings.force,
			s->name)) {
			add_rule(g, s->op, (rule){0, INT64_MAX, i, tc_plans_rest(tc_plans, i), INT32_MAX, 0, {0}});
		}
	}
	int forced[OPERATIONS];
	memcpy(forced, g->rule_count, sizeof forced);
	for (int i = 0; i < tc_plans->choices; i++) {
		if (c[i].ranks == g->p && c[i].hosts == count && c[i].slots == slots && !forced[c[i].op]) {
			add_rule(g, c[i].op, (rule){c[i].from, c[i].to, c[i].whole, c[i].rest, c[i].uneven,
				c[i].exchanged_from, {[NON_BLOCKING] = shortest(c[i].op, NON_BLOCKING, count),
				[PERSISTENT] = shortest(c[i].op, PERSISTENT, count)}});
		}
	}
}

// read_communicator fills in the fields of g that need no communication.
static void read_communicator(communicator *g, MPI_Comm comm) {
	int inter = 0;
	g->parent = comm;
	PMPI_Comm_test_inter(comm, &inter);
	if (!inter) {
		PMPI_Comm_size(comm, &g->p);
		PMPI_Comm_rank(comm, &g->rank);
		g->has_plans = g->p > 1 && tc_plans_cover(tc_plans, g->p) && is_within_world(comm, g->p);
	}
}

static communicator *allocate_entry(void) {
	communicator *g = calloc(1, sizeof *g);
	if (g != NULL) {
		g->comm = MPI_COMM_NULL;
	}
	return g;
}

static communicator *create_entry(MPI_Comm comm) {
	communicator *g = allocate_entry();
	if (g != NULL) {
		read_communicator(g, comm);
	}
	return g;
}

// allocate_buffers allocates the arrays and the port of g. It returns 0 if memory is exhausted.
static int allocate_buffers(communicator *g) {
	int n = 0, sets = tc_plans->sets;
	g->port = tc_port_new(g->comm, MPI_BYTE);
	g->program_at = calloc(sets + 1, sizeof *g->program_at);
	if (g->port == NULL || g->program_at == NULL) {
		return 0;
	}
	for (int i = 0; i < sets; i++) {
		g->program_at[i] = n;
		const plans_set *s = tc_plans_set(tc_plans, i);
		n += s->p == g->p ? 2 * s->roots * (1 + (s->by_blocks != 0)) : 0;
		g->program_at[i + 1] = n;
	}
	g->program = calloc(n + 1, sizeof *g->program);
	int ok = g->program != NULL;
	for (int op = 0; op < OPERATIONS; op++) {
		g->rule[op] = calloc(tc_plans->choices + 1, sizeof *g->rule[op]);
		ok = ok && g->rule[op] != NULL;
	}
	g->port->eager = 4000; // bytes; both MPI libraries send messages of this length eagerly
	return ok;
}

// load_plans reads the plans of this process. On failure it prints the reason and returns 0.
static int load_plans(const communicator *g) {
	tc_lock(); // threads may set up communicators at the same time
	int ok = tc_plans_load(tc_plans, g->p, g->rank);
	tc_unlock();
	if (!ok) {
		fprintf(stderr, "topocoll: TOPOCOLL_PLANS: the file was damaged or truncated after MPI_Init; the MPI "
			"library executes all calls on a communicator of %d ranks\n", g->p);
	}
	return ok;
}

void tc_set_up_communicator(communicator *g) {
	int count, slots;
	g->is_set_up = 1;
	g->has_plans = split(g) && exchange_hosts(g, set_up_count <= MOST_SET_UP && load_plans(g) &&
		allocate_buffers(g), &count, &slots);
	if (g->has_plans) {
		select_rules(g, count, slots);
	} else {
		free_split(g);
	}
}

// find_or_create finds the entry of a communicator other than MPI_COMM_WORLD. If the communicator has no
// entry, the function creates one if may_create is set, and otherwise sets *g to NULL.
static int find_or_create(MPI_Comm comm, int may_create, communicator **g) {
	for (pending_free *d = pending_frees; d != NULL; d = d->next) {
		if (d->comm == comm) {
			if (d->communicator == NULL && may_create) {
				d->communicator = create_entry(comm);
			}
			*g = d->communicator;
			return MPI_SUCCESS;
		}
	}
	int is_set = 0, code = PMPI_Comm_get_attr(comm, attribute_key, g, &is_set);
	if (code != MPI_SUCCESS || is_set) {
		return code;
	}
	if (!may_create) {
		*g = NULL;
		return MPI_SUCCESS;
	}
	*g = create_entry(comm);
	if (*g != NULL && PMPI_Comm_set_attr(comm, attribute_key, *g) != MPI_SUCCESS) {
		free_entry(*g);
		*g = NULL;
	}
	if (*g == NULL) { // other ranks may execute a plan, so this rank cannot pass the call on
		PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
		return MPI_ERR_NO_MEM;
	}
	return MPI_SUCCESS;
}

int tc_find_communicator(MPI_Comm comm, communicator **found) {
	*found = NULL;
	if (comm == MPI_COMM_WORLD) {
		*found = all_passed_on ? NULL : world;
		return MPI_SUCCESS;
	}
	if (comm == MPI_COMM_NULL || all_passed_on) {
		return MPI_SUCCESS;
	}
	// If tc_threaded is set, only tc_created creates entries.
	int code = find_or_create(comm, !tc_threaded, found);
	if (code != MPI_SUCCESS || (*found != NULL && (*found)->p == 0)) { // p is 0 for an intercommunicator
		*found = NULL;
	}
	return code;
}

void tc_created(MPI_Comm comm) {
	communicator *g = NULL;
	if (tc_threaded && !all_passed_on && comm != MPI_COMM_NULL && find_or_create(comm, 1, &g) == MPI_SUCCESS &&
		g->has_plans && !g->is_set_up) {
		tc_set_up_communicator(g);
	}
}

int tc_begin_communicators(void) {
	world = allocate_entry();
	return world != NULL && PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &attribute_key,
		NULL) == MPI_SUCCESS &&
	       PMPI_Comm_set_attr(MPI_COMM_WORLD, attribute_key, world) == MPI_SUCCESS;
}

void tc_register_world(void) {
	read_communicator(world, MPI_COMM_WORLD);
	if (world->has_plans) {
		tc_set_up_communicator(world);
	}
}

void tc_end_communicators(void) { all_passed_on = 1; }

// free_communicator calls MPI_Comm_free or MPI_Comm_disconnect, and then frees the entry.
static int free_communicator(MPI_Comm *comm, int (*function)(MPI_Comm *)) {
	if (tc_plans == NULL || all_passed_on || comm == NULL || *comm == MPI_COMM_NULL ||
		*comm == MPI_COMM_WORLD) {
		return function(comm);
	}
	pending_free d = {.comm = *comm, .next = pending_frees};
	int is_set = 0, code = PMPI_Comm_get_attr(d.comm, attribute_key, &d.communicator, &is_set);
	if (code != MPI_SUCCESS) {
		return code;
	}
	d.communicator = is_set ? d.communicator : NULL;
	pending_frees = &d;
	code = function(comm);
	pending_frees = d.next;
	if (code == MPI_SUCCESS && d.communicator != NULL) {
		// MPICH deletes attributes only when the program's active calls on the communicator are complete. If
		// calls are still active, delete_attribute frees the entry later.
		if (d.is_deleted || !is_set) {
			free_entry(d.communicator);
		}
	} else if (d.communicator != NULL) { // the communicator still exists, perhaps without the attribute
		communicator *same;
		if (PMPI_Comm_get_attr(d.comm, attribute_key, &same, &is_set) == MPI_SUCCESS && !is_set) {
			PMPI_Comm_set_attr(d.comm, attribute_key, d.communicator);
		}
	}
	return code;
}

// forget_and_free removes the handle from the records and the watched list, and then calls
// free_communicator. In this order, another thread may get the same handle for a new communicator.
static int forget_and_free(MPI_Comm *comm, int (*function)(MPI_Comm *)) {
	MPI_Comm old = comm == NULL ? MPI_COMM_NULL : *comm;
	if (tc_recording) {
		tc_forget_class(old);
	}
	if (tc_watching) {
		tc_unwatch(old);
	}
	return free_communicator(comm, function);
}

API int MPI_Comm_free(MPI_Comm *comm) { return forget_and_free(comm, tc_next.Comm_free); }

API int MPI_Comm_disconnect(MPI_Comm *comm) { return forget_and_free(comm, tc_next.Comm_disconnect); }
