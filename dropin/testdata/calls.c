// Calls the operations that libtopocoll.so intercepts with random arguments, and compares each result byte by
// byte with that of the PMPI call. There are 16 operations and 28 types: with gaps, negative lower bounds,
// reversed words and pairs, also different on each rank. Lengths include 0, some calls are in place, and six
// communicators are created and freed. Prints the numbers of calls and of wrong results, and fails if a
// result is wrong.
//   usage: calls [CALLS [SEED]]
//          calls differ          the ranks call a broadcast with different lengths
//          calls sums            adds numbers whose last digits depend on the order
//          calls truncate FILE   rank 0 truncates FILE after the first 100 calls
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls, wrong, rank, p, world;
static MPI_Comm comm;

// The words of a buffer begin at ZERO, because some types have negative displacements.
enum { ZERO = 1 << 12, ROOM = 1 << 17, MOST_EXTENT = 24, MOST_WORDS = 700 };
static char in_room[ROOM], ours_room[ROOM], theirs_room[ROOM];

static uint64_t state = 1;

static uint64_t mixed(uint64_t x) {
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

// one_of returns a random number below n, the same on all ranks. mine_of returns another one on each rank.
static int one_of(int n) { return mixed(state += 0x9e3779b97f4a7c15u) % n; }
static int mine_of(int n) { return mixed(state ^ (uint64_t)(world + 1) << 40) % n; }

// Datatypes for words of two ints: so many of a type make one word.
enum { PAIRS = 12 };
static struct {
	MPI_Datatype type;
	int count;
} pair[PAIRS];

// first takes the first int of the lower operand and the second int of the higher one. It is associative and
// does not commute.
static void first(void *a, void *b, int *count, MPI_Datatype *type) {
	MPI_Aint lb, extent;
	MPI_Type_get_extent(*type, &lb, &extent);
	for (int i = 0; i < *count; i++) {
		int *lower = (int *)((char *)a + i * extent), *higher = (int *)((char *)b + i * extent);
		higher[0] = lower[0];
	}
}
static MPI_Op order;

// Numbers for reductions: the content of a word, and the operators that accept it.
typedef enum { INT8, INT16, INT32, INT64, REAL4, REAL8, INTS, REAL8_INT, REAL4_INT, INT16_INT } content;
typedef struct {
	MPI_Datatype type;
	content content;
	MPI_Op ops[6];
	int ops_count;
	int holes; // the bytes in the gaps may change
} numbers;

enum { MOST_NUMBERS = 20 };
static numbers number[MOST_NUMBERS];
static int number_count;

static void add(MPI_Datatype type, content content, int holes, int n, const MPI_Op *ops) {
	numbers *x = &number[number_count++];
	*x = (numbers){.type = type, .content = content, .ops_count = n, .holes = holes};
	memcpy(x->ops, ops, n * sizeof *ops);
}

static void make_types(void) {
	const int apart[] = {-1, 2}, ones[] = {1, 1}, sizes[] = {5}, parts[] = {2}, starts[] = {3};
	const MPI_Aint bytes[] = {4, 0}, far[] = {0, 12};
	const MPI_Datatype ints[] = {MPI_INT, MPI_INT};
	for (int i = 0; i < PAIRS; i++) {
		pair[i].count = 1;
	}
	pair[0].type = MPI_INT;
	pair[0].count = 2;
	pair[1].type = MPI_2INT;
	MPI_Type_contiguous(2, MPI_INT, &pair[2].type);
	MPI_Type_vector(2, 1, 3, MPI_INT, &pair[3].type);
	MPI_Type_create_resized(pair[2].type, 0, 20, &pair[4].type);
	MPI_Type_create_resized(pair[2].type, -8, 24, &pair[5].type);
	MPI_Type_create_hindexed(2, ones, bytes, MPI_INT, &pair[6].type);
	MPI_Type_indexed(2, ones, apart, MPI_INT, &pair[7].type);
	MPI_Type_create_struct(2, ones, far, ints, &pair[8].type);
	MPI_Type_dup(pair[2].type, &pair[9].type);
	MPI_Type_create_subarray(1, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &pair[10].type);
	MPI_Type_create_resized(pair[6].type, 0, 12, &pair[11].type);
	for (int i = 2; i < PAIRS; i++) {
		MPI_Type_commit(&pair[i].type);
	}
	const MPI_Op whole[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_BXOR, MPI_LAND};
	const MPI_Op real[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN}, complex[] = {MPI_SUM, MPI_PROD};
	const MPI_Op located[] = {MPI_MAXLOC, MPI_MINLOC}, ordered[] = {order};
	add(MPI_UNSIGNED_CHAR, INT8, 0, 6, whole);
	add(MPI_SHORT, INT16, 0, 6, whole);
	add(MPI_INT, INT32, 0, 6, whole);
	add(MPI_UNSIGNED, INT32, 0, 6, whole);
	add(MPI_LONG, INT64, 0, 6, whole);
	add(MPI_UINT64_T, INT64, 0, 6, whole);
	add(MPI_FLOAT, REAL4, 0, 4, real);
	add(MPI_DOUBLE, REAL8, 0, 4, real);
	add(MPI_C_DOUBLE_COMPLEX, REAL8, 0, 2, complex);
	add(MPI_2INT, INTS, 0, 2, located);
	add(MPI_DOUBLE_INT, REAL8_INT, 1, 2, located);
	add(MPI_FLOAT_INT, REAL4_INT, 0, 2, located);
	add(MPI_SHORT_INT, INT16_INT, 1, 2, located);
	add(pair[2].type, INTS, 0, 1, ordered);
	add(pair[4].type, INTS, 1, 1, ordered);
	add(pair[5].type, INTS, 1, 1, ordered);
}

// fill sets all three buffers before a call.
static void fill(int span, content content, int extent) {
	for (int i = 0; i < span; i++) {
		in_room[i] = 11 + (i * 7 + rank) % 5;
		ours_room[i] = theirs_room[i] = 50 + (i + rank) % 7;
	}
	char *rooms[] = {in_room, ours_room, theirs_room};
	for (int k = 0; k < 3; k++) {
		for (int i = 0; ZERO + i < span; i += extent) {
			char *at = rooms[k] + ZERO + i;
			int small = 1 + (rank * 5 + i / extent * 3 + (k > 0)) % 3;
			switch (content) {
			case INT8: *at = small; break;
			case INT16: *(int16_t *)at = small; break;
			case INT32: *(int32_t *)at = small; break;
			case INT64: *(int64_t *)at = small; break;
			case REAL4: *(float *)at = small; break;
			case REAL8: *(double *)at = small; break;
			case INTS: ((int *)at)[0] = small; ((int *)at)[1] = 10 * rank + i % 7; break;
			case REAL8_INT: *(double *)at = small; *(int *)(at + 8) = rank; break;
			case REAL4_INT: *(float *)at = small; *(int *)(at + 4) = rank; break;
			case INT16_INT: *(int16_t *)at = small; *(int *)(at + 4) = rank; break;
			}
		}
	}
}

// equal compares the results: every byte, or the packed words of a type with gaps.
static int equal(int span, int n, const numbers *x) {
	if (x == NULL || !x->holes) {
		return memcmp(ours_room, theirs_room, span) == 0;
	}
	static char packed[2][ROOM];
	int at[2] = {0};
	MPI_Pack(ours_room + ZERO, n, x->type, packed[0], ROOM, &at[0], MPI_COMM_SELF);
	MPI_Pack(theirs_room + ZERO, n, x->type, packed[1], ROOM, &at[1], MPI_COMM_SELF);
	return memcmp(packed[0], packed[1], at[0]) == 0 && memcmp(ours_room, theirs_room,
		ZERO - MOST_EXTENT) == 0;
}

enum { MOST_RANKS = 64 };
static int is_large; // the next call has counts of type MPI_Count

// array returns counts or displacements of p blocks in the type that the next call has: int or, if is_large
// is set, MPI_Count or MPI_Aint. The array is valid during the next three calls of the function.
static const void *array(const int *x) {
	static int64_t large[4][MOST_RANKS];
	static int last;
	if (x == NULL || !is_large) {
		return x;
	}
	last = (last + 1) % 4;
	for (int i = 0; i < p; i++) {
		large[last][i] = x[i];
	}
	return large[last];
}

// BOTH makes a call under its PMPI name and under its MPI name. The latter may be the name of the function
// with counts of type MPI_Count.
#if MPI_VERSION >= 4
_Static_assert(sizeof(MPI_Count) == sizeof(int64_t) && sizeof(MPI_Aint) == sizeof(int64_t), "see array");
#define BOTH(name, ...) \
	is_large = 0; \
	CALL_BOTH(name, (is_large = one_of(2)) ? MPI_##name##_c(__VA_ARGS__, comm) \
		: MPI_##name(__VA_ARGS__, comm), __VA_ARGS__)
#else
#define BOTH(name, ...) CALL_BOTH(name, MPI_##name(__VA_ARGS__, comm), __VA_ARGS__)
#endif
#define CALL_BOTH(name, our_call, ...) \
	do { \
		char *out = theirs_room + ZERO; \
		PMPI_##name(__VA_ARGS__, comm); \
		out = ours_room + ZERO; \
		our_call; \
		calls++; \
		if (!equal(span, n, words)) { \
			wrong++; \
			fprintf(stderr, "rank %d of %d: %s of %d words, root %d, types %d %d, in place %d, seed state %llx\n", \
				rank, p, #name, n, root, number_at, b, in_place, (unsigned long long)state); \
		} \
	} while (0)

// Blocks of the functions with counts: lengths and places in words.
typedef struct {
	int words[MOST_RANKS], places[MOST_RANKS], counts[MOST_RANKS]; // counts: of a datatype
} block_list;
static block_list list, other; // other: the input of MPI_Alltoallv

// place_blocks places blocks in any order, one after the other or with gaps; the first may begin before the
// buffer.
static void place_blocks(block_list *b, int count) {
	int gap = one_of(2), backwards = one_of(2), place = one_of(3) - 2;
	for (int i = 0; i < p; i++) {
		int block = backwards ? p - 1 - i : i;
		b->places[block] = place * count;
		b->counts[block] = b->words[block] * count;
		place += b->words[block] + gap;
	}
}

// choose_blocks chooses lengths up to n: all equal, nearly equal, different, or all 0 but one.
static void choose_blocks(int n) {
	int kind = one_of(4), only = one_of(p);
	for (int i = 0; i < p; i++) {
		int shorter = kind == 0 ? 0 : kind == 1 ? one_of(n / 5 + 1) : one_of(n + 1);
		list.words[i] = kind < 3 ? n - shorter : i == only ? n : 0;
	}
	place_blocks(&list, 1);
}

// choose_exchange chooses lengths up to n from each rank to each: as above, but 0 is more frequent. With
// symmetric set, two ranks exchange blocks of the same length.
static void choose_exchange(int n, int symmetric) {
	int kind = one_of(4);
	for (int from = 0; from < p; from++) {
		for (int to = 0; to < p; to++) {
			int words = kind == 0 ? n : kind == 1 ? n - one_of(n / 5 + 1) : one_of(n + 1);
			words *= kind < 3 || one_of(2);
			if (from == rank) {
				other.words[to] = words;
			}
			if (to == rank) {
				list.words[from] = words;
			}
		}
	}
	for (int i = 0; i < p && symmetric; i++) {
		list.words[i] = rank <= i ? list.words[i] : other.words[i];
	}
}

// move calls an operation that moves words of two ints, with other types on each rank.
static void move(int which, int n, int root) {
	const numbers *words = NULL;
	int number_at = -1, in_place = one_of(3) == 0, span = ZERO + (p * (n + 1) + 2) * MOST_EXTENT;
	int a = mine_of(PAIRS), b = (a + 1 + one_of(PAIRS - 1)) % PAIRS, rooted = rank == root;
	MPI_Datatype from = pair[a].type, to = pair[b].type;
	int from_n = n * pair[a].count, to_n = n * pair[b].count;
	char *in = in_room + ZERO;
	fill(span, INTS, 8);
	switch (which) {
	case 0:
		BOTH(Bcast, out, to_n, to, root);
		break;
	case 1:
		BOTH(Allgather, in_place ? MPI_IN_PLACE : in, from_n, from, out, to_n, to);
		break;
	case 2:
		BOTH(Alltoall, in_place ? MPI_IN_PLACE : in, from_n, from, out, to_n, to);
		break;
	case 3:
		in_place = in_place && rooted;
		BOTH(Gather, in_place ? MPI_IN_PLACE : in, from_n, from, out, rooted ? to_n : -5,
			rooted ? to : MPI_DATATYPE_NULL, root);
		break;
	case 4:
		in_place = in_place && rooted;
		BOTH(Scatter, in, rooted ? from_n : -5, rooted ? from : MPI_DATATYPE_NULL,
			in_place ? MPI_IN_PLACE : out, to_n, to, root);
		break;
	case 5:
		choose_blocks(n);
		// Open MPI 4.1.4 selects an algorithm by the size of the rank's own type, and hangs if the sizes differ
		from = pair[a == 0 ? 1 : a].type;
		to = pair[b == 0 ? 1 : b].type;
		BOTH(Allgatherv, in_place ? MPI_IN_PLACE : in, list.words[rank], from, out, array(list.words),
			array(list.places), to);
		break;
	case 6:
		choose_exchange(n, in_place);
		place_blocks(&list, pair[b].count);
		place_blocks(&other, pair[a].count);
		BOTH(Alltoallv, in_place ? MPI_IN_PLACE : in, array(other.counts), array(other.places), from, out,
			array(list.counts), array(list.places), to);
		break;
	case 7:
		in_place = in_place && rooted;
		choose_blocks(n);
		place_blocks(&list, pair[b].count);
		BOTH(Gatherv, in_place ? MPI_IN_PLACE : in, list.words[rank] * pair[a].count, from, out,
			array(rooted ? list.counts : NULL), array(rooted ? list.places : NULL), rooted ? to : MPI_DATATYPE_NULL,
			root);
		break;
	case 8:
		in_place = in_place && rooted;
		choose_blocks(n);
		place_blocks(&list, pair[a].count);
		BOTH(Scatterv, in, array(rooted ? list.counts : NULL), array(rooted ? list.places : NULL),
			rooted ? from : MPI_DATATYPE_NULL, in_place ? MPI_IN_PLACE : out, list.words[rank] * pair[b].count,
			to, root);
		break;
	}
}

// at returns NULL for a result that is not significant on this rank.
static void *at(int significant, void *out) { return significant ? out : NULL; }

static void reduce(int which, int n, int root) {
	int number_at = one_of(number_count), b = one_of(6), in_place = one_of(3) == 0, commutes = 1;
	const numbers *words = &number[number_at];
	numbers result;
	b %= words->ops_count;
	MPI_Op op = words->ops[b];
	MPI_Datatype type = words->type;
	MPI_Aint lb, extent;
	MPI_Type_get_extent(type, &lb, &extent);
	PMPI_Op_commutative(op, &commutes);
	int span = ZERO + (p * (n + 1) + 2) * MOST_EXTENT, in_place_at_root = in_place;
	char *in = in_room + ZERO;
#ifdef MPICH_VERSION // MPICH 4.0.2 reads from MPI_IN_PLACE, and does not keep the order of operands
	in_place_at_root = in_place && root == 0;
	which = (which == 2 || which == 5) && !commutes ? 0 : which;
#endif
	fill(span, words->content, words->content == REAL8 ? 8 : (int)extent);
	switch (which) {
	case 0:
		BOTH(Allreduce, in_place ? MPI_IN_PLACE : in, out, n, type, op);
		break;
	case 1:
		BOTH(Reduce, rank == root && in_place_at_root ? MPI_IN_PLACE : in, at(rank == root, out), n, type, op,
			root);
		break;
	case 2:
		BOTH(Reduce_scatter_block, in_place ? MPI_IN_PLACE : in, out, n, type, op);
		break;
	case 3:
		BOTH(Scan, in_place ? MPI_IN_PLACE : in, out, n, type, op);
		break;
	case 4:
		BOTH(Exscan, in, out, n, type, op);
		break;
	case 5:
		choose_blocks(n);
		n = list.words[rank];
		result = *words;
		result.holes |= in_place; // Open MPI changes the rest of the buffer
		words = &result;
		BOTH(Reduce_scatter, in_place ? MPI_IN_PLACE : in, out, array(list.words), type, op);
		break;
	}
}

// The communicators: all ranks in three orders, halves, all ranks but the last, and a ring.
enum { COMMS = 6 };
static MPI_Comm comms[COMMS];

static void make_comms(void) {
	int size, period = 1;
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &comms[2]);
	MPI_Comm_split(MPI_COMM_WORLD, world % 2, world, &comms[3]);
	MPI_Comm_split(MPI_COMM_WORLD, world == size - 1 ? MPI_UNDEFINED : 0, world, &comms[4]);
	MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &comms[5]);
}

static void free_comms(void) {
	for (int i = 1; i < COMMS; i++) {
		if (comms[i] != MPI_COMM_NULL) {
			MPI_Comm_free(&comms[i]);
		}
	}
}

static void one_call(void) {
	const int words[] = {0, 1, 1, 2, 3, 5, 16, 64, MOST_WORDS};
	int which = one_of(16), n = words[one_of(9)], root = one_of(64), chosen = one_of(COMMS);
	uint64_t next = state;
	comm = comms[chosen];
	if (comm != MPI_COMM_NULL) {
		MPI_Comm_rank(comm, &rank);
		MPI_Comm_size(comm, &p);
		root %= p;
		if (which < 9) {
			move(which, n, root);
		} else if (which < 15) {
			reduce(which - 9, n, root);
		} else {
			calls++;
			MPI_Barrier(comm);
		}
	}
	state = next; // also on the ranks that are not in the communicator
}

// sums adds words of Fortran types and of other types without a loop in combine.c.
static void sums(void) {
	static float x[128], y[128];
	static double u[128], v[128];
	for (int i = 0; i < 128; i++) {
		x[i] = u[i] = 0.1 + 0.7 * rank + 0.3 * i;
	}
	MPI_Allreduce(x, y, 128, MPI_REAL, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(x, y, 64, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(u, v, 128, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(u, v, 64, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < 128; i++) {
		u[i] = rank == 0 ? 0.1 : rank == 1 ? 0.2 : -0.3; // on 3 ranks, only rounding errors remain
	}
	MPI_Allreduce(u, v, 128, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	u[0] = rank == 0 ? 1.0 / 0.0 : 1;
	u[1] = rank == 0 ? 0.0 / 0.0 : 1;
	MPI_Allreduce(u, v, 128, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	world = rank;
	if (argc > 1 && strcmp(argv[1], "sums") == 0) {
		sums();
		MPI_Finalize();
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "differ") == 0) {
		MPI_Bcast(in_room, 1 + (rank == 1), MPI_INT, 0, MPI_COMM_WORLD);
	}
	int n = argc > 1 && atoi(argv[1]) > 0 ? atoi(argv[1]) : 1500;
	const char *truncated = argc > 2 && strcmp(argv[1], "truncate") == 0 ? argv[2] : NULL;
	state = argc > 2 && truncated == NULL ? strtoull(argv[2], NULL, 10) : 1;
	MPI_Op_create(first, 0, &order);
	make_types();
	for (int i = 0; i < n; i++) {
		if (i % 250 == 0) { // MPI may reuse the handles
			i > 0 ? free_comms() : (void)0;
			make_comms();
		}
		if (i == 100 && truncated != NULL && world == 0 && truncate(truncated, 0) != 0) {
			perror(truncated);
			MPI_Abort(MPI_COMM_WORLD, 2);
		}
		one_call();
	}
	free_comms();
	comm = MPI_COMM_WORLD;
	int mine[2] = {calls, wrong}, sum[2];
	PMPI_Allreduce(mine, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (world == 0) {
		printf("%d calls, %d wrong\n", sum[0], sum[1]);
	}
	MPI_Finalize();
	return sum[1] > 0;
}
