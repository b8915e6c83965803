//go:build cgo

#include "execution.h"

static int send(execution *r, const step *s) {
	port_state *p = state_of(r->port);
	r->call = CALL_SEND;
	trace_begin(r, s);
	int code = MPI_Send(at(r, s->from), words(r, s), r->type, s->peer, s->tag, p->comm);
	trace_end(r, s);
	return code;
}

static int run_message(execution *r, const step *s) {
	if (s->kind == STEP_SEND) {
		return send(r, s);
	}
	port_state *p = state_of(r->port);
	MPI_Status status;
	r->call = CALL_RECV;
	trace_begin(r, s);
	int code = MPI_Recv(at(r, s->into), words(r, s), r->type, s->peer, s->tag, p->comm, &status);
	trace_end(r, s);
	return tc_check_receive(r->port, r->type, code, &status, words(r, s));
}

static int run_locals(execution *r, const step *s, int n) {
	int code = MPI_SUCCESS;
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		code = tc_run_local(r, &s[i]);
	}
	return code;
}

enum { LINE = 64 }; // length of a cache line in bytes

// prefetch loads memory into the cache unless the memory is longer than an eager message. A prefetch
// instruction does not wait, so the processor can poll for messages meanwhile. The instruction does nothing
// if the page is not in the TLB, so prefetch first reads a byte of each page. The memory lies in at most two
// pages.
static void prefetch(const execution *r, const char *x, int64_t bytes) {
	if (bytes > 0 && bytes <= r->port->eager) {
		(void)*(volatile const char *)x;
		(void)*(volatile const char *)(x + bytes - 1);
		for (int64_t i = LINE; i < bytes; i += LINE) {
			__builtin_prefetch(x + i, 1);
		}
	}
}

// prefetch_round prefetches the receive buffers of the n messages of a round, and the operands of the local
// steps after the round. It uses time that the process would otherwise spend waiting. A prefetch before a
// send avoids cache misses that would delay the receiver.
static void prefetch_round(const execution *r, const step *s, int n, const step *end) {
	for (int i = 0; i < n; i++) {
		if (s[i].kind == STEP_RECV) {
			prefetch(r, at(r, s[i].into), bytes(r, &s[i]));
		}
	}
	for (s += n; s < end && s->messages == 0; s++) {
		prefetch(r, at(r, s->from), bytes(r, s));
		prefetch(r, at(r, s->into), bytes(r, s));
		if (s->kind == STEP_COMBINE) {
			prefetch(r, at(r, s->with), bytes(r, s));
		}
	}
}

// is_empty_exchange reports whether exchange_empty can execute the round that begins with step s.
static int is_empty_exchange(const step *s) {
	return s->messages == 2 && s->overlapped == 0 && s[0].kind == STEP_RECV && s[1].kind == STEP_SEND &&
		s[0].words == 0 && s[1].words == 0;
}

// exchange_empty exchanges one message without data each way, as in a barrier, in one call of MPI. Rounds
// with data are not exchanged in this way, because MPI_Sendrecv leaves no time for a prefetch.
static inline int exchange_empty(port *p, const step *recv, const step *send) {
	MPI_Datatype type = state_of(p)->type;
	MPI_Status status;
	int code = MPI_Sendrecv(NULL, 0, type, send->peer, send->tag, NULL, 0, type, recv->peer, recv->tag,
		state_of(p)->comm, &status);
	return code == MPI_SUCCESS ? MPI_SUCCESS : tc_check_receive(p, type, code, &status, 0);
}

enum { SHORT = 128 }; // bytes; up to this length, the last message of a round is sent with MPI_Send

