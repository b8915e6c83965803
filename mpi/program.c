//go:build cgo

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "combine.h"
#include "program_state.h"

// many returns zeroed memory for n objects, of which there may be none.
static void *many(int64_t n, size_t size) { return calloc(n > 0 ? n : 1, size); }

program *tc_program(int steps, int edges, int messages, int64_t scratch, int64_t temporary, int ordered) {
	running *r = calloc(1, sizeof *r);
	if (r == NULL) {
		return NULL;
	}
	program *g = &r->seen;
	g->steps = steps;
	g->edges = edges;
	g->messages = messages;
	g->scratch = scratch;
	g->temporary = temporary;
	int ok = (g->step = many(steps, sizeof *g->step)) != NULL && (r->scratch = many(scratch, 1)) != NULL &&
	         (r->temporary = many(temporary, 1)) != NULL && (r->requests = many(messages, sizeof *r->requests)) != NULL;
	if (ordered) {
		ok = ok && (g->waits = many(steps, sizeof(int))) != NULL && (g->first = many(steps + 1, sizeof(int))) != NULL &&
		     (g->next = many(edges, sizeof(int))) != NULL && (g->limit = many(steps, sizeof(int))) != NULL &&
		     (r->left = many(steps, sizeof(int))) != NULL && (r->complete = many(steps, 1)) != NULL &&
		     (r->heap = many(steps, sizeof(int))) != NULL && (r->local = many(steps, sizeof(int))) != NULL &&
		     (r->owner = many(messages, sizeof(int))) != NULL && (r->done = many(messages, sizeof(int))) != NULL &&
		     (r->statuses = many(messages, sizeof *r->statuses)) != NULL;
	}
	if (!ok) {
		tc_program_free(g);
		return NULL;
	}
	return g;
}

void tc_program_free(program *g) {
	running *r = (running *)g;
	void *parts[] = {g->step, g->waits, g->first, g->next, g->limit, r->scratch, r->temporary, r->requests,
	                 r->left, r->complete, r->heap, r->local, r->owner, r->done, r->statuses, r};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		free(parts[i]);
	}
}

int64_t tc_program_bytes(const program *g) {
	int64_t bytes = sizeof(running) + g->scratch + g->temporary + g->steps * sizeof(step) + g->messages * sizeof(MPI_Request);
	if (g->waits != NULL) {
		bytes += g->steps * (6 * sizeof(int) + 1) + g->edges * sizeof(int) + g->messages * (2 * sizeof(int) + sizeof(MPI_Status));
	}
	return bytes;
}

// wraps reports whether a loop is of words without a sign. MPI_Reduce_local is wrong for some of them: Open MPI 4.1.4 adds
// bytes with saturation, MPICH 4.0.2 compares longer words as if they had a sign.
static int wraps(int loop) {
	int type = loop % COMBINE_TYPES;
	return type == TYPE_UINT8 || type == TYPE_UINT32 || type == TYPE_UINT64;
}

int tc_combine(const operator *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b, int64_t words, char *temporary) {
	combine_loop *loop = op->loop >= 0 ? tc_loops[op->loop] : NULL;
	enum { FEW = 64 }; // below, MPI's own checks take longer than the work
	if (loop != NULL && (words <= FEW || wraps(op->loop) || (dst != a && dst != b))) {
		loop(dst, a, b, words);
		return MPI_SUCCESS;
	}
	if (dst == a && dst != b && op->commutes) {
		return MPI_Reduce_local(b, dst, words, type, op->handle);
	}
	if (dst == a) { // MPI writes to the higher operand
		memcpy(temporary, b, words * size);
		int code = MPI_Reduce_local(a, temporary, words, type, op->handle);
		memcpy(dst, temporary, words * size);
		return code;
	}
	if (dst != b) {
		memcpy(dst, b, words * size);
	}
	return MPI_Reduce_local(a, dst, words, type, op->handle);
}
