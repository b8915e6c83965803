// Non-blocking calls. The program gets an MPI generalized request, which every MPI function that takes
// requests accepts. MPI does not make progress on such a request. However, whenever Open MPI makes progress
// itself, it calls the progress functions of its components, and it accepts our function as well. See
// docs/decisions/0016-requests.md.
#include "dropin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

#include "../mpi/operation.h"
#include "../mpi/state.h"

struct started_call {
	started_call *next; // in the list of active or of idle calls
	communicator *communicator;
	const rule *rule;
	int root, parts;
	struct {
		program *program;
		int64_t size; // bytes of a word
		operation *operation;
	} part[PARTS];
	buffer buffers[BUFFERS];
	char *out;
	operand into; // at is NULL if out is the program's memory
	MPI_Request request;
	int *code; // the error code that the request returns
};

static started_call *active;

// in_engine is set while this process executes operations. MPI calls make_progress then, too.
static int in_engine;

buffer *tc_started_buffers(started_call *s) { return s->buffers; }

started_call *tc_new_started(const call *c) {
	communicator *g = c->communicator;
	started_call **found = &g->idle;
	for (started_call **at = &g->idle; *at != NULL; at = &(*at)->next) {
		if ((*at)->rule == c->rule && (*at)->root == c->root) { // its operations can be used again
			found = at;
			break;
		}
	}
	started_call *s = *found;
	if (s != NULL) {
		*found = s->next;
	} else if ((s = calloc(1, sizeof *s)) == NULL) {
		return NULL;
	}
	s->communicator = g;
	s->rule = c->rule;
	s->root = c->root;
	return s;
}

static void put_back(started_call *s) {
	s->next = s->communicator->idle;
	s->communicator->idle = s;
}

void tc_free_started(communicator *g) {
	for (started_call *s = g->idle, *next; s != NULL; s = next) {
		next = s->next;
		for (int i = 0; i < PARTS; i++) {
			if (s->part[i].operation != NULL) {
				tc_operation_free(s->part[i].operation);
			}
		}
		for (int i = 0; i < BUFFERS; i++) {
			free(s->buffers[i].memory);
		}
		free(s);
	}
	g->idle = NULL;
}

// The functions of a generalized request. Its state is the error code of the call.
static int query(void *code, MPI_Status *status) {
	PMPI_Status_set_elements(status, MPI_BYTE, 0);
	PMPI_Status_set_cancelled(status, 0);
	status->MPI_SOURCE = MPI_UNDEFINED;
	status->MPI_TAG = MPI_UNDEFINED;
	return *(int *)code;
}

static int free_code(void *code) {
	free(code);
	return MPI_SUCCESS;
}

static int cancel(void *code, int is_complete) { return MPI_SUCCESS; } // MPI forbids it for collectives

// result_of returns the error code of a call, or -1 if the call is not complete.
static int result_of(const started_call *s) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < s->parts; i++) {
		if (tc_operation_is_active(s->part[i].operation)) {
			return -1;
		}
		int own = tc_operation_code(s->part[i].operation);
		own = own == WRONG_LENGTH ? MPI_ERR_TRUNCATE : own;
		code = code == MPI_SUCCESS ? own : code;
	}
	return code;
}

// complete completes the request of a call whose operations are complete.
static void complete(started_call *s, int code) {
	if (s->into.at != NULL) {
		int position = 0;
		if (code == MPI_SUCCESS) {
			code = PMPI_Unpack(s->out, tc_bytes(&s->into), &position, s->into.at, s->into.n, s->into.type,
				s->communicator->comm);
		}
		PMPI_Type_free(&s->into.type);
	}
	MPI_Request request = s->request;
	*s->code = code;
	put_back(s);
	PMPI_Grequest_complete(request);
}

// make_progress makes progress on all active calls. It returns the number of calls that it has completed.
static int make_progress(void) {
	if (active == NULL || in_engine) {
		return 0;
	}
	int n = 0;
	in_engine = 1;
	tc_progress();
	for (started_call **at = &active; *at != NULL;) {
		started_call *s = *at;
		int code = result_of(s);
		if (code < 0) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		complete(s, code);
		n++;
	}
	in_engine = 0;
	return n;
}

