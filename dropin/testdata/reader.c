// Damages a plan file in many random ways, corrects its checksum, and lets libtopocoll's reader open it.
// Executes whatever the reader accepts. The messages only touch their buffers, so the address sanitizer finds
// an index that the reader should have refused.
//   usage: reader FILE ROUNDS     compile with -fsanitize=address,undefined -include dropin/pmpi.h
// Prints how many damaged files there were and how many the reader accepted. Fails if it accepts one with a
// wrong checksum, or refuses FILE itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../plans/plans.h"

// MPI for one process: a send reads its words, a receive writes them, and both are complete at once.
static volatile unsigned char seen;

static void touch(const void *x, int n, int writes) {
	for (int i = 0; i < n; i++) {
		if (writes) {
			((unsigned char *)x)[i] = 1;
		} else {
			seen ^= ((const unsigned char *)x)[i];
		}
	}
}

static int arrived; // words of the last receive

int PMPI_Send(const void *x, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
	return touch(x, n, 0), MPI_SUCCESS;
}
int PMPI_Isend(const void *x, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *r) {
	return touch(x, n, 0), MPI_SUCCESS;
}
int PMPI_Recv(void *x, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *s) {
	touch(x, n, 1);
	arrived = n;
	return MPI_SUCCESS;
}
int PMPI_Irecv(void *x, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *r) {
	return PMPI_Recv(x, n, type, from, tag, comm, NULL);
}
int PMPI_Sendrecv(const void *out, int sent, MPI_Datatype out_type, int to, int out_tag, void *in, int got,
	MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status *s) {
	return touch(out, sent, 0), PMPI_Recv(in, got, in_type, from, in_tag, comm, s);
}
int PMPI_Wait(MPI_Request *r, MPI_Status *s) { return MPI_SUCCESS; }
int PMPI_Get_count(const MPI_Status *s, MPI_Datatype type, int *n) { return *n = arrived, MPI_SUCCESS; }
int PMPI_Reduce_local(const void *a, void *b, int n, MPI_Datatype type, MPI_Op op) {
	return touch(a, n, 0), touch(b, n, 1), MPI_SUCCESS;
}

static int all(int flying, MPI_Request r[], int *n, int done[], MPI_Status s[]) {
	for (int i = 0; i < flying; i++) {
		done[i] = i;
		r[i] = MPI_REQUEST_NULL;
	}
	*n = flying;
	return MPI_SUCCESS;
}
int PMPI_Waitsome(int flying, MPI_Request r[], int *n, int done[], MPI_Status s[]) {
	return all(flying, r, n, done, s);
}
int PMPI_Testsome(int flying, MPI_Request r[], int *n, int done[], MPI_Status s[]) {
	return all(flying, r, n, done, s);
}

static uint64_t state = 1;

static uint64_t one_of(uint64_t n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % n;
}

static void put(char *file, size_t at, uint64_t x, size_t size) { memcpy(file + at, &x, size); }

static void damage(char *file, size_t bytes) {
	const int64_t strange[] = {-1, 0, 1, 2, 3, 7, 64, 255, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN,
		(int64_t)bytes};
	for (int n = 1 + one_of(3); n > 0; n--) {
		// with a higher probability in the head
		size_t where = one_of(3) == 0 ? one_of(128) : one_of(bytes - 8);
		switch (one_of(4)) {
		case 0:
			file[where] ^= 1 << one_of(8);
			break;
		case 1:
			put(file, where / 4 * 4, strange[one_of(sizeof strange / sizeof *strange)], 4);
			break;
		case 2:
			put(file, where / 8 * 8, strange[one_of(sizeof strange / sizeof *strange)], 8);
			break;
		case 3: { // a copy of another number
			int32_t x;
			memcpy(&x, file + one_of(bytes - 4) / 4 * 4, 4);
			put(file, where / 4 * 4, x, 4);
		}
		}
	}
}

// mend restores the magic number, the lengths and the checksums, which other tests cover.
static void mend(char *file, const char *original) {
	const plans_head *head = (const plans_head *)original;
	memcpy(file, original, offsetof(plans_head, sum));
	for (int i = 0; i < head->sizes; i++) {
		const plans_size *size = (const plans_size *)(original + head->sizes_at) + i;
		for (int rank = 0; rank < size->p; rank++) {
			size_t at = size->parts_at + rank * sizeof(plans_part);
			const plans_part *part = (const plans_part *)(original + at);
			put(file, at + offsetof(plans_part, sum), tc_sum(file + part->at, part->bytes), sizeof part->sum);
		}
	}
	size_t after = offsetof(plans_head, sum) + sizeof(uint64_t), bytes = head->index_bytes;
	char *rest = malloc(bytes);
	memcpy(rest, file, offsetof(plans_head, sum));
	memcpy(rest + offsetof(plans_head, sum), file + after, bytes - after);
	put(file, offsetof(plans_head, sum), tc_sum(rest, bytes - sizeof(uint64_t)), sizeof(uint64_t));
	free(rest);
}

// write_file replaces the content of a file.
static void write_file(int file, const char *content, size_t bytes) {
	if (ftruncate(file, 0) != 0 || pwrite(file, content, bytes, 0) != (ssize_t)bytes) {
		perror("reader: a file in memory");
		exit(2);
	}
}