// run_round exchanges n messages, and runs the overlapped local steps while the messages are in flight. It
// waits for the messages one by one for the same reason as exchange_round in message.c.
//
// If the last message is a short send, run_round uses MPI_Send, which takes less time than MPI_Isend and
// MPI_Wait. MPI_Send cannot deadlock here, because all other messages of the round have begun. Longer sends
// would delay the prefetch.
static int run_round(execution *r, const step *s, int n, int overlapped, const step *end) {
	MPI_Request *requests = r->w->requests;
	for (int i = 0; i < n; i++) {
		int code;
		requests[i] = MPI_REQUEST_NULL;
		if (i == n - 1 && s[i].kind == STEP_SEND && bytes(r, &s[i]) <= SHORT) {
			code = send(r, &s[i]);
		} else {
			code = tc_begin_message(r, &s[i], &requests[i]);
		}
		if (code != MPI_SUCCESS) {
			return tc_cancel_messages(requests, i, code);
		}
	}
	prefetch_round(r, s, n, end);
	int first = run_locals(r, s + n, overlapped);
	r->call = first == MPI_SUCCESS ? CALL_WAIT : r->call;
	for (int i = 0; i < n; i++) {
		if (requests[i] == MPI_REQUEST_NULL) { // MPI_Send has sent the message
			continue;
		}
		MPI_Status status;
		int code = MPI_Wait(&requests[i], &status);
		trace_end(r, &s[i]);
		code = s[i].kind == STEP_SEND ? code : tc_check_receive(r->port, r->type, code, &status,
			words(r, &s[i]));
		first = first == MPI_SUCCESS ? code : first;
	}
	return first;
}

// run_in_order runs the steps in program order, except that the messages of a round are in flight together.
// The receives of a round come first.
static int run_in_order(execution *r) {
	const program *g = r->g;
	const step *s = g->step, *end = s + g->steps;
	while (s < end) {
		int code, n = s->messages, overlapped = 0;
		if (n == 0) {
			code = tc_run_local(r, s);
			n = 1;
		} else if (n == 1 && (s->overlapped == 0 || (s->kind == STEP_SEND && bytes(r,
			s) <= r->port->eager))) {
			prefetch_round(r, s, n, end);
			code = run_message(r, s);
		} else if (is_empty_exchange(s)) {
			r->call = CALL_SENDRECV;
			trace_begin(r, &s[0]);
			trace_begin(r, &s[1]);
			code = exchange_empty(r->port, &s[0], &s[1]);
			trace_end(r, &s[1]);
			trace_end(r, &s[0]);
		} else {
			overlapped = s->overlapped;
			code = run_round(r, s, n, overlapped, end);
		}
		if (code != MPI_SUCCESS) {
			return code;
		}
		s += n + overlapped;
	}
	return MPI_SUCCESS;
}

static int run_by_dependencies(execution *r) {
	program *g = r->g;
	g->turn = !g->turn;
	r->left = g->left;
	r->complete = g->complete;
	r->turn = g->turn;
	tc_start_execution(r);
	int code = tc_run_to_end(r);
	return code == MPI_SUCCESS ? code : tc_abort_execution(r, code);
}

// is_one_exchange reports whether a program consists of one exchange without data, as a barrier of two
// processes does.
static int is_one_exchange(const program *g) { return g->steps == 2 && is_empty_exchange(g->step); }

int tc_replay(port *p, char *g, int64_t size, int64_t factor, char *in, char *out, MPI_Op op, int loop,
	int commutes) {
	program *replayed = (program *)g;
	if (is_one_exchange(replayed) && !p->traced) { // an exchange without an execution takes 245 ns, not 255
		p->call = CALL_SENDRECV;
		tc_record_time(p, &p->began);
		int code = exchange_empty(p, &replayed->step[0], &replayed->step[1]);
		tc_record_time(p, &p->ended);
		return code;
	}
	workspace *w = &state_of(p)->workspace;
	execution r = {p, replayed, w, state_of(p)->type, {op, loop, commutes}, {in, out, w->scratch}, 0, size,
		factor, size * factor, p->traced ? state_of(p)->trace : NULL};
	tc_record_time(p, &p->began);
	int code = replayed->waits == NULL ? run_in_order(&r) : run_by_dependencies(&r);
	tc_record_time(p, &p->ended);
	p->call = r.call;
	return code;
}
