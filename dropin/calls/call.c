// This file begins and ends calls, and selects the rule for each call.
#include "../dropin.h"

#include <limits.h>
#include <stdlib.h>

#include "../../mpi/port.h"

// has_root reports whether both sets of plans of a rule contain plans for the given root.
static int has_root(const rule *w, int root) {
	return root < tc_plans_set(tc_plans, w->whole)->roots && root < tc_plans_set(tc_plans, w->rest)->roots;
}

// find_rule returns the rule for blocks of the given size, or NULL if the call must be passed on.
static const rule *find_rule(const communicator *g, int op, int64_t bytes, int root) {
	if (bytes > INT_MAX / g->p) { // the counts of a plan are ints
		return NULL;
	}
	for (const rule *w = g->rule[op], *end = w + g->rule_count[op]; w < end; w++) {
		if (bytes >= w->from && bytes <= w->to) {
			return w->whole >= 0 && (!tc_has_root(op) || has_root(w, root)) ? w : NULL;
		}
	}
	return NULL;
}

// always_passed_on reports whether the library passes on every call of an operation on g. All ranks get the
// same result, so a rank can pass on the call without reading its arguments.
static int always_passed_on(const communicator *g, int op) {
	return tc_settings.check == 0 && (!g->has_plans || tc_settings.off[op] ||
		(g->is_set_up && g->rule_count[op] == 0));
}

call tc_begin_call_from(int op, MPI_Comm comm, int form, const void *from) {
	call c; // c has no initializer, because that would also clear the fields that tc_describe sets
	// g is separate, because taking the address of c.communicator would force the compiler to copy c.
	communicator *g = NULL;
	c.comm = comm;
	c.rule = NULL;
	c.request = NULL;
	c.started = NULL;
	c.form = form;
	c.op = c.function = op;
	c.counts.at = NULL;
	c.layout = NULL;
	c.bytes = 0;
	c.error = MPI_SUCCESS;
	c.checked = c.sampled = 0;
	c.watched = NULL;
	if (tc_recording) { // the recorded time of a communicator's first call includes the set-up
		c.began = tc_tick();
	}
	if (tc_plans != NULL) {
		c.error = tc_find_communicator(comm, &g);
	}
	c.communicator = g != NULL && always_passed_on(g, op) ? NULL : g;
	if (tc_watching && c.error == MPI_SUCCESS) {
		c.watched = tc_enter(comm, op, form, from);
	}
	return c;
}

// A non-blocking call cannot set up a communicator, because other ranks may make other calls before they take
// part in the set-up. All ranks make the calls on a communicator in the same order. Therefore, at each call,
// the communicator is set up either on all ranks or on no rank. The initialization of a persistent call can
// set up a communicator, because it may wait for the other ranks.
call tc_begin_started_from(int op, MPI_Comm comm, int form, MPI_Request *request, const void *from) {
	call c = tc_begin_call_from(op, comm, form, from);
	c.request = request;
	communicator *g = c.communicator;
	if (g != NULL && (request == NULL || (form == PERSISTENT ? g->never_prepares : !g->is_set_up) ||
		tc_settings.check > 0 || tc_threaded || !tc_can_start())) {
		c.communicator = NULL;
	}
	return c;
}

int tc_is_taken(call *c) {
	if (c->rule != NULL && c->request != NULL) {
		if (c->bytes < c->rule->shortest[c->form]) {
			c->rule = NULL;
		} else {
			c->started = tc_new_started(c);
		}
	}
	return c->rule != NULL;
}

char *tc_grow(buffer *b, int64_t bytes) {
	if ((size_t)bytes >= b->room) {
		free(b->memory);
		b->memory = malloc(bytes + 1);
		b->room = b->memory == NULL ? 0 : bytes + 1;
	}
	return b->memory;
}

char *tc_buffer(const call *c, int which, int64_t bytes) {
	if (c->request != NULL && c->started == NULL) {
		return NULL;
	}
	return tc_grow((c->request == NULL ? c->communicator->buffers : tc_started_buffers(c->started)) + which,
		bytes);
}

int tc_is_ready(const call *c) {
	communicator *g = c->communicator;
	if (!g->has_plans || tc_settings.off[c->op]) {
		return 0;
	}
	if (!g->is_set_up) {
		tc_set_up_communicator(g);
	}
	return g->has_plans;
}

void tc_select_rule(call *c, int64_t bytes, int root) {
	communicator *g = c->communicator;
	c->bytes = bytes;
	c->root = root;
	if (!tc_is_ready(c)) {
		return;
	}
	if (tc_settings.check > 0 && g->calls++ % tc_settings.check == 0) {
		c->checked = 1;
		tc_check_arguments(g, c->op, c->bytes, c->root);
	}
	if (c->bytes > 0 || c->op == BARRIER) {
		c->rule = find_rule(g, c->op, c->bytes, c->root);
	}
	if (tc_settings.sample && c->rule != NULL && c->request == NULL) {
		tc_sample(c);
	}
}

// block_bytes returns the size of a block, or the mean size if the blocks differ. It returns 0 for a
// communicator without a class.
static int64_t block_bytes(const call *c, const comm_class *comm) {
	if (comm->inter || comm->ranks == 0) { // on an intercommunicator, `counts` may have a different length
		return 0;
	}
	if (c->counts.at == NULL) {
		return c->words * tc_type_size(c->type);
	}
	if (tc_is_rooted(c->function)) { // only the root has counts here, and only with MPI_IN_PLACE
		return tc_element(c->counts, c->root) * tc_type_size(c->type);
	}
	int64_t words = 0;
	for (int i = 0; i < comm->blocks; i++) {
		words += tc_element(c->counts, i);
	}
	return words * tc_type_size(c->type) / comm->blocks;
}

// record adds a call to the records. The call must have succeeded, so that its communicator and type are
// valid.
static cell *record(const call *c) {
	int64_t ended = tc_tick();
	comm_entry comm = tc_find_class(c->comm);
	return tc_record(comm, c->form, c->function, block_bytes(c, comm.class),
		c->function == BARRIER ? MPI_DATATYPE_NULL : c->type, c->root, c->in_place,
		c->rule == NULL ? 0 : c->rule->whole + 1, c->began, ended);
}

int tc_end_call(const call *c, int code) {
	tc_leave(c->watched);
	cell *w = tc_recording && code == MPI_SUCCESS ? record(c) : NULL;
	if (c->sampled) {
		tc_end_sample(c, w);
	}
	if (c->rule != NULL && code != MPI_SUCCESS) {
		code = code == WRONG_LENGTH ? MPI_ERR_TRUNCATE : code;
		PMPI_Comm_call_errhandler(c->comm, code);
	}
	return code;
}