static void run(const plans_head *f, const plans_set *s, const plans_plan *plan, int64_t code) {
	enum { MOST = 1 << 22 };
	if (plan->in > MOST || plan->out > MOST || plan->scratch > MOST) {
		return;
	}
	port *p = tc_port_new(MPI_COMM_SELF, MPI_BYTE);
	program *g = tc_plans_program(f, code, plan->scratch, p);
	char *in = calloc(plan->in, 1), *out = calloc(plan->out, 1); // of the exact length
	if (g != NULL && tc_reserve(p, g, 1)) {
		p->eager = 4000;
		tc_replay(p, (char *)g, 1, 1, in, out, MPI_OP_NULL, -1, 0);
	}
	free(in);
	free(out);
	tc_program_free(g);
	tc_port_free(p);
}

// run_stretched executes a plan with blocks of random lengths.
static void run_stretched(const plans_head *f, const plans_set *s, int root, int rank, int by_dependencies) {
	port *p = tc_port_new(MPI_COMM_SELF, MPI_BYTE);
	const plans_plan *plan = tc_plans_plan(f, s, root, rank);
	program *g = tc_plans_program(f, by_dependencies ? plan->as_ready_at : plan->in_order_at, 0, p);
	int pairs = s->op == ALLTOALL, blocks = pairs ? s->p * s->p : s->p;
	block_layout layout = {calloc(blocks + 1, sizeof *layout.begin), calloc(s->p + 1, sizeof *layout.out)};
	int64_t *begin = layout.begin;
	for (int i = 0; i < blocks; i++) {
		begin[i + 1] = begin[i] + one_of(5);
	}
	for (int i = 0; i < s->p; i++) {
		int block = pairs ? i * s->p + rank : s->op == SCATTER ? rank : i;
		layout.out[i + 1] = layout.out[i] + begin[block + 1] - begin[block];
	}
	int first = pairs ? rank * s->p : rank, last = pairs ? first + s->p : rank + 1; // blocks of the input
	if (s->op == SCATTER) {
		first = 0;
		last = rank == root ? s->p : 0;
	}
	int out_blocks = s->op == SCATTER ? 1 : s->op == GATHER && rank != root ? 0 : s->p;
	char *in = calloc(begin[last] - begin[first], 1), *out = calloc(layout.out[out_blocks], 1); // exact
	if (g != NULL && tc_plans_stretch(g, f, s, root, rank, by_dependencies, &layout) &&
		tc_reserve(p, g, 1)) {
		tc_replay(p, (char *)g, 1, 1, in, out, MPI_OP_NULL, -1, 0);
	}
	free(in);
	free(out);
	free(layout.begin);
	free(layout.out);
	tc_program_free(g);
	tc_port_free(p);
}

// run_all executes all plans that the reader accepts, and reports whether these are all.
static int run_all(plans_head *f) {
	int accepts_all = 1;
	for (int i = 0; i < f->sets; i++) {
		const plans_set *s = tc_plans_set(f, i);
		for (int rank = 0; rank < s->p; rank++) {
			if (!tc_plans_load(f, s->p, rank)) {
				accepts_all = 0;
				continue;
			}
			for (int root = 0; root < s->roots; root++) {
				const plans_plan *plan = tc_plans_plan(f, s, root, rank);
				run(f, s, plan, plan->in_order_at);
				run(f, s, plan, plan->as_ready_at);
				if (s->by_blocks) {
					run_stretched(f, s, root, rank, 0);
					run_stretched(f, s, root, rank, 1);
				}
			}
		}
	}
	return accepts_all;
}

int main(int argc, char **argv) {
	const char *why;
	if (argc != 3) {
		fprintf(stderr, "usage: reader FILE ROUNDS\n");
		return 2;
	}
	char scratch[40]; // a file in memory, because thousands of files take seconds on some disks
	int scratch_file = memfd_create("damaged", 0);
	snprintf(scratch, sizeof scratch, "/proc/self/fd/%d", scratch_file);
	FILE *file = fopen(argv[1], "rb");
	static char original[1 << 22], damaged[sizeof original];
	size_t bytes = file == NULL ? 0 : fread(original, 1, sizeof original, file);
	plans_head *f = tc_plans_open(argv[1], &why);
	if (f == NULL || bytes == sizeof original) {
		fprintf(stderr, "reader: %s: %s\n", argv[1], f == NULL ? why : "too long");
		return 1;
	}
	if (!run_all(f)) {
		fprintf(stderr, "reader: %s: damaged\n", argv[1]);
		return 1;
	}
	tc_plans_close(f);
	int rounds = atoi(argv[2]), accepted = 0, wrong = 0;
	for (int i = 0; i < rounds; i++) {
		memcpy(damaged, original, bytes);
		damage(damaged, bytes);
		if (memcmp(damaged, original, bytes) == 0) {
			continue;
		}
		int mends = i % 4 != 0;
		if (mends) {
			mend(damaged, original);
		}
		size_t length = one_of(16) == 0 ? one_of(bytes) : bytes;
		write_file(scratch_file, damaged, length);
		f = tc_plans_open(scratch, &why);
		if (f != NULL) {
			int all = run_all(f);
			accepted += all;
			wrong += all && (!mends || length != bytes);
			tc_plans_close(f);
		}
	}
	printf("%d files, %d accepted, %d of them with a wrong sum\n", rounds, accepted, wrong);
	return wrong > 0;
}
