//go:build cgo

// One step of a program: what every way to carry programs out has in common.
#include "program_state.h"

#include <string.h>

// tag is the tag of a message of a started call.
static int tag(const run *r, const step *s) {
	const numbers *n = r->numbers;
	uint64_t number = r->base[r->g->channel[s - r->g->step]] + (uint64_t)(s->tag - FIRST_TAG);
	return n->first + (int)(number & n->mask);
}

int tc_local(run *r, const step *s) {
	if (s->words == 0) { // its buffers may have no address
		return MPI_SUCCESS;
	}
	if (s->kind == STEP_COPY) {
		memmove(at(r, s->into), at(r, s->from), bytes(r, s));
		return MPI_SUCCESS;
	}
	r->call = CALL_REDUCE;
	return tc_combine(&r->op, of(r->port)->type, r->size, at(r, s->into), at(r, s->from), at(r, s->with), words(r, s), r->w->temporary);
}

int tc_begin(run *r, const step *s, MPI_Request *request) {
	state *p = of(r->port);
	int number = r->numbers == NULL ? s->tag : tag(r, s);
	if (s->kind == STEP_SEND) {
		r->call = CALL_ISEND;
		return MPI_Isend(at(r, s->from), words(r, s), p->type, s->peer, number, p->comm, request);
	}
	r->call = CALL_IRECV;
	return MPI_Irecv(at(r, s->into), words(r, s), p->type, s->peer, number, p->comm, request);
}
