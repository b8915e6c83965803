//go:build cgo

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "combine.h"
#include "program_state.h"

// many returns zeroed memory for n objects, of which there may be none.
static void *many(int64_t n, size_t size) { return calloc(n > 0 ? n : 1, size); }

int tc_room(port *p, const program *g, int64_t unit) { return tc_work_room(&of(p)->work, g, unit); }

int tc_work_room(work *w, const program *g, int64_t unit) {
	int64_t scratch = g->scratch * unit, temporary = g->temporary * unit;
	if (scratch > w->scratch_room || w->scratch == NULL) {
		char *zeroed = many(scratch, 1);
		if (zeroed == NULL) {
			return 0;
		}
		free(w->scratch);
		w->scratch = zeroed;
		w->scratch_room = scratch;
	}
	if (temporary > w->temporary_room || w->temporary == NULL) {
		ENLARGE(w->temporary, temporary);
		w->temporary_room = temporary;
	}
	if (g->messages > w->messages_room || w->requests == NULL) {
		ENLARGE(w->requests, g->messages);
		ENLARGE(w->owner, g->messages);
		ENLARGE(w->done, g->messages);
		ENLARGE(w->statuses, g->messages);
		w->messages_room = g->messages;
	}
	if (g->waits != NULL && (g->steps > w->steps_room || w->heap == NULL)) {
		ENLARGE(w->heap, g->steps);
		ENLARGE(w->local, g->steps);
		w->steps_room = g->steps;
	}
	return 1;
}

void tc_work_free(work *w) {
	void *parts[] = {w->scratch, w->temporary, w->requests, w->heap, w->local, w->owner, w->done, w->statuses};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		free(parts[i]);
	}
}

program *tc_program(port *p, int steps, int edges, int messages, int64_t scratch, int64_t temporary, int64_t unit, int ordered) {
	program *g = calloc(1, sizeof *g);
	if (g == NULL) {
		return NULL;
	}
	g->steps = steps;
	g->edges = edges;
	g->messages = messages;
	g->scratch = scratch;
	g->temporary = temporary;
	int ok = (g->step = many(steps, sizeof *g->step)) != NULL;
	if (ordered) {
		ok = ok && (g->waits = many(steps, sizeof(int))) != NULL && (g->first = many(steps + 1, sizeof(int))) != NULL &&
		     (g->next = many(edges, sizeof(int))) != NULL && (g->limit = many(steps, sizeof(int))) != NULL &&
		     (g->begin = many(steps, sizeof(int))) != NULL && (g->left = many(steps, sizeof(int))) != NULL && (g->complete = many(steps, 1)) != NULL;
	}
	if (!ok || !tc_room(p, g, unit)) {
		tc_program_free(g);
		return NULL;
	}
	return g;
}

void tc_program_free(program *g) {
	if (g == NULL) {
		return;
	}
	void *parts[] = {g->step, g->waits, g->first, g->next, g->limit, g->begin, g->left, g->complete, g->channel, g->channels, g};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		free(parts[i]);
	}
}

int64_t tc_program_bytes(const program *g) {
	int64_t bytes = sizeof *g + g->steps * sizeof(step);
	if (g->waits != NULL) {
		bytes += g->steps * (5 * sizeof(int) + 1) + g->edges * sizeof(int);
	}
	if (g->channel != NULL) {
		bytes += g->steps * sizeof(int) + g->channel_count * sizeof(channel);
	}
	return bytes;
}

// wraps reports whether a loop is of words without a sign. MPI_Reduce_local is wrong for some of them: Open MPI 4.1.4 adds
// bytes with saturation, MPICH 4.0.2 compares longer words as if they had a sign.
static int wraps(int loop) {
	int type = loop % COMBINE_TYPES;
	return type == TYPE_UINT8 || type == TYPE_UINT32 || type == TYPE_UINT64;
}

int tc_combine(const reduction *op, MPI_Datatype type, int64_t size, char *dst, const char *a, const char *b, int64_t words, char *temporary) {
	combine_loop *loop = op->loop >= 0 ? tc_loops[op->loop] : NULL;
	enum { FEW = 64 }; // below, MPI's own checks take longer than the work
	if (loop != NULL && (words <= FEW || wraps(op->loop) || (dst != a && dst != b))) {
		loop(dst, a, b, words);
		return MPI_SUCCESS;
	}
	if (dst == a && dst != b && op->commutes) {
		return MPI_Reduce_local(b, dst, words, type, op->op);
	}
	if (dst == a) { // MPI writes to the higher operand
		memcpy(temporary, b, words * size);
		int code = MPI_Reduce_local(a, temporary, words, type, op->op);
		memcpy(dst, temporary, words * size);
		return code;
	}
	if (dst != b) {
		memcpy(dst, b, words * size);
	}
	return MPI_Reduce_local(a, dst, words, type, op->op);
}
