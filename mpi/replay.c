//go:build cgo

#include "clock.h"
#include "program_state.h"

#include <string.h>

int tc_local(run *r, const step *s) {
	if (s->kind == STEP_COPY) {
		memmove(at(r, s->into), at(r, s->from), s->words * r->size);
		return MPI_SUCCESS;
	}
	r->call = CALL_REDUCE;
	return tc_combine(&r->op, of(r->port)->type, r->size, at(r, s->into), at(r, s->from), at(r, s->with), s->words, r->g->temporary);
}

int tc_begin(run *r, const step *s, MPI_Request *request) {
	state *p = of(r->port);
	if (s->kind == STEP_SEND) {
		r->call = CALL_ISEND;
		return MPI_Isend(at(r, s->from), s->words, p->type, s->peer, s->tag, p->comm, request);
	}
	r->call = CALL_IRECV;
	return MPI_Irecv(at(r, s->into), s->words, p->type, s->peer, s->tag, p->comm, request);
}

static int one(run *r, const step *s) {
	state *p = of(r->port);
	if (s->kind == STEP_SEND) {
		r->call = CALL_SEND;
		return MPI_Send(at(r, s->from), s->words, p->type, s->peer, s->tag, p->comm);
	}
	MPI_Status status;
	r->call = CALL_RECV;
	int code = MPI_Recv(at(r, s->into), s->words, p->type, s->peer, s->tag, p->comm, &status);
	return tc_arrived(r->port, code, &status, s->words);
}

static int exchange(run *r, const step *in, const step *out) {
	state *p = of(r->port);
	MPI_Status status;
	r->call = CALL_SENDRECV;
	int code = MPI_Sendrecv(at(r, out->from), out->words, p->type, out->peer, out->tag,
	                        at(r, in->into), in->words, p->type, in->peer, in->tag, p->comm, &status);
	return tc_arrived(r->port, code, &status, in->words);
}

// several waits for its messages one by one, as tc_round does, for the same reason.
static int several(run *r, const step *s, int n) {
	MPI_Request *requests = r->g->requests;
	int first = MPI_SUCCESS;
	for (int i = 0; i < n; i++) {
		int code = tc_begin(r, &s[i], &requests[i]);
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	r->call = CALL_WAIT;
	for (int i = 0; i < n; i++) {
		MPI_Status status;
		int code = MPI_Wait(&requests[i], &status);
		code = s[i].kind == STEP_SEND ? code : tc_arrived(r->port, code, &status, s[i].words);
		first = first == MPI_SUCCESS ? code : first;
	}
	return first;
}

// in_order does the steps one after another, the messages of a communication step together. The receives of a
// communication step come first.
static int in_order(run *r) {
	const program *g = &r->g->seen;
	const step *s = g->step, *end = s + g->steps;
	while (s < end) {
		int code, n = s->together;
		if (n == 0) {
			code = tc_local(r, s);
			n = 1;
		} else if (n == 1) {
			code = one(r, s);
		} else if (n == 2 && s[0].kind == STEP_RECV && s[1].kind == STEP_SEND) {
			code = exchange(r, &s[0], &s[1]);
		} else {
			code = several(r, s, n);
		}
		if (code != MPI_SUCCESS) {
			return code;
		}
		s += n;
	}
	return MPI_SUCCESS;
}

int tc_replay(port *p, program *g, int64_t size, char *in, char *out, MPI_Op handle, int loop, int commutes, int *call) {
	running *whole = (running *)g;
	run r = {p, whole, {handle, loop, commutes}, {in, out, whole->scratch}, 0, size};
	if (p->timed) {
		p->began = tc_now();
	}
	int code = g->waits == NULL ? in_order(&r) : tc_by_dependencies(&r);
	if (p->timed) {
		p->ended = tc_now();
	}
	*call = r.call;
	return code;
}
