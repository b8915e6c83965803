// Starts random non-blocking collectives, with messages of its own between them, and completes them in random
// ways: many at a time, in another order on each rank. Frees datatypes and communicators before their
// calls are complete. Prints the numbers of calls and of wrong results, and fails if a result is wrong.
//   usage: started [ROUNDS [SEED]]
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 16, MOST_WORDS = 1500, SLOTS = 10, COMMS = 3, OPERATIONS = 11 };
static int world, calls, wrong;
static uint64_t state;

static uint64_t mixed(uint64_t x) {
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

// one_of returns a random number below n, the same on all ranks. own_of returns another one on each rank.
static int one_of(int n) { return mixed(state += 0x9e3779b97f4a7c15u) % n; }
static int own_of(int n) {
	static uint64_t own;
	return mixed((own += 0x9e3779b97f4a7c15u) ^ (uint64_t)(world + 1) << 40) % n;
}

// A slot is one non-blocking call. Its buffers have room for strided words: every other int.
typedef struct {
	int op, n, root, p, rank, in_place, in_stride, out_stride, serial;
	int in[2 * MOST_RANKS * MOST_WORDS], out[2 * MOST_RANKS * MOST_WORDS];
} slot;
static slot slots[SLOTS];

// value is word j of the block that one rank has for another one.
static int value(const slot *s, int from, int to, int j) {
	return 1000003 * s->serial + 7919 * from + 131 * to + j;
}

static void fill(int *x, int stride, int first, int words, const slot *s, int from, int to) {
	for (int j = 0; j < words; j++) {
		x[stride * (first + j)] = value(s, from, to, j);
	}
}

static void expect(const slot *s, int first, int j, int want) {
	int got = s->out[s->out_stride * (first + j)];
	if (got != want && wrong++ < 10) {
		fprintf(stderr, "rank %d of %d: operation %d, %d words, root %d: word %d + %d is %d, want %d\n", s->rank,
			s->p, s->op, s->n, s->root, first, j, got, want);
	}
}

// sum is the sum over ranks low to high - 1 of their word j for a rank.
static int sum(const slot *s, int low, int high, int to, int j) {
	int all = 0;
	for (int k = low; k < high; k++) {
		all += value(s, k, to, j);
	}
	return all;
}

static void check(const slot *s) {
	int n = s->n, p = s->p, me = s->rank;
	calls++;
	for (int j = 0; j < n; j++) {
		switch (s->op) {
		case 0: expect(s, 0, j, value(s, s->root, 0, j)); break;
		case 1: expect(s, 0, j, sum(s, 0, p, 0, j)); break;
		case 2: me == s->root ? expect(s, 0, j, sum(s, 0, p, 0, j)) : (void)0; break;
		case 3: expect(s, 0, j, sum(s, 0, me + 1, 0, j)); break;
		case 4: me > 0 ? expect(s, 0, j, sum(s, 0, me, 0, j)) : (void)0; break;
		case 5: expect(s, 0, j, sum(s, 0, p, me, j)); break;
		case 9: expect(s, 0, j, value(s, s->root, me, j)); break;
		}
		for (int k = 0; k < p; k++) {
			switch (s->op) {
			case 6: expect(s, k * n, j, value(s, k, 0, j)); break;
			case 7: expect(s, k * n, j, value(s, k, me, j)); break;
			case 8: me == s->root ? expect(s, k * n, j, value(s, k, 0, j)) : (void)0; break;
			}
		}
	}
}

static MPI_Datatype strided;

// start starts a call.
static void start(slot *s, MPI_Comm comm, MPI_Request *request) {
	static int serial;
	static const int lengths[] = {0, 1, 2, 3, 17, 100, 700, MOST_WORDS};
	s->op = one_of(OPERATIONS);
	s->n = lengths[one_of(8)];
	s->serial = ++serial;
	MPI_Comm_size(comm, &s->p);
	MPI_Comm_rank(comm, &s->rank);
	s->root = one_of(s->p);
	s->in_place = one_of(3) == 0 && s->op != 4 && s->op != 0;
	if (s->op == 2 || s->op == 8 || s->op == 9) { // only the root may
		s->in_place = s->in_place && s->rank == s->root;
	}
	int reduces = s->op >= 1 && s->op <= 5, by_rank = own_of(4), n = s->n, p = s->p, me = s->rank;
	s->in_stride = reduces || by_rank % 2 == 0 ? 1 : 2; // a reduction has one type on all ranks
	s->out_stride = reduces || by_rank / 2 == 0 ? 1 : 2;
	MPI_Datatype in_type = MPI_INT, out_type = MPI_INT;
	s->in_stride == 2 ? MPI_Type_dup(strided, &in_type) : 0;
	s->out_stride == 2 ? MPI_Type_dup(strided, &out_type) : 0;
	int *from = s->in_place ? s->out : s->in, stride = s->in_place ? s->out_stride : s->in_stride;
	void *in = s->in_place ? MPI_IN_PLACE : s->in;
	memset(s->out, 255, sizeof s->out);
	switch (s->op) {
	case 0:
		if (me == s->root) {
			fill(s->out, s->out_stride, 0, n, s, me, 0);
		}
		MPI_Ibcast(s->out, n, out_type, s->root, comm, request);
		break;
	case 1:
		fill(from, 1, 0, n, s, me, 0);
		MPI_Iallreduce(in, s->out, n, MPI_INT, MPI_SUM, comm, request);
		break;
	case 2:
		fill(from, 1, 0, n, s, me, 0);
		MPI_Ireduce(in, s->out, n, MPI_INT, MPI_SUM, s->root, comm, request);
		break;
	case 3:
		fill(from, 1, 0, n, s, me, 0);
		MPI_Iscan(in, s->out, n, MPI_INT, MPI_SUM, comm, request);
		break;
	case 4:
		fill(from, 1, 0, n, s, me, 0);
		MPI_Iexscan(in, s->out, n, MPI_INT, MPI_SUM, comm, request);
		break;
	case 5:
		for (int k = 0; k < p; k++) {
			fill(from, 1, k * n, n, s, me, k);
		}
		MPI_Ireduce_scatter_block(in, s->out, n, MPI_INT, MPI_SUM, comm, request);
		break;
	case 6:
		fill(from, stride, s->in_place ? me * n : 0, n, s, me, 0);
		MPI_Iallgather(in, n, in_type, s->out, n, out_type, comm, request);
		break;
	case 7:
		for (int k = 0; k < p; k++) {
			fill(from, stride, k * n, n, s, me, k);
		}
		MPI_Ialltoall(in, n, in_type, s->out, n, out_type, comm, request);
		break;
	case 8:
		fill(from, stride, s->in_place ? me * n : 0, n, s, me, 0);
		MPI_Igather(in, n, in_type, s->out, n, out_type, s->root, comm, request);
		break;
	case 9:
		for (int k = 0; k < p && me == s->root; k++) {
			fill(s->in, s->in_stride, k * n, n, s, me, k);
		}
		MPI_Iscatter(s->in, n, in_type, s->in_place ? MPI_IN_PLACE : s->out, n, out_type, s->root, comm, request);
		if (s->in_place) { // the root's block stays where it is
			fill(s->out, s->out_stride, 0, n, s, me, me);
		}
		break;
	case 10:
		MPI_Ibarrier(comm, request);
		break;
	}
	s->in_stride == 2 ? MPI_Type_free(&in_type) : 0;
	s->out_stride == 2 ? MPI_Type_free(&out_type) : 0;
}

// finish completes n requests in one of several ways.
static void finish(int n, MPI_Request *requests) {
	int done = 0, count, which[2 * SLOTS + 2];
	switch (own_of(6)) {
	case 0:
		MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
		return;
	case 1:
		for (int i = n - 1; i >= 0; i--) {
			MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
		}
		return;
	case 2:
		for (int i = 0; i < n; i++) {
			MPI_Waitany(n, requests, &which[0], MPI_STATUS_IGNORE);
		}
		return;
	case 3:
		while (!done) {
			MPI_Testall(n, requests, &done, MPI_STATUSES_IGNORE);
		}
		return;
	case 4:
		do {
			MPI_Testsome(n, requests, &count, which, MPI_STATUSES_IGNORE);
		} while (count != MPI_UNDEFINED);
		return;
	case 5:
		for (int i = 0; i < n; i++) {
			for (done = 0; !done;) {
				MPI_Request_get_status(requests[i], &done, MPI_STATUS_IGNORE);
			}
		}
		MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
		return;
	}
}

// relay needs progress in MPI_Recv: the broadcast goes on from rank 0 to others while it waits for
// their message.
static void relay(MPI_Comm comm) {
	int p, rank, x[2] = {-1, -1}, token = 0;
	MPI_Request request;
	MPI_Comm_size(comm, &p);
	MPI_Comm_rank(comm, &rank);
	if (rank == p - 1) {
		x[0] = x[1] = 5;
	}
	MPI_Ibcast(x, 2, MPI_INT, p - 1, comm, &request);
	if (rank == 0) {
		for (int k = 1; k < p; k++) {
			MPI_Recv(&token, 1, MPI_INT, k, 9999, comm, MPI_STATUS_IGNORE);
		}
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	if (rank != 0) {
		MPI_Send(&token, 1, MPI_INT, 0, 9999, comm);
	}
	calls++;
	wrong += x[0] != 5 || x[1] != 5;
}

static void round_of_calls(const MPI_Comm comms[COMMS]) {
	MPI_Request requests[2 * SLOTS + 2];
	int n = 1 + one_of(SLOTS), p, rank, sent = world, got[SLOTS];
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < n; i++) {
		MPI_Irecv(&got[i], 1, MPI_INT, (rank + p - 1) % p, i, MPI_COMM_WORLD, &requests[2 * i]);
		start(&slots[i], comms[one_of(COMMS)], &requests[2 * i + 1]);
		MPI_Send(&sent, 1, MPI_INT, (rank + 1) % p, i, MPI_COMM_WORLD);
		if (one_of(4) == 0) { // a blocking call between them
			int total = 0;
			MPI_Allreduce(&world, &total, 1, MPI_INT, MPI_SUM, comms[one_of(COMMS)]);
			wrong += total != p * (p - 1) / 2;
		}
	}
	finish(2 * n, requests);
	for (int i = 0; i < n; i++) {
		check(&slots[i]);
		wrong += got[i] != (rank + p - 1) % p;
	}
}

// freed frees a communicator before a call on it is complete.
static void freed(void) {
	MPI_Comm comm;
	MPI_Request request;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Barrier(comm);
	start(&slots[0], comm, &request);
	MPI_Comm_free(&comm);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	check(&slots[0]);
}

int main(int argc, char **argv) {
	MPI_Comm comms[COMMS] = {MPI_COMM_WORLD};
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	int rounds = argc > 1 ? atoi(argv[1]) : 200;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	MPI_Datatype pair;
	MPI_Type_contiguous(1, MPI_INT, &pair);
	MPI_Type_create_resized(pair, 0, 2 * sizeof(int), &strided);
	MPI_Type_commit(&strided);
	MPI_Type_free(&pair);
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &comms[2]);
	for (int i = 0; i < COMMS; i++) {
		MPI_Barrier(comms[i]); // a blocking call sets up the plans
	}
	for (int i = 0; i < rounds; i++) {
		round_of_calls(comms);
		if (i % 20 == 0) {
			relay(comms[one_of(COMMS)]);
			freed();
		}
	}
	int mine[2] = {calls, wrong}, all[2];
	PMPI_Allreduce(mine, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (world == 0) {
		printf("%d calls, %d wrong\n", all[0], all[1]);
	}
	MPI_Finalize();
	return all[1] > 0;
}