#ifdef MPICH_VERSION
int tc_can_start(void) { return 0; }

static void make_library_progress(void) {}
#else
typedef int (*progress_function)(void);
typedef int (*register_function)(progress_function);

static register_function find_register(void) {
	return (register_function)dlsym(RTLD_DEFAULT, "opal_progress_register");
}

int tc_can_start(void) {
	static int can = -1;
	can = can < 0 ? find_register() != NULL : can;
	return can;
}

static void make_library_progress(void) {
	static int is_registered;
	if (!is_registered) {
		find_register()(make_progress);
		is_registered = 1;
	}
}
#endif

void tc_complete_started(const communicator *g) {
	for (;;) {
		const started_call *s = active;
		while (s != NULL && g != NULL && s->communicator != g) {
			s = s->next;
		}
		if (s == NULL) {
			return;
		}
		make_progress();
	}
}

// find_tags creates the tags of non-blocking calls. It returns 0 if memory is exhausted.
static int find_tags(communicator *g) {
	int is_set = 0, *most;
	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &is_set);
	int last = is_set ? *most : SHRT_MAX; // the upper half, because blocking calls use the lower one
	g->tags = tc_tags_new(g->p, last / 2 + 1, last);
	return g->tags != NULL;
}

// prepare finds or creates the operations of a call. It returns 0 if memory is exhausted.
static int prepare(const call *c, started_call *s, const part *parts, int64_t size) {
	for (int i = 0; i < s->parts; i++) {
		program *g = tc_program(c, parts[i].set, 1);
		if (s->part[i].operation != NULL && s->part[i].program == g && s->part[i].size == size) {
			continue;
		}
		if (s->part[i].operation != NULL) {
			tc_operation_free(s->part[i].operation);
		}
		s->part[i].operation = g == NULL || !tc_channels(g) ? NULL : tc_operation_new(c->communicator->port, g,
			size, 0);
		s->part[i].program = g;
		s->part[i].size = size;
		if (s->part[i].operation == NULL) {
			return 0;
		}
	}
	return 1;
}

// start_parts starts the operations of a call.
static int start_parts(const started_call *s, const part *parts, const char *in, char *out, MPI_Datatype type,
	int64_t size, const reduction *op) {
	int code = MPI_SUCCESS;
	state_of(s->communicator->port)->type = type;
	for (int i = 0; i < s->parts && code == MPI_SUCCESS; i++) {
		int64_t done = parts[i].first * size;
		code = tc_operation_start(s->part[i].operation, s->communicator->tags, parts[i].factor,
			in == NULL ? NULL : (char *)in + done, out == NULL ? NULL : out + done, op->op, op->loop, op->commutes,
			0);
	}
	return code == NO_TAGS || code == NO_MEMORY ? MPI_ERR_NO_MEM : code;
}

int tc_start(const call *c, const char *in, char *out, const operand *into, int64_t words, MPI_Datatype type,
	int64_t size, const reduction *op) {
	part parts[PARTS];
	communicator *g = c->communicator;
	started_call *s = c->started;
	int *state = malloc(sizeof *state);
	if (s == NULL) {
		free(state);
		return MPI_ERR_NO_MEM;
	}
	s->parts = tc_divide(c, words, parts);
	s->out = out;
	s->into = into == NULL ? (operand){NULL} : *into;
	s->code = state;
	if (state == NULL || (g->tags == NULL && !find_tags(g)) || !prepare(c, s, parts, size) ||
		PMPI_Grequest_start(query, free_code, cancel, state, &s->request) != MPI_SUCCESS) {
		free(state);
		put_back(s);
		return MPI_ERR_NO_MEM;
	}
	if (into != NULL) { // the program may free its type before the call is complete
		PMPI_Type_dup(into->type, &s->into.type);
	}
	*c->request = s->request;
	make_library_progress();
	in_engine = 1;
	int code = start_parts(s, parts, in, out, type, size, op);
	in_engine = 0;
	started_call **last = &active;
	while (*last != NULL) {
		last = &(*last)->next;
	}
	s->next = NULL;
	*last = s;
	return code;
}
