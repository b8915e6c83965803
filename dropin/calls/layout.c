// This file computes where the blocks of a call begin in the buffers of a plan.
#include "../dropin.h"

int tc_new_lengths(const call *c, block_lengths *l) {
	int p = c->communicator->p;
	l->n = c->op == ALLTOALL ? p * p : p;
	int64_t *memory = (int64_t *)tc_grow(&c->communicator->buffers[2], (l->n + p + 2) * sizeof *memory +
		l->n * sizeof *l->bytes);
	if (memory == NULL) {
		return 0;
	}
	l->layout = (block_layout){memory, memory + l->n + 1};
	l->bytes = (int *)(memory + l->n + p + 2);
	return 1;
}

void tc_compute_layout(const call *c, block_lengths *l) {
	int p = c->communicator->p, rank = c->communicator->rank;
	int64_t *begin = l->layout.begin, *out = l->layout.out;
	begin[0] = out[0] = l->longest = l->load = 0;
	for (int i = 0; i < l->n; i++) {
		begin[i + 1] = begin[i] + l->bytes[i];
		l->longest = l->bytes[i] > l->longest ? l->bytes[i] : l->longest;
	}
	for (int i = 0; i < p; i++) {
		int from = c->op == SCATTER ? rank : c->op == ALLTOALL ? i * p + rank : i;
		out[i + 1] = out[i] + l->bytes[from];
	}
	for (int i = 0; i < p && c->op == ALLTOALL; i++) {
		int64_t sent = begin[(i + 1) * p] - begin[i * p], received = 0;
		for (int from = 0; from < p; from++) {
			received += l->bytes[from * p + i];
		}
		l->load = sent > l->load ? sent : l->load;
		l->load = received > l->load ? received : l->load;
	}
	l->load = c->op == ALLTOALL ? l->load : l->longest;
}

int tc_lay_out_equal(const call *c, block_layout *layout) {
	block_lengths l;
	if (!tc_new_lengths(c, &l)) {
		return 0;
	}
	for (int i = 0; i < l.n; i++) {
		l.bytes[i] = c->bytes;
	}
	tc_compute_layout(c, &l);
	*layout = l.layout;
	return 1;
}
