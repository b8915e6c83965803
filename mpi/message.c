//go:build cgo

#include "state.h"

#include <stdlib.h>

int tc_send(port *p, char *x, int count, int to) {
	return MPI_Send(x, count, state_of(p)->type, to, PORT_TAG, state_of(p)->comm);
}

int tc_recv(port *p, char *x, int count, int from) {
	MPI_Status status;
	int code = MPI_Recv(x, count, state_of(p)->type, from, PORT_TAG, state_of(p)->comm, &status);
	return tc_check_receive(p, state_of(p)->type, code, &status, count);
}

int tc_sendrecv(port *p, char *out, int out_count, int to, char *in, int in_count, int from) {
	MPI_Status status;
	int code = MPI_Sendrecv(out, out_count, state_of(p)->type, to, PORT_TAG, in, in_count, state_of(p)->type,
		from, PORT_TAG, state_of(p)->comm, &status);
	return tc_check_receive(p, state_of(p)->type, code, &status, in_count);
}

int tc_probe(port *p, int from, int *here) {
	return MPI_Iprobe(from, PORT_TAG, state_of(p)->comm, here, MPI_STATUS_IGNORE);
}

// exchange_round exchanges the messages of one round, and returns the first error code. It waits for one
// message at a time, because MPI_Waitall of Open MPI 4.1.4 may never return if a message is too long.
static int exchange_round(port *p, const message *recvs, int n_recvs, const message *sends, int n_sends,
	MPI_Request *requests) {
	int n = 0, code, first = MPI_SUCCESS;
	for (int i = 0; i < n_recvs; i++, n++) {
		code = MPI_Irecv((char *)recvs[i].data, recvs[i].count, state_of(p)->type, recvs[i].peer, PORT_TAG,
			state_of(p)->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return tc_cancel_messages(requests, n, code);
		}
	}
	for (int i = 0; i < n_sends; i++, n++) {
		code = MPI_Isend((char *)sends[i].data, sends[i].count, state_of(p)->type, sends[i].peer, PORT_TAG,
			state_of(p)->comm, &requests[n]);
		if (code != MPI_SUCCESS) {
			return tc_cancel_messages(requests, n, code);
		}
	}
	for (int i = 0; i < n; i++) {
		MPI_Status status;
		code = MPI_Wait(&requests[i], &status);
		if (first == MPI_SUCCESS) {
			first = i < n_recvs ? tc_check_receive(p, state_of(p)->type, code, &status, recvs[i].count) : code;
		}
	}
	return first;
}

int tc_round4(port *p, int sends, char *s0, int s0_count, int to0, char *s1, int s1_count, int to1,
              int recvs, char *r0, int r0_count, int from0, char *r1, int r1_count, int from1) {
	const message out[2] = {{(uintptr_t)s0, s0_count, to0}, {(uintptr_t)s1, s1_count, to1}};
	const message in[2] = {{(uintptr_t)r0, r0_count, from0}, {(uintptr_t)r1, r1_count, from1}};
	MPI_Request requests[4];
	return exchange_round(p, in, recvs, out, sends, requests);
}

int tc_round(port *p, int sends, int recvs) {
	return exchange_round(p, state_of(p)->round_messages, recvs, state_of(p)->round_messages + recvs, sends,
		state_of(p)->round_requests);
}

message *tc_round_messages(port *p, int n) {
	free(state_of(p)->round_messages);
	free(state_of(p)->round_requests);
	state_of(p)->round_messages = calloc(n, sizeof *state_of(p)->round_messages);
	state_of(p)->round_requests = calloc(n, sizeof *state_of(p)->round_requests);
	return state_of(p)->round_requests != NULL ? state_of(p)->round_messages : NULL;
}

int *tc_async_table(port *p, int n) {
	port_state *s = state_of(p);
	ENLARGE(s->async_requests, n);
	ENLARGE(s->async_want, n);
	ENLARGE(s->async_done, n);
	ENLARGE(s->async_statuses, n);
	for (; s->async_slots < n; s->async_slots++) {
		s->async_requests[s->async_slots] = MPI_REQUEST_NULL;
	}
	return s->async_done;
}

int tc_begin_async(port *p, int slot, int receives, char *x, int count, int peer, int tag) {
	port_state *s = state_of(p);
	s->async_want[slot] = receives ? count : -1;
	return receives ? MPI_Irecv(x, count, s->type, peer, FIRST_TAG + tag, s->comm, &s->async_requests[slot])
	                : MPI_Isend(x, count, s->type, peer, FIRST_TAG + tag, s->comm, &s->async_requests[slot]);
}

int tc_wait_some(port *p, int *completed) {
	port_state *s = state_of(p);
	*completed = 0;
	int some = MPI_Waitsome(s->async_slots, s->async_requests, completed, s->async_done, s->async_statuses);
	if (some != MPI_SUCCESS) {
		int class;
		MPI_Error_class(some, &class);
		if (class != MPI_ERR_IN_STATUS) {
			*completed = 0;
			return some;
		}
	}
	for (int i = 0; i < *completed; i++) { // MPI_ERROR of a status is set only after MPI_ERR_IN_STATUS
		int want = s->async_want[s->async_done[i]];
		int code = some == MPI_SUCCESS ? MPI_SUCCESS : s->async_statuses[i].MPI_ERROR;
		code = want < 0 ? code : tc_check_receive(p, s->type, code, &s->async_statuses[i], want);
		if (code != MPI_SUCCESS) {
			return code;
		}
	}
	return MPI_SUCCESS;
}
