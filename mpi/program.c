//go:build cgo

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "execution.h"

// zeroed returns zeroed memory for n objects; n may be 0.
static void *zeroed(int64_t n, size_t size) { return calloc(n > 0 ? n : 1, size); }

int tc_reserve(port *p, const program *g, int64_t unit) {
	return tc_workspace_reserve(&state_of(p)->workspace, g, unit);
}

int tc_workspace_reserve(workspace *w, const program *g, int64_t unit) {
	int64_t scratch = g->scratch * unit, temporary = g->temporary * unit;
	if (scratch > w->scratch_bytes || w->scratch == NULL) {
		char *cleared = zeroed(scratch, 1);
		if (cleared == NULL) {
			return 0;
		}
		free(w->scratch);
		w->scratch = cleared;
		w->scratch_bytes = scratch;
	}
	if (temporary > w->temporary_bytes || w->temporary == NULL) {
		ENLARGE(w->temporary, temporary);
		w->temporary_bytes = temporary;
	}
	if (g->messages > w->message_capacity || w->requests == NULL) {
		ENLARGE(w->requests, g->messages);
		ENLARGE(w->owner, g->messages);
		ENLARGE(w->done, g->messages);
		ENLARGE(w->statuses, g->messages);
		w->message_capacity = g->messages;
	}
	if (g->waits != NULL && (g->steps > w->step_capacity || w->heap == NULL)) {
		ENLARGE(w->heap, g->steps);
		ENLARGE(w->local, g->steps);
		w->step_capacity = g->steps;
	}
	return 1;
}

void tc_workspace_free(workspace *w) {
	void *parts[] = {w->scratch, w->temporary, w->requests, w->heap, w->local, w->owner, w->done,
		w->statuses};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		free(parts[i]);
	}
}

program *tc_program_new(port *p, int steps, int edges, int messages, int64_t scratch, int64_t temporary,
	int64_t unit, int ordered) {
	program *g = calloc(1, sizeof *g);
	if (g == NULL) {
		return NULL;
	}
	g->steps = steps;
	g->edges = edges;
	g->messages = messages;
	g->scratch = scratch;
	g->temporary = temporary;
	int ok = (g->step = zeroed(steps, sizeof *g->step)) != NULL;
	if (ordered) {
		ok = ok && (g->waits = zeroed(steps, sizeof(int))) != NULL && (g->first = zeroed(steps + 1,
			sizeof(int))) != NULL &&
		     (g->next = zeroed(edges, sizeof(int))) != NULL && (g->limit = zeroed(steps,
		     	sizeof(int))) != NULL &&
		     (g->begin = zeroed(steps, sizeof(int))) != NULL && (g->left = zeroed(steps,
		     	sizeof(int))) != NULL && (g->complete = zeroed(steps, 1)) != NULL;
	}
	if (!ok || !tc_reserve(p, g, unit)) {
		tc_program_free(g);
		return NULL;
	}
	return g;
}

void tc_program_free(program *g) {
	if (g == NULL) {
		return;
	}
	void *parts[] = {g->step, g->waits, g->first, g->next, g->limit, g->begin, g->left, g->complete,
		g->channel, g->channels, g};
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

// fill_channels assigns each message to a channel. It returns 0 if memory is exhausted.
static int fill_channels(program *g) {
	int capacity = 0;
	for (int i = 0; i < g->steps; i++) {
		const step *s = &g->step[i];
		if (s->kind > STEP_RECV) {
			continue;
		}
		int k = 0;
		while (k < g->channel_count && (g->channels[k].peer != s->peer ||
			g->channels[k].receives != s->kind)) {
			k++;
		}
		if (k == g->channel_count) {
			if (k == capacity) {
				capacity = 2 * capacity + 4;
				ENLARGE(g->channels, capacity);
			}
			g->channels[k] = (channel){s->peer, s->kind, 0};
			g->channel_count++;
		}
		int64_t number = s->tag - FIRST_TAG;
		g->channel[i] = k;
		if (number >= g->channels[k].messages) {
			g->channels[k].messages = number + 1;
		}
	}
	return 1;
}

int tc_channels(program *g) {
	if (g->channel != NULL) {
		return 1;
	}
	g->channel = calloc(g->steps > 0 ? g->steps : 1, sizeof *g->channel);
	if (g->channel != NULL && fill_channels(g)) {
		return 1;
	}
	free(g->channel);
	g->channel = NULL;
	g->channel_count = 0;
	return 0;
}
