#include "dropin.h"

#include <stdlib.h>
#include <string.h>

static int key = MPI_KEYVAL_INVALID;

// The group of MPI_COMM_WORLD, which exists until MPI_Finalize. The handle of any other communicator may come back for a new one after
// MPI_Comm_free, so only an attribute of the communicator itself identifies its group.
static group *of_world;

static int ended; // all calls are passed on

// A departure is a communicator that the program is freeing. The delete callbacks of the program's attributes may still call collectives on it,
// before our attribute is deleted or after.
typedef struct departure {
	MPI_Comm comm;
	group *group;
	struct departure *next;
} departure;

static departure *departures;

static void group_free(group *g) {
	if (g->program != NULL) {
		for (int i = 0; i < g->program_at[tc_plans->sets]; i++) {
			if (g->program[i] != NULL) {
				tc_program_free(g->program[i]);
			}
		}
	}
	for (int op = 0; op < OPERATIONS; op++) {
		free(g->way[op]);
	}
	free(g->program);
	free(g->program_at);
	for (unsigned i = 0; i < sizeof g->dense / sizeof *g->dense; i++) {
		free(g->dense[i].memory);
	}
	if (g->port != NULL) {
		tc_port_free(g->port);
	}
	if (g->comm != MPI_COMM_NULL) {
		PMPI_Comm_free(&g->comm);
	}
	free(g);
}

static int freed(MPI_Comm comm, int which, void *value, void *state) {
	for (const departure *d = departures; d != NULL; d = d->next) {
		if (d->group == value) { // needed until the communicator is gone
			return MPI_SUCCESS;
		}
	}
	if (value == of_world) {
		of_world = NULL;
	}
	group_free(value);
	return MPI_SUCCESS;
}

// within reports whether all processes are of MPI_COMM_WORLD, whose ranks have agreed on a file.
static int within(MPI_Comm comm, int p) {
	MPI_Group all;
	PMPI_Comm_group(comm, &all);
	int inside = 1, *from = malloc(p * sizeof *from), *to = malloc(p * sizeof *to);
	if (from != NULL && to != NULL) { // without memory every process fails: nothing has been sent yet
		for (int i = 0; i < p; i++) {
			from[i] = i;
		}
		PMPI_Group_translate_ranks(all, p, from, tc_world, to);
		for (int i = 0; i < p; i++) {
			inside = inside && to[i] != MPI_UNDEFINED;
		}
	}
	free(from);
	free(to);
	PMPI_Group_free(&all);
	return inside;
}

// hosts finds on how many hosts the processes are, and how many are on the fullest one. It returns 0 where one has no memory.
static int hosts(const group *g, int ok, int *count, int *slots) {
	char name[MPI_MAX_PROCESSOR_NAME];
	int length = 0;
	PMPI_Get_processor_name(name, &length);
	uint64_t mine = ok ? tc_sum(name, length) | 1 : 0, all[g->p];
	if (PMPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, g->comm) != MPI_SUCCESS) {
		return 0;
	}
	*count = *slots = 0;
	for (int i = 0; i < g->p; i++) {
		int same = 0, first = 1;
		for (int k = 0; k < g->p; k++) {
			same += all[k] == all[i];
			first = first && (k >= i || all[k] != all[i]);
		}
		*count += first;
		*slots = same > *slots ? same : *slots;
		ok = ok && all[i] != 0;
	}
	return ok;
}

static void add(group *g, int op, way w) { g->way[op][g->ways[op]++] = w; }

// choose finds the ways of all operations: that of a forced set, or else those of the file for such a communicator.
static void choose(group *g, int count, int slots) {
	const plans_choice *c = tc_plans_choices(tc_plans);
	for (int i = 0; i < tc_plans->sets; i++) {
		const plans_set *s = tc_plans_set(tc_plans, i);
		if (s->p == g->p && s->whole && g->ways[s->op] == 0 && tc_listed(tc_settings.force, s->name)) {
			add(g, s->op, (way){0, INT64_MAX, i, tc_plans_rest(tc_plans, i)});
		}
	}
	int forced[OPERATIONS];
	memcpy(forced, g->ways, sizeof forced);
	for (int i = 0; i < tc_plans->choices; i++) {
		if (c[i].ranks == g->p && c[i].hosts == count && c[i].slots == slots && !forced[c[i].op]) {
			add(g, c[i].op, (way){c[i].from, c[i].to, c[i].whole, c[i].rest});
		}
	}
}

// fill notes what this process knows of a communicator.
static void fill(group *g, MPI_Comm comm) {
	int inter = 0;
	g->parent = comm;
	PMPI_Comm_test_inter(comm, &inter);
	if (!inter) {
		PMPI_Comm_size(comm, &g->p);
		PMPI_Comm_rank(comm, &g->rank);
		g->possible = g->p > 1 && tc_plans_known(tc_plans, g->p) && within(comm, g->p);
	}
}

static group *empty(void) {
	group *g = calloc(1, sizeof *g);
	if (g != NULL) {
		g->comm = MPI_COMM_NULL;
	}
	return g;
}

// make returns a new group; NULL: no memory.
static group *make(MPI_Comm comm) {
	group *g = empty();
	if (g != NULL) {
		fill(g, comm);
	}
	return g;
}

