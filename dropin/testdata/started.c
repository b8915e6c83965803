// Starts random non-blocking and persistent collectives, with messages of its own between them, and
// completes them in random ways: many at a time, in another order on each rank. Frees datatypes and
// communicators before their calls are complete. Prints the numbers of calls and of wrong results, and fails
// if a result is wrong.
//   usage: started [ROUNDS [SEED [uneven]]]
//          uneven: the blocks of functions with counts always differ in length
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5
#define PERSISTENT
#endif

enum { MOST_RANKS = 16, MOST_WORDS = 1500, SLOTS = 10, PREPARED = 6, COMMS = 3, GAPS = 64,
	OPERATIONS = 16 };
enum { MOST_REQUESTS = 2 * SLOTS + PREPARED + 2 };
static int world, calls, wrong, uneven;
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
	int shape;             // determines the lengths of the blocks of functions with counts; 0: all are n
	int gap, is_backwards; // of the blocks in this rank's memory
	int in_counts[MOST_RANKS], in_places[MOST_RANKS], out_counts[MOST_RANKS], out_places[MOST_RANKS];
	int in[2 * (MOST_RANKS * MOST_WORDS + GAPS)], out[2 * (MOST_RANKS * MOST_WORDS + GAPS)];
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

// words_of is the length of the block that one rank sends to another one.
static int words_of(const slot *s, int from, int to) {
	if (s->op < 11 || s->shape == 0) {
		return s->n;
	}
	switch (s->op) {
	case 11:
	case 13: return mixed(s->shape + from) % (s->n + 1);
	case 14: return mixed(s->shape + to) % (s->n + 1);
	case 15: return s->n - mixed(s->shape + to) % (s->n / 4 + 1);
	}
	// with MPI_IN_PLACE, two ranks exchange blocks of the same length
	int pair = s->in_place ? 100 * (from < to ? from : to) + from + to : 100 * from + to;
	return mixed(s->shape + pair) % (s->n + 1);
}

// lay_out lays out blocks in this rank's memory, with gaps between them.
static void lay_out(const slot *s, const int *counts, int *places) {
	int at = s->gap;
	for (int i = 0; i < s->p; i++) {
		int k = s->is_backwards ? s->p - 1 - i : i;
		places[k] = at;
		at += counts[k] + s->gap;
	}
}

// choose_blocks chooses the arguments of a function with counts.
static void choose_blocks(slot *s) {
	for (int k = 0; k < s->p; k++) {
		s->in_counts[k] = words_of(s, s->rank, k);
		s->out_counts[k] = words_of(s, k, s->rank);
	}
	lay_out(s, s->in_counts, s->in_places);
	lay_out(s, s->out_counts, s->out_places);
}

// count_written counts the ints of a result that are not as fill_buffers has left them.
static int count_written(const slot *s) {
	int n = 0;
	for (size_t i = 0; i < sizeof s->out / sizeof *s->out; i++) {
		n += s->out[i] != -1;
	}
	return n;
}

// check_blocks also checks that the call writes only its blocks. In MPI_Reduce_scatter with MPI_IN_PLACE, it
// may change the rest of the input.
static void check_blocks(const slot *s) {
	int me = s->rank, words = 0;
	for (int k = 0; k < s->p && s->op <= 13 && (s->op != 13 || me == s->root); k++) { // a block from each rank
		words += s->out_counts[k];
		for (int j = 0; j < s->out_counts[k]; j++) {
			expect(s, s->out_places[k], j, value(s, k, s->op == 12 ? me : 0, j));
		}
	}
	for (int j = 0; j < words_of(s, s->root, me) && s->op == 14; j++, words++) {
		expect(s, s->in_place ? s->in_places[me] : 0, j, value(s, s->root, me, j));
	}
	for (int j = 0; j < s->in_counts[me] && s->op == 15; j++) {
		expect(s, 0, j, sum(s, 0, s->p, me, j));
	}
	if (s->op != 15 && count_written(s) != words && wrong++ < 10) {
		fprintf(stderr, "rank %d of %d: operation %d: %d words, want %d\n", me, s->p, s->op, count_written(s),
			words);
	}
}

