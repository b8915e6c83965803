// This file implements non-blocking and persistent calls. The request of a non-blocking call is an MPI
// generalized request. The request of a persistent call is a persistent receive of this process from itself.
// Every MPI function that takes requests accepts both. MPI does not make progress on operations that execute
// plans. However, whenever Open MPI makes progress itself, it calls the progress functions of its components.
// It also accepts a progress function of this library. See docs/decisions/0016-requests.md.
#include "../dropin.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../../mpi/operation.h"
#include "../../mpi/state.h"

// A list_copy is a copy of a block list, which the library keeps until a call is complete. Before that, the
// program may free the datatype. MPI forbids changes to the counts, but some programs change them. The array
// `ends` is copied because it is in memory of the communicator, which the next call may overwrite.
typedef struct {
	block_list blocks; // n is 0 if there is no list
	int64_t *memory;   // contains the arrays of blocks.ends, blocks.words and blocks.places
} list_copy;

struct started_call {
	started_call *next; // next call in the list of active calls or of idle calls
	communicator *communicator;
	const rule *rule;
	int form, root, parts;
	struct {
		program *program;
		int64_t size; // size of a word in bytes
		operation *operation;
		int64_t first, factor; // see the type `part` in dropin.h
	} part[PARTS];
	buffer buffers[BUFFERS];
	const char *in;
	char *out;
	MPI_Datatype type;
	reduction op;
	program *own_program; // program for blocks of different lengths; NULL before the first such call
	int own_set, own_root; // set and root of own_program
	list_copy from; // every start copies these words to `packed`; empty if `in` is the program's memory
	char *packed;
	list_copy into; // empty if `out` is the program's memory
	MPI_Request request;
	int *code; // the error code that a generalized request returns

	// The following fields are for persistent calls.
	started_call *next_prepared; // next call in the same entry of the hash table
	int tag;                     // tag of the message that completes the request
	int is_active, is_freed;
};

static started_call *active_calls;

// is_in_engine is set while this process executes operations. MPI may call make_progress during this time.
static int is_in_engine;

buffer *tc_started_buffers(started_call *s) { return s->buffers; }

