//go:build cgo

#include "started.h"

#include <sched.h>
#include <string.h>

#include "program_state.h"

struct started {
	run run;
	work work;
	started *next, *before;   // of those under way, the oldest first
	started *sister, *older;  // of its port
	uintptr_t handle;
	int under_way;
	int code;            // how it ended
	int peer, got, want; // of the port, if it was WRONG_LENGTH
};

int tc_under_way;
static started *first, *last; // under way

numbers *tc_numbers(int processes, int first_tag, int last_tag) {
	numbers *n = calloc(1, sizeof *n);
	if (n == NULL) {
		return NULL;
	}
	n->first = first_tag;
	n->processes = processes;
	for (n->mask = 1; 2 * n->mask <= (uint64_t)last_tag - first_tag + 1; n->mask *= 2) {
	}
	n->mask--;
	n->next = calloc(2 * (size_t)processes, sizeof *n->next);
	n->oldest = calloc(2 * (size_t)processes, sizeof *n->oldest);
	if (n->next == NULL || n->oldest == NULL) {
		tc_numbers_free(n);
		return NULL;
	}
	return n;
}

void tc_numbers_free(numbers *n) {
	if (n != NULL) {
		free(n->next);
		free(n->oldest);
		free(n);
	}
}

static size_t place(const numbers *n, const channel *c) { return (c->receives ? n->processes : 0) + (size_t)c->peer; }

