//go:build cgo

// One step of a program, for execution in program order and in dependency order.
#include "execution.h"

#include <string.h>

static int message_tag(const execution *r, const step *s) {
	const tag_sequence *sequence = r->tags;
	uint64_t number = r->first_number[r->g->channel[s - r->g->step]] + (uint64_t)(s->tag - FIRST_TAG);
	return sequence->first + (int)(number & sequence->mask);
}

static int run_local(execution *r, const step *s) {
	if (s->words == 0) { // the addresses of empty buffers may be NULL
		return MPI_SUCCESS;
	}
	if (s->kind == STEP_COPY) {
		memmove(at(r, s->into), at(r, s->from), bytes(r, s));
		return MPI_SUCCESS;
	}
	r->call = CALL_REDUCE;
	return tc_combine(&r->op, r->type, r->word_bytes, at(r, s->into), at(r, s->from), at(r,
		s->with), words(r, s), r->w->temporary);
}

int tc_run_local(execution *r, const step *s) {
	trace_begin(r, s);
	int code = run_local(r, s);
	trace_end(r, s);
	return code;
}

int tc_begin_message(execution *r, const step *s, MPI_Request *request) {
	trace_begin(r, s);
	port_state *p = state_of(r->port);
	int number = r->tags == NULL ? s->tag : message_tag(r, s);
	if (s->kind == STEP_SEND) {
		r->call = CALL_ISEND;
		return MPI_Isend(at(r, s->from), words(r, s), r->type, s->peer, number, p->comm, request);
	}
	r->call = CALL_IRECV;
	return MPI_Irecv(at(r, s->into), words(r, s), r->type, s->peer, number, p->comm, request);
}