static void check(const slot *s) {
	int n = s->n, p = s->p, me = s->rank;
	calls++;
	if (s->op >= 11) {
		check_blocks(s);
	}
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

// choose chooses the arguments of a call.
static void choose(slot *s, MPI_Comm comm, int is_prepared) {
	static int serial;
	static const int lengths[] = {0, 1, 2, 3, 17, 100, 700, MOST_WORDS};
	s->op = one_of(OPERATIONS);
	s->n = lengths[one_of(8)];
	s->serial = ++serial;
	MPI_Comm_size(comm, &s->p);
	MPI_Comm_rank(comm, &s->rank);
	s->root = one_of(s->p);
	// Open MPI 4.1.4 fails in several calls of MPI_Ialltoallv with MPI_IN_PLACE at once
	s->in_place = one_of(3) == 0 && s->op != 4 && s->op != 0 && (s->op != 12 || is_prepared);
	if (s->op == 2 || s->op == 8 || s->op == 9 || s->op == 13 || s->op == 14) { // only the root may
		s->in_place = s->in_place && s->rank == s->root;
	}
	int reduces = (s->op >= 1 && s->op <= 5) || s->op == 15, by_rank = own_of(4);
	s->in_stride = reduces || by_rank % 2 == 0 ? 1 : 2; // a reduction has one type on all ranks
	s->out_stride = reduces || by_rank / 2 == 0 ? 1 : 2;
	s->shape = uneven || one_of(3) > 0 ? 1 + one_of(1000000) : 0;
	s->gap = own_of(3);
	s->is_backwards = own_of(4) == 0;
	choose_blocks(s);
}

// has_words reports whether any block of a call has words. The library passes on other calls.
static int has_words(const slot *s) {
	int words = 0;
	for (int from = 0; from < s->p; from++) {
		for (int to = 0; to < s->p; to++) {
			words += words_of(s, from, to);
		}
	}
	return words > 0;
}

// choose_taken chooses the arguments of a call that a plan executes, with one of the first `ops` operations.
// Open MPI crashes if the communicator of another call is freed before the call is complete.
static void choose_taken(slot *s, MPI_Comm comm, int ops, int is_prepared) {
	do {
		choose(s, comm, is_prepared);
	} while (!has_words(s) || s->op >= ops);
}

// fill_buffers writes the input of a call, and wrong words elsewhere.
static void fill_buffers(slot *s) {
	int n = s->n, p = s->p, me = s->rank;
	int *from = s->in_place ? s->out : s->in, stride = s->in_place ? s->out_stride : s->in_stride;
	memset(s->out, 255, sizeof s->out);
	switch (s->op) {
	case 0:
		if (me == s->root) {
			fill(s->out, s->out_stride, 0, n, s, me, 0);
		}
		break;
	case 5:
	case 7:
		for (int k = 0; k < p; k++) {
			fill(from, stride, k * n, n, s, me, k);
		}
		break;
	case 6:
	case 8:
		fill(from, stride, s->in_place ? me * n : 0, n, s, me, 0);
		break;
	case 9:
		for (int k = 0; k < p && me == s->root; k++) {
			fill(s->in, s->in_stride, k * n, n, s, me, k);
		}
		if (s->in_place) { // the root's block stays where it is
			fill(s->out, s->out_stride, 0, n, s, me, me);
		}
		break;
	case 1:
	case 2:
	case 3:
	case 4:
		fill(from, 1, 0, n, s, me, 0);
		break;
	case 11:
	case 13:
		fill(from, stride, s->in_place ? s->out_places[me] : 0, words_of(s, me, 0), s, me, 0);
		break;
	case 12:
		for (int k = 0; k < p; k++) {
			fill(from, stride, s->in_place ? s->out_places[k] : s->in_places[k], s->in_counts[k], s, me, k);
		}
		break;
	case 14:
		for (int k = 0; k < p && me == s->root; k++) {
			fill(s->in, s->in_stride, s->in_places[k], s->in_counts[k], s, me, k);
		}
		if (s->in_place) { // the root's block stays where it is
			fill(s->out, s->out_stride, s->in_places[me], s->in_counts[me], s, me, me);
		}
		break;
	case 15:
		for (int k = 0, first = 0; k < p; first += s->in_counts[k++]) {
			fill(from, 1, first, s->in_counts[k], s, me, k);
		}
	}
}

#ifdef PERSISTENT
#define CALL(lower, name, ...)                                               \
	is_prepared ? MPI_##name##_init(__VA_ARGS__, comm, MPI_INFO_NULL, request) \
	            : MPI_I##lower(__VA_ARGS__, comm, request)
#else
#define CALL(lower, name, ...) MPI_I##lower(__VA_ARGS__, comm, request)
#endif

// is_passed_on reports whether the MPI library executes a call: if all blocks are empty, or if the start
// would have to wait for the lengths of other ranks' blocks.
static int is_passed_on(const slot *s, int is_prepared) {
	return !has_words(s) || (s->op >= 12 && s->op <= 14 && !is_prepared);
}

// call makes a call, which starts the operation or only prepares it. It does not free the types of a call
// that the MPI library executes, because Open MPI 5.0.7 may crash then.
static void call(slot *s, MPI_Comm comm, MPI_Request *request, int is_prepared) {
	MPI_Datatype in_type = MPI_INT, out_type = MPI_INT;
	s->in_stride == 2 ? MPI_Type_dup(strided, &in_type) : 0;
	s->out_stride == 2 ? MPI_Type_dup(strided, &out_type) : 0;
	void *in = s->in_place ? MPI_IN_PLACE : s->in, *out = s->in_place ? MPI_IN_PLACE : s->out;
	int n = s->n, me = s->rank;
	switch (s->op) {
	case 0: CALL(bcast, Bcast, s->out, n, out_type, s->root); break;
	case 1: CALL(allreduce, Allreduce, in, s->out, n, MPI_INT, MPI_SUM); break;
	case 2: CALL(reduce, Reduce, in, s->out, n, MPI_INT, MPI_SUM, s->root); break;
	case 3: CALL(scan, Scan, in, s->out, n, MPI_INT, MPI_SUM); break;
	case 4: CALL(exscan, Exscan, in, s->out, n, MPI_INT, MPI_SUM); break;
	case 5: CALL(reduce_scatter_block, Reduce_scatter_block, in, s->out, n, MPI_INT, MPI_SUM); break;
	case 6: CALL(allgather, Allgather, in, n, in_type, s->out, n, out_type); break;
	case 7: CALL(alltoall, Alltoall, in, n, in_type, s->out, n, out_type); break;
	case 8: CALL(gather, Gather, in, n, in_type, s->out, n, out_type, s->root); break;
	case 9: CALL(scatter, Scatter, s->in, n, in_type, out, n, out_type, s->root); break;
	case 10:
#ifdef PERSISTENT
		if (is_prepared) {
			MPI_Barrier_init(comm, MPI_INFO_NULL, request);
			break;
		}
#endif
		MPI_Ibarrier(comm, request);
		break;
	case 11:
		CALL(allgatherv, Allgatherv, in, words_of(s, me, 0), in_type, s->out, s->out_counts, s->out_places,
			out_type);
		break;
	case 12:
		CALL(alltoallv, Alltoallv, in, s->in_counts, s->in_places, in_type, s->out, s->out_counts, s->out_places,
			out_type);
		break;
	case 13:
		CALL(gatherv, Gatherv, in, words_of(s, me, 0), in_type, s->out, s->out_counts, s->out_places, out_type,
			s->root);
		break;
	case 14:
		CALL(scatterv, Scatterv, s->in, s->in_counts, s->in_places, in_type, out, words_of(s, s->root, me),
			out_type, s->root);
		break;
	case 15: CALL(reduce_scatter, Reduce_scatter, in, s->out, s->in_counts, MPI_INT, MPI_SUM); break;
	}
	if (is_passed_on(s, is_prepared)) {
		return;
	}
	s->in_stride == 2 ? MPI_Type_free(&in_type) : 0;
	s->out_stride == 2 ? MPI_Type_free(&out_type) : 0;
}

// start starts a non-blocking call.
static void start(slot *s, MPI_Comm comm, MPI_Request *request) {
	choose(s, comm, 0);
	fill_buffers(s);
	call(s, comm, request, 0);
}

// finish completes n requests in one of several ways.
static void finish(int n, MPI_Request *requests) {
	int done = 0, count, which[MOST_REQUESTS];
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

#ifdef PERSISTENT
static slot prepared[PREPARED];
static MPI_Request ready[PREPARED + 2]; // of the persistent calls, and of a message to this rank itself
static int sent_to_self, got_from_self;

// prepare frees some persistent calls and initializes others. The requests of the messages are new each time,
// so that they may get the handle of a request that was freed.
static void prepare(const MPI_Comm comms[COMMS]) {
	for (int i = PREPARED; i < PREPARED + 2; i++) {
		if (ready[i] != MPI_REQUEST_NULL) {
			MPI_Request_free(&ready[i]);
		}
	}
	for (int i = 0; i < PREPARED; i++) {
		if (one_of(4) > 0 && ready[i] != MPI_REQUEST_NULL) {
			continue;
		}
		if (ready[i] != MPI_REQUEST_NULL) {
			MPI_Request_free(&ready[i]);
		}
		MPI_Comm comm = comms[one_of(COMMS)];
		choose(&prepared[i], comm, 1);
		fill_buffers(&prepared[i]); // a start must read the buffers again
		call(&prepared[i], comm, &ready[i], 1);
	}
	MPI_Recv_init(&got_from_self, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &ready[PREPARED]);
	MPI_Send_init(&sent_to_self, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &ready[PREPARED + 1]);
}

// start_prepared starts the persistent calls of a mask, in another order on each rank. It copies the requests
// and returns their number.
static int start_prepared(int mask, MPI_Request *requests) {
	int n = 0, first = own_of(PREPARED), step = own_of(2) ? 1 : PREPARED - 1, from[PREPARED + 2];
	for (int i = 0; i < PREPARED; i++) {
		int k = (first + i * step) % PREPARED;
		if (mask >> k & 1) {
			prepared[k].serial += 1009;
			fill_buffers(&prepared[k]);
			from[n++] = k;
		}
	}
	from[n++] = PREPARED;
	from[n++] = PREPARED + 1;
	for (int i = 0; i < n; i++) {
		requests[i] = ready[from[i]];
	}
	got_from_self = -1;
	sent_to_self = mask;
	if (own_of(2)) {
		MPI_Startall(n, requests);
	} else {
		for (int i = 0; i < n; i++) {
			MPI_Start(&requests[i]);
		}
	}
	for (int i = 0; i < n; i++) { // MPI_Start may replace a request
		ready[from[i]] = requests[i];
	}
	return n;
}

// check_prepared checks the results of these calls.
static void check_prepared(int mask) {
	for (int i = 0; i < PREPARED; i++) {
		if (mask >> i & 1) {
			check(&prepared[i]);
		}
	}
	wrong += got_from_self != mask;
}

// freed_prepared frees the communicator of a persistent call, which is then started twice.
static void freed_prepared(void) {
	MPI_Comm comm;
	MPI_Request request;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	choose_taken(&slots[0], comm, 15, 1);
	call(&slots[0], comm, &request, 1);
	MPI_Comm_free(&comm);
	for (int i = 0; i < 2; i++) {
		slots[0].serial += 1009;
		fill_buffers(&slots[0]);
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		check(&slots[0]);
	}
	MPI_Request_free(&request);
}

// freed_active frees the request of an active persistent call. The call is complete as soon as its result is
// there.
static void freed_active(MPI_Comm comm) {
	static int one = 1;
	static volatile int sum;
	int p, flag;
	MPI_Request request;
	MPI_Comm_size(comm, &p);
	MPI_Allreduce_init(&one, (int *)&sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
	sum = 0;
	MPI_Start(&request);
	MPI_Request_free(&request);
	while (sum != p) {
		MPI_Iprobe(MPI_ANY_SOURCE, 9999, comm, &flag, MPI_STATUS_IGNORE);
	}
	calls++;
}
#endif

static void round_of_calls(const MPI_Comm comms[COMMS]) {
	MPI_Request requests[MOST_REQUESTS];
	int n = 1 + one_of(SLOTS), p, rank, sent = world, got[SLOTS], started = 0;
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef PERSISTENT
	int mask = one_of(1 << PREPARED), at = own_of(n);
	prepare(comms);
#endif
	for (int i = 0; i < n; i++) {
		MPI_Irecv(&got[i], 1, MPI_INT, (rank + p - 1) % p, i, MPI_COMM_WORLD, &requests[2 * i]);
		start(&slots[i], comms[one_of(COMMS)], &requests[2 * i + 1]);
		MPI_Send(&sent, 1, MPI_INT, (rank + 1) % p, i, MPI_COMM_WORLD);
		if (one_of(4) == 0) { // a blocking call between them
			int total = 0;
			MPI_Allreduce(&world, &total, 1, MPI_INT, MPI_SUM, comms[one_of(COMMS)]);
			wrong += total != p * (p - 1) / 2;
		}
#ifdef PERSISTENT
		if (i == at) {
			started = start_prepared(mask, &requests[2 * n]);
		}
#endif
	}
	finish(2 * n + started, requests);
	for (int i = 0; i < n; i++) {
		check(&slots[i]);
		wrong += got[i] != (rank + p - 1) % p;
	}
#ifdef PERSISTENT
	check_prepared(mask);
#endif
}

// freed frees a communicator before a call on it is complete.
static void freed(void) {
	MPI_Comm comm;
	MPI_Request request;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Barrier(comm);
	choose_taken(&slots[0], comm, 12, 0);
	fill_buffers(&slots[0]);
	call(&slots[0], comm, &request, 0);
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
	uneven = argc > 3;
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
#ifdef PERSISTENT
	for (int i = 0; i < PREPARED + 2; i++) {
		ready[i] = MPI_REQUEST_NULL;
	}
#endif
	for (int i = 0; i < rounds; i++) {
		round_of_calls(comms);
		if (i % 20 == 0) {
			relay(comms[one_of(COMMS)]);
			freed();
#ifdef PERSISTENT
			freed_prepared();
			freed_active(comms[one_of(COMMS)]);
#endif
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