// channels fills the channels of a program, or returns 0.
static int channels(program *g) {
	int room = 0;
	for (int i = 0; i < g->steps; i++) {
		const step *s = &g->step[i];
		if (s->kind > STEP_RECV) {
			continue;
		}
		int k = 0;
		while (k < g->channel_count && (g->channels[k].peer != s->peer || g->channels[k].receives != s->kind)) {
			k++;
		}
		if (k == g->channel_count) {
			if (k == room) {
				room = 2 * room + 4;
				ENLARGE(g->channels, room);
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
	if (g->channel != NULL && channels(g)) {
		return 1;
	}
	free(g->channel);
	g->channel = NULL;
	g->channel_count = 0;
	return 0;
}

started *tc_started(port *p, program *g, int64_t size, uintptr_t handle) {
	started *s = calloc(1, sizeof *s);
	if (s == NULL) {
		return NULL;
	}
	s->handle = handle;
	s->run = (run){.port = p, .g = g, .w = &s->work, .size = size};
	size_t n = g->steps > 0 ? g->steps : 1;
	s->run.left = malloc(n * sizeof *s->run.left);
	s->run.complete = calloc(n, 1);
	s->run.base = calloc(g->channel_count > 0 ? g->channel_count : 1, sizeof *s->run.base);
	s->sister = of(p)->calls;
	if (s->sister != NULL) {
		s->sister->older = s;
	}
	of(p)->calls = s;
	if (s->run.left == NULL || s->run.complete == NULL || s->run.base == NULL) {
		tc_started_free(s);
		return NULL;
	}
	memcpy(s->run.left, g->waits, g->steps * sizeof *s->run.left);
	return s;
}

// leave takes a call out of those under way.
static void leave(started *s, int code) {
	port *p = s->run.port;
	s->code = code == MPI_SUCCESS ? code : tc_forget(&s->run, code);
	s->peer = p->peer;
	s->got = p->got;
	s->want = p->want;
	s->under_way = 0;
	*(s->before != NULL ? &s->before->next : &first) = s->next;
	*(s->next != NULL ? &s->next->before : &last) = s->before;
	s->next = s->before = NULL;
	tc_under_way--;
}

void tc_started_free(started *s) {
	if (s->under_way) {
		leave(s, MPI_ERR_OTHER);
	}
	*(s->older != NULL ? &s->older->sister : &of(s->run.port)->calls) = s->sister;
	if (s->sister != NULL) {
		s->sister->older = s->older;
	}
	tc_work_free(&s->work);
	free(s->run.left);
	free(s->run.complete);
	free(s->run.base);
	free(s);
}

uintptr_t tc_handle(const started *s) { return s->handle; }

started *tc_next_of(port *p) { return of(p)->calls; }

// look finds the oldest message under way at a place of numbers.
static uint64_t look(const numbers *n, size_t at) {
	uint64_t oldest = n->next[at];
	for (const started *s = first; s != NULL; s = s->next) {
		for (int k = 0; s->run.numbers == n && k < s->run.g->channel_count; k++) {
			if (place(n, &s->run.g->channels[k]) == at && s->run.base[k] < oldest) {
				oldest = s->run.base[k];
			}
		}
	}
	return oldest;
}

// number gives the messages of a call their numbers. Messages with equal tags are then never of two calls under way, so they are
// received in the order in which they are sent.
static int number(started *s, numbers *n) {
	const program *g = s->run.g;
	for (int k = 0; k < g->channel_count; k++) {
		size_t at = place(n, &g->channels[k]);
		uint64_t end = n->next[at] + (uint64_t)g->channels[k].messages;
		if (end - n->oldest[at] > n->mask + 1) {
			n->oldest[at] = look(n, at);
		}
		if (end - n->oldest[at] > n->mask + 1) {
			s->run.port->peer = g->channels[k].peer;
			return TOO_MANY;
		}
	}
	for (int k = 0; k < g->channel_count; k++) {
		size_t at = place(n, &g->channels[k]);
		s->run.base[k] = n->next[at];
		n->next[at] += (uint64_t)g->channels[k].messages;
	}
	return MPI_SUCCESS;
}

// proceed lets a call go on.
static void proceed(started *s) {
	if (s->run.wants) {
		return;
	}
	int code = tc_proceed(&s->run);
	if (code != MPI_SUCCESS || tc_over(&s->run)) {
		leave(s, code);
	}
}

static void proceed_all(void) {
	for (started *s = first, *next; s != NULL; s = next) {
		next = s->next;
		proceed(s);
	}
}

int tc_call_start(started *s, numbers *n, int64_t factor, char *in, char *out, MPI_Op op, int loop, int commutes, int in_go) {
	run *r = &s->run;
	r->factor = factor;
	r->unit = r->size * factor;
	if (!tc_work_room(&s->work, r->g, r->unit)) {
		return NO_ROOM;
	}
	if (n != NULL) {
		int code = number(s, n);
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	r->numbers = n;
	r->op = (reduction){op, loop, commutes};
	r->in_go = in_go;
	r->buffer[0] = in;
	r->buffer[1] = out;
	r->buffer[2] = s->work.scratch;
	r->messages = r->locals = r->flying = r->earliest = r->wants = 0;
	r->unseen = 0;
	r->turn = !r->turn;
	s->under_way = 1;
	s->before = last;
	*(last != NULL ? &last->next : &first) = s;
	last = s;
	tc_under_way++;
	tc_ready(r);
	proceed(s);
	return MPI_SUCCESS;
}

started *tc_asks(void) {
	started *s = first;
	while (s != NULL && !s->run.wants) {
		s = s->next;
	}
	return s;
}

// result is the code of a call that is over, and makes its port as it was when it ended.
static int result(started *s) {
	port *p = s->run.port;
	p->peer = s->peer;
	p->got = s->got;
	p->want = s->want;
	p->call = s->run.call;
	return s->code;
}

int tc_call_test(started *s, int *over) {
	if (s->under_way) {
		proceed_all();
	}
	*over = !s->under_way;
	if (*over) {
		return result(s);
	}
	return tc_asks() != NULL ? WANTS_GO : MPI_SUCCESS;
}

int tc_call_wait(started *s) {
	enum { PATIENCE = 1 << 10 }; // looks at the messages before another process may have the core
	for (int looks = 1; s->under_way; looks++) {
		if (tc_asks() != NULL) {
			return WANTS_GO;
		}
		if (first == last) { // the library may wait
			int code = tc_by_dependencies(&s->run);
			if (code != MPI_SUCCESS || tc_over(&s->run)) {
				leave(s, code);
			}
			continue;
		}
		proceed_all();
		if (looks % PATIENCE == 0) {
			sched_yield();
		}
	}
	return result(s);
}

order tc_order(const started *s) {
	const run *r = &s->run;
	const step *c = &r->g->step[r->wants - 1];
	return (order){at(r, c->from), at(r, c->with), at(r, c->into), words(r, c)};
}

void tc_combined(started *s) {
	int i = s->run.wants - 1;
	s->run.wants = 0;
	tc_complete(&s->run, i);
	if (tc_over(&s->run)) {
		leave(s, MPI_SUCCESS);
	}
}
