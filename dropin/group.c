#include "dropin.h"

#include <stdlib.h>
#include <string.h>

static int key = MPI_KEYVAL_INVALID;

// The group that was asked for last: most programs have few communicators. NULL: none.
static MPI_Comm last_comm = MPI_COMM_NULL;
static group *last;

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
	last_comm = MPI_COMM_NULL;
	group_free(value);
	return MPI_SUCCESS;
}

// within reports whether all processes are those of MPI_COMM_WORLD, with which this one has agreed on a file.
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

// add gives an operation one more way.
static int add(group *g, int op, way w) {
	way *longer = realloc(g->way[op], (g->ways[op] + 1) * sizeof *longer);
	if (longer == NULL) {
		return 0;
	}
	g->way[op] = longer;
	g->way[op][g->ways[op]++] = w;
	return 1;
}

// choose finds the ways of all operations: that of a forced set, or else those of the file for such a communicator.
static int choose(group *g, int count, int slots) {
	const plans_choice *c = tc_plans_choices(tc_plans);
	int ok = 1;
	for (int i = 0; i < tc_plans->sets; i++) {
		const plans_set *s = tc_plans_set(tc_plans, i);
		if (s->p == g->p && s->whole && g->ways[s->op] == 0 && tc_listed(tc_settings.force, s->name)) {
			ok = ok && add(g, s->op, (way){0, INT64_MAX, i, s->units > 1 ? i + 1 : i});
		}
	}
	int forced[OPERATIONS];
	memcpy(forced, g->ways, sizeof forced);
	for (int i = 0; i < tc_plans->choices; i++) {
		if (c[i].ranks == g->p && c[i].hosts == count && c[i].slots == slots && !forced[c[i].op]) {
			ok = ok && add(g, c[i].op, (way){c[i].from, c[i].to, c[i].whole, c[i].rest});
		}
	}
	return ok;
}

// known reports whether the file has anything for so many processes.
static int known(int p) {
	for (int i = 0; i < tc_plans->sets; i++) {
		if (tc_plans_set(tc_plans, i)->p == p) {
			return 1;
		}
	}
	return 0;
}

// make fills in a group, on all processes together. The group of a communicator for which there is nothing passes its calls on.
static void make(group *g, MPI_Comm comm) {
	int inter, size = 0, n = 0, count, slots;
	PMPI_Comm_test_inter(comm, &inter);
	if (inter) {
		return;
	}
	PMPI_Comm_size(comm, &g->p);
	PMPI_Comm_rank(comm, &g->rank);
	MPI_Comm own;
	if (g->p < 2 || !known(g->p) || !within(comm, g->p) || PMPI_Comm_split(comm, 0, g->rank, &own) != MPI_SUCCESS) {
		return;
	}
	PMPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
	size = tc_plans->sets;
	g->port = tc_port_new(own, MPI_BYTE);
	g->program_at = calloc(size + 1, sizeof *g->program_at);
	for (int i = 0; g->program_at != NULL && i < size; i++) {
		g->program_at[i] = n;
		n += tc_plans_set(tc_plans, i)->p == g->p ? 2 * tc_plans_set(tc_plans, i)->roots : 0;
		g->program_at[i + 1] = n;
	}
	g->program = calloc(n + 1, sizeof *g->program);
	g->comm = own;
	int ok = g->port != NULL && g->program_at != NULL && g->program != NULL;
	if (ok) {
		g->port->eager = 4000; // what is read ahead of a message; both libraries send at least as much at once
	}
	ok = hosts(g, ok, &count, &slots) && choose(g, count, slots);
	if (!ok) { // on every process, but for one that ran out of memory just now
		for (int op = 0; op < OPERATIONS; op++) {
			g->ways[op] = 0;
		}
	}
}

group *tc_group(MPI_Comm comm) {
	if (comm == last_comm && comm != MPI_COMM_NULL) {
		return last;
	}
	if (comm == MPI_COMM_NULL || (tc_one_communicator && comm != MPI_COMM_WORLD)) {
		return NULL;
	}
	group *g;
	int found = 0;
	if (key == MPI_KEYVAL_INVALID && PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, freed, &key, NULL) != MPI_SUCCESS) {
		return NULL;
	}
	if (PMPI_Comm_get_attr(comm, key, &g, &found) != MPI_SUCCESS) {
		return NULL;
	}
	if (!found) {
		g = calloc(1, sizeof *g);
		if (g == NULL) {
			return NULL;
		}
		g->comm = MPI_COMM_NULL;
		make(g, comm);
		PMPI_Comm_set_attr(comm, key, g);
	}
	last_comm = comm;
	last = g;
	return g;
}

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