started_call *tc_new_started(const call *c) {
	communicator *g = c->communicator;
	started_call **found = &g->idle;
	for (started_call **at = &g->idle; *at != NULL; at = &(*at)->next) {
		const started_call *s = *at;
		int is_stretched = s->own_program != NULL && s->part[0].program == s->own_program;
		if (s->rule == c->rule && s->root == c->root && is_stretched == (c->layout != NULL)) {
			// The operations of this entry can be used again.
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
	s->form = c->form;
	s->root = c->root;
	s->from.blocks.n = s->into.blocks.n = 0;
	s->is_active = s->is_freed = 0;
	return s;
}

// copy_type creates a datatype that is equal to a derived one. Unlike MPI_Type_dup, it does not copy the
// program's attributes.
static int copy_type(MPI_Datatype type, MPI_Datatype *copy) {
	return PMPI_Type_contiguous(1, type, copy) == MPI_SUCCESS && PMPI_Type_commit(copy) == MPI_SUCCESS;
}

// copy_list copies a block list. It copies a derived datatype. It returns 0 if memory is exhausted.
static int copy_list(list_copy *to, const block_list *b) {
	size_t ends = b->ends == NULL ? 0 : b->n + 1, n = b->words.at == NULL ? 0 : b->n;
	size_t words = n * b->words.width, places = n * b->places.width; // in bytes
	to->blocks = *b;
	to->memory = NULL;
	if (b->n == 0) {
		return 1;
	}
	int ok = b->all.info.run || copy_type(b->all.type, &to->blocks.all.type);
	if (ok && ends + n > 0) {
		to->memory = malloc(ends * sizeof *b->ends + words + places);
		if (to->memory == NULL && !b->all.info.run) {
			PMPI_Type_free(&to->blocks.all.type);
		}
		ok = to->memory != NULL;
	}
	if (!ok) {
		to->blocks.n = 0;
		return 0;
	}
	if (ends > 0) {
		to->blocks.ends = memcpy(to->memory, b->ends, ends * sizeof *b->ends);
	}
	if (n > 0) {
		to->blocks.words.at = memcpy(to->memory + ends, b->words.at, words);
		to->blocks.places.at = memcpy((char *)(to->memory + ends) + words, b->places.at, places);
	}
	return 1;
}

static void free_list_copy(list_copy *k) {
	if (k->blocks.n == 0) {
		return;
	}
	if (!k->blocks.all.info.run) {
		PMPI_Type_free(&k->blocks.all.type);
	}
	free(k->memory);
	k->blocks.n = 0;
}

int tc_keep_input(started_call *s, const block_list *b, char *packed) {
	s->packed = packed;
	return copy_list(&s->from, b) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static void recycle(started_call *s) {
	free_list_copy(&s->from);
	free_list_copy(&s->into);
	for (int i = 0; i < s->parts && s->form == PERSISTENT; i++) { // freeing an operation releases its tags
		if (s->part[i].operation != NULL) {
			tc_operation_free(s->part[i].operation);
			s->part[i].operation = NULL;
		}
	}
	s->next = s->communicator->idle;
	s->communicator->idle = s;
}

int tc_give_up(const call *c) {
	if (c->started != NULL) {
		recycle(c->started);
	}
	return MPI_ERR_NO_MEM;
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
		tc_program_free(s->own_program);
		free(s);
	}
	g->idle = NULL;
}

// These are the callback functions of generalized requests, whose state is the error code of the call.
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

static int cancel(void *code, int is_complete) { return MPI_SUCCESS; } // collective calls cannot be cancelled

// combined_code returns the error code of a call, or -1 if the call is not complete.
static int combined_code(const started_call *s) {
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

// prepared_calls counts the persistent calls whose requests the program has not freed. prepared_by_request is
// a hash table of these calls.
static int prepared_calls;
enum { BUCKETS = 256 };
static started_call *prepared_by_request[BUCKETS];

// find_prepared returns the address of the pointer to a persistent call in the hash table. The pointer is
// NULL if no call has this request.
static started_call **find_prepared(MPI_Request request) {
	started_call **at = &prepared_by_request[tc_hash((uintptr_t)request, BUCKETS)];
	while (*at != NULL && (*at)->request != request) {
		at = &(*at)->next_prepared;
	}
	return at;
}

static void remove_prepared(started_call **at) {
	started_call *s = *at;
	*at = s->next_prepared;
	prepared_calls--;
	s->communicator->prepared--;
	s->is_freed = 1;
}

// complete_prepared completes the request of a persistent call. The request is a receive of 0 bytes, and
// complete_prepared sends the matching message. If the call failed, it sends 1 byte instead, so that the
// receive fails and Open MPI frees the request.
static void complete_prepared(started_call *s, int code) {
	s->is_active = 0;
	if (code != MPI_SUCCESS) {
		PMPI_Comm_call_errhandler(s->communicator->parent, code);
		started_call **at = find_prepared(s->request);
		if (*at == s) {
			remove_prepared(at);
		}
	}
	PMPI_Send(&code, code != MPI_SUCCESS, MPI_BYTE, 0, s->tag, tc_self);
	if (s->is_freed) {
		recycle(s);
	}
}

static void complete_request(started_call *s, int code) {
	if (code == MPI_SUCCESS) {
		code = tc_copy_out(s->communicator, s->out, &s->into.blocks);
	}
	if (s->form == PERSISTENT) {
		complete_prepared(s, code);
		return;
	}
	MPI_Request request = s->request;
	*s->code = code;
	recycle(s);
	PMPI_Grequest_complete(request);
}

// make_progress makes progress on all active calls, and returns how many of them it has completed.
static int make_progress(void) {
	if (active_calls == NULL || is_in_engine) {
		return 0;
	}
	int n = 0;
	is_in_engine = 1;
	tc_progress();
	for (started_call **at = &active_calls; *at != NULL;) {
		started_call *s = *at;
		int code = combined_code(s);
		if (code < 0) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		complete_request(s, code);
		n++;
	}
	is_in_engine = 0;
	return n;
}

void tc_complete_started(const communicator *g) {
	for (;;) {
		const started_call *s = active_calls;
		while (s != NULL && g != NULL && s->communicator != g) {
			s = s->next;
		}
		if (s == NULL) {
			return;
		}
		make_progress();
	}
}

// create_tags creates the tag sequences of non-blocking and of persistent calls. Each has a quarter of all
// tags, because blocking calls use the lower half. It returns 0 if memory is exhausted.
static int create_tags(communicator *g) {
	int is_set = 0, *most;
	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &is_set);
	int last = is_set ? *most : SHRT_MAX, first_kept = last - last / 4;
	g->tags = tc_tags_new(g->p, last / 2 + 1, first_kept - 1);
	g->kept_tags = tc_tags_new(g->p, first_kept, last);
	return g->tags != NULL && g->kept_tags != NULL;
}

// program_for returns the program that executes a part of a call, or NULL if memory is exhausted. A call on
// blocks of different lengths needs a separate program, because other calls may be active.
static program *program_for(const call *c, started_call *s, int set) {
	if (c->layout == NULL) {
		return tc_program(c, set, 1);
	}
	if (s->own_set != set || s->own_root != c->root) {
		if (s->part[0].operation != NULL) { // the operation may refer to the program that is freed below
			tc_operation_free(s->part[0].operation);
			s->part[0].operation = NULL;
		}
		tc_program_free(s->own_program);
		s->own_program = NULL;
		s->own_set = set;
		s->own_root = c->root;
	}
	return tc_own_program(c, set, &s->own_program) ? s->own_program : NULL;
}

// prepare_operations finds or creates the operations of a call. It returns 0 if memory or the tags of
// persistent calls are exhausted.
static int prepare_operations(const call *c, started_call *s, int64_t words, int64_t size) {
	part parts[PARTS];
	communicator *g = s->communicator;
	s->parts = tc_divide(c, words, parts);
	if ((g->tags == NULL || g->kept_tags == NULL) && !create_tags(g)) {
		return 0;
	}
	for (int i = 0; i < s->parts; i++) {
		program *plan = program_for(c, s, parts[i].set);
		if (plan == NULL) {
			return 0;
		}
		operation *o = s->part[i].operation;
		if (o != NULL && (s->part[i].program != plan || s->part[i].size != size)) {
			tc_operation_free(o);
			o = NULL;
		}
		if (o == NULL && tc_channels(plan)) {
			o = tc_operation_new(g->port, plan, size, 0);
		}
		s->part[i] = (__typeof__(s->part[i])){plan, size, o, parts[i].first, parts[i].factor};
		if (o == NULL || (s->form == PERSISTENT && tc_operation_reserve(o, g->kept_tags,
			parts[i].factor) != MPI_SUCCESS)) {
			return 0;
		}
	}
	return 1;
}

// create_request creates the request of a call. It returns 0 if memory is exhausted.
static int create_request(started_call *s) {
	static int tags;
	if (s->form == PERSISTENT) {
		s->tag = s->tag > 0 ? s->tag : ++tags;
		return PMPI_Recv_init(NULL, 0, MPI_BYTE, 0, s->tag, tc_self, &s->request) == MPI_SUCCESS;
	}
	s->code = malloc(sizeof *s->code);
	int ok = s->code != NULL && PMPI_Grequest_start(query, free_code, cancel, s->code,
		&s->request) == MPI_SUCCESS;
	if (!ok) {
		free(s->code);
	}
	return ok;
}

static int start_operations(started_call *s) {
	const communicator *g = s->communicator;
	int code = tc_copy_in(g, &s->from.blocks, s->packed);
	state_of(g->port)->type = s->type;
	is_in_engine = 1;
	for (int i = 0; i < s->parts && code == MPI_SUCCESS; i++) {
		int64_t done = s->part[i].first * s->part[i].size;
		char *in = s->in == NULL ? NULL : (char *)s->in + done, *out = s->out == NULL ? NULL : s->out + done;
		code = tc_operation_start(s->part[i].operation, g->tags, s->part[i].factor, in, out, s->op.op,
			s->op.loop, s->op.commutes, 0);
	}
	is_in_engine = 0;
	started_call **last = &active_calls;
	while (*last != NULL) {
		last = &(*last)->next;
	}
	s->next = NULL;
	s->is_active = 1;
	*last = s;
	return code == NO_TAGS || code == NO_MEMORY ? MPI_ERR_NO_MEM : code;
}

int tc_start(const call *c, const char *in, char *out, const block_list *into, int64_t words,
	MPI_Datatype type, int64_t size, const reduction *op) {
	started_call *s = c->started;
	if (s == NULL) {
		return MPI_ERR_NO_MEM;
	}
	s->in = in;
	s->out = out;
	s->type = type;
	s->op = *op;
	int ok = into == NULL || copy_list(&s->into, into);
	if (!ok || !prepare_operations(c, s, words, size) || !create_request(s)) {
		recycle(s);
		return MPI_ERR_NO_MEM;
	}
	*c->request = s->request;
	tc_register_progress(make_progress);
	return s->form == PERSISTENT ? MPI_SUCCESS : start_operations(s);
}

#ifdef HAS_PERSISTENT
static void add_prepared(started_call *s, MPI_Request request) {
	s->request = request;
	s->next_prepared = NULL;
	*find_prepared(request) = s;
}

int tc_is_prepared(call *c) {
	started_call *s = c->started;
	int own = c->code == MPI_SUCCESS, all = 0;
	PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, c->communicator->comm);
	if (!all) {
		if (own) {
			PMPI_Request_free(&s->request);
			recycle(s);
		}
		c->rule = NULL;
		c->communicator->never_prepares = 1; // the ranks may have reserved different tags
		return 0;
	}
	add_prepared(s, s->request);
	prepared_calls++;
	c->communicator->prepared++;
	return 1;
}

API int MPI_Start(MPI_Request *request) {
	started_call **at = prepared_calls == 0 || request == NULL ? NULL : find_prepared(*request);
	started_call *s = at == NULL ? NULL : *at;
	int code = tc_next.Start(request);
	if (code != MPI_SUCCESS || s == NULL) {
		return code;
	}
	if (*request != s->request) { // Open MPI may replace the request in MPI_Start
		*at = s->next_prepared;
		add_prepared(s, *request);
	}
	code = start_operations(s);
	if (code != MPI_SUCCESS) {
		PMPI_Comm_call_errhandler(s->communicator->parent, code);
	}
	return code;
}

API int MPI_Startall(int n, MPI_Request requests[]) {
	int any = 0, code = MPI_SUCCESS;
	for (int i = 0; i < n && prepared_calls > 0 && requests != NULL && !any; i++) {
		any = *find_prepared(requests[i]) != NULL;
	}
	if (!any) {
		return tc_next.Startall(n, requests);
	}
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		code = MPI_Start(&requests[i]);
	}
	return code;
}

API int MPI_Request_free(MPI_Request *request) {
	started_call **at = prepared_calls == 0 || request == NULL ? NULL : find_prepared(*request);
	int code = tc_next.Request_free(request);
	if (code == MPI_SUCCESS && at != NULL && *at != NULL) {
		started_call *s = *at;
		remove_prepared(at);
		if (!s->is_active) { // for an active call, complete_prepared calls recycle
			recycle(s);
		}
	}
	return code;
}
#endif