// room allocates what a group needs, or returns 0.
static int room(group *g) {
	int n = 0, sets = tc_plans->sets;
	g->port = tc_port_new(g->comm, MPI_BYTE);
	g->program_at = calloc(sets + 1, sizeof *g->program_at);
	if (g->port == NULL || g->program_at == NULL) {
		return 0;
	}
	for (int i = 0; i < sets; i++) {
		g->program_at[i] = n;
		n += tc_plans_set(tc_plans, i)->p == g->p ? 2 * tc_plans_set(tc_plans, i)->roots : 0;
		g->program_at[i + 1] = n;
	}
	g->program = calloc(n + 1, sizeof *g->program);
	int ok = g->program != NULL;
	for (int op = 0; op < OPERATIONS; op++) {
		g->way[op] = calloc(tc_plans->choices + 1, sizeof *g->way[op]);
		ok = ok && g->way[op] != NULL;
	}
	g->port->eager = 4000; // what is read ahead of a message; both libraries send at least as much at once
	return ok;
}

void tc_join(group *g) {
	int count, slots;
	g->joined = 1;
	if (PMPI_Comm_split(g->parent, 0, g->rank, &g->comm) != MPI_SUCCESS) {
		g->possible = 0;
		return;
	}
	PMPI_Comm_set_errhandler(g->comm, MPI_ERRORS_RETURN);
	g->possible = hosts(g, room(g), &count, &slots);
	if (g->possible) {
		choose(g, count, slots);
	}
}

// find looks a communicator up that is not MPI_COMM_WORLD.
static int find(MPI_Comm comm, group **g) {
	for (departure *d = departures; d != NULL; d = d->next) {
		if (d->comm == comm) {
			d->group = d->group == NULL ? make(comm) : d->group;
			*g = d->group;
			return MPI_SUCCESS;
		}
	}
	int is_set = 0, code = PMPI_Comm_get_attr(comm, key, g, &is_set);
	if (code != MPI_SUCCESS || is_set) {
		return code;
	}
	*g = make(comm);
	if (*g != NULL && PMPI_Comm_set_attr(comm, key, *g) != MPI_SUCCESS) {
		group_free(*g);
		*g = NULL;
	}
	return MPI_SUCCESS;
}

int tc_group(MPI_Comm comm, group **found) {
	*found = NULL;
	if (comm == MPI_COMM_WORLD) {
		*found = ended ? NULL : of_world;
		return MPI_SUCCESS;
	}
	if (comm == MPI_COMM_NULL || tc_one_communicator || ended) {
		return MPI_SUCCESS;
	}
	int code = find(comm, found);
	if (code != MPI_SUCCESS) {
		*found = NULL;
		return code;
	}
	if (*found == NULL) { // one rank alone cannot pass a call on that is ours on the others
		PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
		return MPI_ERR_NO_MEM;
	}
	if ((*found)->p == 0) { // an intercommunicator
		*found = NULL;
		return MPI_SUCCESS;
	}
	return MPI_SUCCESS;
}

int tc_begin_groups(void) {
	of_world = empty();
	return of_world != NULL && PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freed, &key, NULL) == MPI_SUCCESS &&
	       PMPI_Comm_set_attr(MPI_COMM_WORLD, key, of_world) == MPI_SUCCESS;
}

void tc_start_groups(void) {
	fill(of_world, MPI_COMM_WORLD);
	if (tc_one_communicator && of_world->possible) {
		tc_join(of_world);
	}
}

void tc_end_groups(void) { ended = 1; }

// depart frees a communicator of the program by a function of MPI, and then our group.
static int depart(MPI_Comm *comm, int (*function)(MPI_Comm *)) {
	if (tc_plans == NULL || ended || tc_one_communicator || comm == NULL || *comm == MPI_COMM_NULL || *comm == MPI_COMM_WORLD) {
		return function(comm);
	}
	departure d = {*comm, NULL, departures};
	int is_set = 0, code = PMPI_Comm_get_attr(d.comm, key, &d.group, &is_set);
	if (code != MPI_SUCCESS) {
		return code;
	}
	d.group = is_set ? d.group : NULL;
	departures = &d;
	code = function(comm);
	departures = d.next;
	if (code == MPI_SUCCESS && d.group != NULL) {
		group_free(d.group);
	} else if (d.group != NULL) { // the communicator still exists, perhaps without our attribute
		group *same;
		if (PMPI_Comm_get_attr(d.comm, key, &same, &is_set) == MPI_SUCCESS && !is_set) {
			PMPI_Comm_set_attr(d.comm, key, d.group);
		}
	}
	return code;
}

API int MPI_Comm_free(MPI_Comm *comm) { return depart(comm, tc_next.Comm_free); }

API int MPI_Comm_disconnect(MPI_Comm *comm) { return depart(comm, tc_next.Comm_disconnect); }

char *tc_dense(group *g, int which, int64_t bytes) {
	if ((size_t)bytes >= g->dense[which].room) {
		free(g->dense[which].memory);
		g->dense[which].room = bytes + 1;
		g->dense[which].memory = malloc(bytes + 1);
		if (g->dense[which].memory == NULL) {
			g->dense[which].room = 0;
		}
	}
	return g->dense[which].memory;
}
