// This file reads a plan file. It accepts the index, or a part, only if the checksum of the index or part is
// valid and all indices in it stay inside their arrays. The rest of the library can therefore use the file
// without further checks.
//
// The memory for a plan file has the same length as the file, so that an object has the same position in
// both. The operating system allocates only the pages that are written.
#include "plans.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 7, ORDER = 0x01020304 };

static const int64_t MAX_BYTES = 1 << 30;

static const void *object_at(const plans_head *f, int64_t place) { return (const char *)f + place; }

// A region consists of the positions from `begin` to `end` - 1 in a file.
typedef struct {
	int64_t begin, end;
} region;

// lies_in reports whether n objects of `size` bytes, beginning at position `place`, lie in a region.
static int lies_in(region in, int64_t place, int64_t n, int64_t size) {
	return place >= in.begin && place % 8 == 0 && n >= 0 && place <= in.end && n <= (in.end - place) / size;
}

static region index_region(const plans_head *f) { return (region){sizeof *f, f->index_bytes}; }

static uint64_t add_to_sum(uint64_t sum, const void *x, int64_t bytes) {
	for (int64_t i = 0; i < bytes; i++) {
		sum = (sum ^ ((const unsigned char *)x)[i]) * 1099511628211u;
	}
	return sum;
}

uint64_t tc_sum(const void *x, int64_t bytes) { return add_to_sum(14695981039346656037u, x, bytes); }

// index_sum returns the checksum of the index: FNV-1a of all its bytes except the checksum itself.
static uint64_t index_sum(const plans_head *f) {
	const char *after = (const char *)&f->sum + sizeof f->sum;
	return add_to_sum(tc_sum(f, offsetof(plans_head, sum)), after, f->index_bytes - (after - (const char *)f));
}

// max_input_units and max_output_units return the lengths of a call's input and output in units. A plan must
// not use more units.
static int64_t max_input_units(const plans_set *s, int is_root) {
	int64_t all = (int64_t)s->p * s->units;
	switch (s->op) {
	case BARRIER:
		return 0;
	case SCATTER:
		return is_root ? all : 0;
	case ALLTOALL:
	case REDUCE_SCATTER:
		return all;
	}
	return s->units;
}

static int64_t max_output_units(const plans_set *s, int is_root) {
	int64_t all = (int64_t)s->p * s->units;
	switch (s->op) {
	case BARRIER:
		return 0;
	case GATHER:
		return is_root ? all : 0;
	case REDUCE:
		return is_root ? s->units : 0;
	case ALLGATHER:
	case ALLTOALL:
		return all;
	}
	return s->units;
}

static int range_is_valid(const plans_plan *plan, int buffer, int64_t from, int64_t words) {
	const int64_t length[] = {plan->in, plan->out, plan->scratch};
	return buffer >= 0 && buffer < 3 && from >= 0 && words >= 0 && from + words <= length[buffer];
}

static int is_message(const plans_step *s) { return s->kind == STEP_SEND || s->kind == STEP_RECV; }

static int step_is_valid(const plans_set *set, const plans_plan *plan, const plans_code *c,
	const plans_step *s) {
	int from = range_is_valid(plan, s->from.buffer, s->from.at, s->words);
	int with = range_is_valid(plan, s->with.buffer, s->with.at, s->words);
	int into = range_is_valid(plan, s->into.buffer, s->into.at, s->words);
	int in_place = s->into.buffer == s->from.buffer && s->into.at == s->from.at;
	if (s->number < 0 || s->number > INT32_MAX - FIRST_TAG || (is_message(s) && (s->peer < 0 ||
		s->peer >= set->p))) {
		return 0;
	}
	switch (s->kind) {
	case STEP_SEND:
		return from;
	case STEP_RECV:
		return into;
	case STEP_COPY:
		return from && into;
	case STEP_COMBINE:
		return from && with && into && (!in_place || s->words <= c->temporary) && !set->by_blocks;
	}
	return 0;
}

// rounds_are_valid checks that each round consists of its messages and then its overlapped local steps.
static int rounds_are_valid(const plans_code *c, const plans_step *s) {
	for (int64_t i = 0; i < c->steps;) {
		int64_t n = s[i].messages, overlapped = s[i].overlapped;
		if (n == 0 && !is_message(&s[i])) {
			i++;
			continue;
		}
		if (n < 1 || overlapped < 0 || i + n + overlapped > c->steps) {
			return 0;
		}
		for (int64_t k = i; k < i + n + overlapped; k++) {
			if (is_message(&s[k]) != (k < i + n) || (k >= i + n && s[k].messages != 0)) {
				return 0;
			}
		}
		i += n + overlapped;
	}
	return 1;
}

// order_is_valid reports whether every step depends only on earlier steps, and whether the array `waits`
// holds the number of steps on which each step depends. If both are true, each step runs exactly once.
static int order_is_valid(const plans_code *c, const int32_t *numbers) {
	const int32_t *waits = numbers, *first = waits + c->steps, *next = first + c->steps + 1,
		*limit = next + c->edges, *begin = limit + c->steps;
	int32_t *left = calloc(c->steps + 1, sizeof *left);
	int valid = left != NULL && first[0] == 0 && first[c->steps] == c->edges, begins = 0;
	for (int i = 0; valid && i < c->steps; i++) {
		valid = first[i] <= first[i + 1] && first[i + 1] <= c->edges && limit[i] > i && limit[i] <= c->steps;
		for (int k = first[i]; valid && k < first[i + 1]; k++) {
			valid = next[k] > i && next[k] < c->steps;
			if (valid) {
				left[next[k]]++;
			}
		}
	}
	for (int i = 0; valid && i < c->steps; i++) {
		valid = left[i] == waits[i] && (waits[i] > 0 || (begins < c->begins && begin[begins] == i));
		begins += waits[i] == 0;
	}
	free(left);
	return valid && begins == c->begins;
}

static int code_is_valid(const plans_head *f, region part, const plans_set *set, const plans_plan *plan,
	int64_t place) {
	if (!lies_in(part, place, 1, sizeof(plans_code))) {
		return 0;
	}
	const plans_code *c = object_at(f, place);
	int64_t bytes = sizeof *c + (int64_t)c->steps * sizeof(plans_step);
	if (c->steps < 0 || c->edges < 0 || c->begins < 0 || c->temporary < 0) {
		return 0;
	}
	if (c->ordered) {
		bytes += (3 * (int64_t)c->steps + 1 + c->edges + c->begins) * (int64_t)sizeof(int32_t);
	}
	if (!lies_in(part, place, bytes, 1)) {
		return 0;
	}
	const plans_step *s = (const plans_step *)(c + 1);
	int messages = 0;
	for (int i = 0; i < c->steps; i++) {
		if (!step_is_valid(set, plan, c, &s[i])) {
			return 0;
		}
		messages += is_message(&s[i]);
	}
	return messages == c->messages && rounds_are_valid(c, s) && (!c->ordered || order_is_valid(c,
		(const int32_t *)(s + c->steps)));
}

static int64_t count_blocks(const plans_set *s) { return s->op == ALLTOALL ? (int64_t)s->p * s->p : s->p; }

static int scratch_is_valid(const plans_head *f, region part, const plans_set *s, const plans_plan *plan) {
	if (!lies_in(part, plan->scratch_at, plan->scratch, sizeof(int32_t))) {
		return 0;
	}
	const int32_t *unit = object_at(f, plan->scratch_at);
	for (int i = 0; i < plan->scratch; i++) {
		if (unit[i] < 0 || unit[i] >= count_blocks(s) * s->units) {
			return 0;
		}
	}
	return 1;
}

static int plan_is_valid(const plans_head *f, region part, const plans_set *s, int64_t place, int is_root) {
	if (!lies_in(part, place, 1, sizeof(plans_plan))) {
		return 0;
	}
	const plans_plan *plan = object_at(f, place);
	return plan->in >= 0 && plan->in <= max_input_units(s, is_root) && plan->out >= 0 &&
		plan->out <= max_output_units(s, is_root) && plan->scratch >= 0 && plan->moved >= 0 &&
		(!s->by_blocks || scratch_is_valid(f, part, s, plan)) &&
		code_is_valid(f, part, s, plan, plan->in_order_at) &&
		code_is_valid(f, part, s, plan, plan->as_ready_at) &&
		((const plans_code *)object_at(f, plan->as_ready_at))->ordered;
}

static const plans_size *find_size(const plans_head *f, int p) {
	const plans_size *s = object_at(f, f->sizes_at);
	for (int i = 0; i < f->sizes; i++) {
		if (s[i].p == p) {
			return &s[i];
		}
	}
	return NULL;
}

// sizes_are_valid checks the list of communicator sizes. Parts must not overlap, because each part is loaded
// separately.
static int sizes_are_valid(const plans_head *f) {
	const plans_size *s = object_at(f, f->sizes_at);
	region unused = {f->index_bytes, f->bytes};
	for (int i = 0; i < f->sizes; i++) {
		if (s[i].p < 1 || !lies_in(index_region(f), s[i].parts_at, s[i].p, sizeof(plans_part))) {
			return 0;
		}
		const plans_part *parts = object_at(f, s[i].parts_at);
		for (int rank = 0; rank < s[i].p; rank++) {
			if (parts[rank].is_loaded || !lies_in(unused, parts[rank].at, parts[rank].bytes, 1)) {
				return 0;
			}
			unused.begin = parts[rank].at + parts[rank].bytes;
		}
	}
	return 1;
}

static int is_stretchable(int op) {
	return op == ALLGATHER || op == GATHER || op == SCATTER || op == ALLTOALL;
}

static int set_is_valid(const plans_head *f, int i) {
	const plans_set *s = tc_plans_set(f, i);
	if (memchr(s->name, '\0', sizeof s->name) == NULL || s->op < 0 || s->op >= OPERATIONS || s->p < 1 ||
		s->units < 1 || s->longest < 0 || s->roots < 1 || s->roots > (tc_has_root(s->op) ? s->p : 1) ||
		(s->by_blocks && !is_stretchable(s->op)) ||
		!lies_in(index_region(f), s->plans_at, (int64_t)s->roots * s->p, sizeof(int64_t))) {
		return 0;
	}
	return find_size(f, s->p) != NULL;
}

// is_set_for reports whether i is the index of a set for operation op and p processes.
static int is_set_for(const plans_head *f, int i, int op, int p) {
	return i >= 0 && i < f->sets && tc_plans_set(f, i)->op == op && tc_plans_set(f, i)->p == p;
}

// stretched_is_valid reports whether s->stretched is valid: -1, or the index of a set that can replace s.
static int stretched_is_valid(const plans_head *f, const plans_set *s) {
	return s->stretched == -1 || (is_set_for(f, s->stretched, s->op, s->p) &&
		tc_plans_set(f, s->stretched)->by_blocks && tc_plans_set(f, s->stretched)->roots >= s->roots);
}

// pair_is_valid reports whether two sets can execute the whole units and the remaining words of a call.
static int pair_is_valid(const plans_head *f, int whole, int rest, int op, int p) {
	return is_set_for(f, whole, op, p) && is_set_for(f, rest, op, p) && (tc_plans_set(f, whole)->units == 1 ||
		tc_plans_set(f, rest)->units == 1);
}

int tc_plans_rest(const plans_head *f, int i) { return tc_plans_set(f, i)->units > 1 ? i + 1 : i; }

static int content_is_valid(const plans_head *f) {
	if (!lies_in(index_region(f), f->sets_at, f->sets, sizeof(plans_set)) ||
		!lies_in(index_region(f), f->choices_at, f->choices, sizeof(plans_choice)) ||
		!lies_in(index_region(f), f->sizes_at, f->sizes, sizeof(plans_size)) || !sizes_are_valid(f)) {
		return 0;
	}
	for (int i = 0; i < f->sets; i++) {
		if (!set_is_valid(f, i)) {
			return 0;
		}
	}
	for (int i = 0; i < f->sets; i++) {
		const plans_set *s = tc_plans_set(f, i);
		if (!stretched_is_valid(f, s) || (s->whole && !pair_is_valid(f, i, tc_plans_rest(f, i), s->op, s->p))) {
			return 0;
		}
	}
	for (int i = 0; i < f->choices; i++) {
		const plans_choice *c = &tc_plans_choices(f)[i];
		int native = c->whole == -1;
		if (c->op < 0 || c->op >= OPERATIONS || c->uneven < 1 || c->exchanged_from < 0 ||
			(!native && !pair_is_valid(f, c->whole, c->rest, c->op, c->ranks))) {
			return 0;
		}
	}
	return 1;
}

// read_at reads bytes at a position of a file into memory. On failure it returns 0 and sets errno.
static int read_at(int file, char *into, int64_t bytes, int64_t place) {
	while (bytes > 0) {
		ssize_t n = pread(file, into, bytes, place);
		if (n > 0) {
			into += n;
			place += n;
			bytes -= n;
		} else if (n == 0 || errno != EINTR) {
			errno = n == 0 ? EIO : errno; // the file has been truncated
			return 0;
		}
	}
	return 1;
}

// find_fault returns the reason why a plan file with this head cannot be used. It returns NULL if the head is
// valid.
static const char *find_fault(const plans_head *head, int64_t bytes) {
	if (memcmp(head->magic, "TOPOCOLL", sizeof head->magic) != 0 || head->order != ORDER) {
		return "not a plan file for this machine";
	}
	if (head->version != VERSION) {
		return "a plan file of a different version of topocoll";
	}
	if (head->bytes != bytes || head->index_bytes < (int64_t)sizeof *head || head->index_bytes > bytes) {
		return "damaged";
	}
	return NULL;
}

// read_index reads and checks the head and the rest of the index. On failure it returns NULL. It sets *why
// unless errno holds the reason.
static plans_head *read_index(int file, int64_t bytes, const char **why) {
	plans_head head;
	if (!read_at(file, (char *)&head, sizeof head, 0) || (*why = find_fault(&head, bytes)) != NULL) {
		return NULL;
	}
	plans_head *f = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		0);
	if (f == MAP_FAILED) {
		return NULL;
	}
	*f = head;
	if (read_at(file, (char *)(f + 1), head.index_bytes - sizeof head, sizeof head)) {
		if (f->sum == index_sum(f) && content_is_valid(f)) {
			f->file = file;
			return f;
		}
		*why = "damaged";
	}
	munmap(f, bytes);
	return NULL;
}

// tc_plans_open refuses devices and FIFOs, because opening or reading them could block.
plans_head *tc_plans_open(const char *name, const char **why) {
	struct stat info;
	*why = NULL;
	plans_head *f = NULL;
	int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file >= 0 && fstat(file, &info) == 0) {
		if (!S_ISREG(info.st_mode)) {
			*why = "not a regular file";
		} else if (info.st_size < (off_t)sizeof *f) {
			*why = "not a plan file for this machine";
		} else if (info.st_size > MAX_BYTES) {
			*why = "longer than 1 GiB";
		} else {
			f = read_index(file, info.st_size, why);
		}
	}
	if (f == NULL && *why == NULL) {
		*why = strerror(errno);
	}
	if (f == NULL && file >= 0) {
		close(file);
	}
	return f;
}

void tc_plans_close(plans_head *f) {
	close(f->file);
	munmap(f, f->bytes);
}

static int part_is_valid(const plans_head *f, region part, int p, int rank) {
	for (int i = 0; i < f->sets; i++) {
		const plans_set *s = tc_plans_set(f, i);
		const int64_t *places = object_at(f, s->plans_at);
		for (int root = 0; s->p == p && root < s->roots; root++) {
			if (!plan_is_valid(f, part, s, places[(int64_t)root * p + rank], root == rank)) {
				return 0;
			}
		}
	}
	return 1;
}

int tc_plans_load(plans_head *f, int p, int rank) {
	const plans_size *size = find_size(f, p);
	if (size == NULL) {
		return 0;
	}
	plans_part *part = (plans_part *)((char *)f + size->parts_at) + rank;
	char *memory = (char *)f + part->at;
	if (part->is_loaded != 1 && read_at(f->file, memory, part->bytes, part->at) &&
		tc_sum(memory, part->bytes) == part->sum) {
		part->is_loaded = part_is_valid(f, (region){part->at, part->at + part->bytes}, p, rank);
	}
	return part->is_loaded == 1;
}

const plans_set *tc_plans_set(const plans_head *f, int i) {
	return (const plans_set *)object_at(f, f->sets_at) + i;
}

const plans_choice *tc_plans_choices(const plans_head *f) { return object_at(f, f->choices_at); }

int tc_plans_cover(const plans_head *f, int p) {
	for (int i = 0; i < f->sets; i++) {
		if (tc_plans_set(f, i)->p == p) {
			return 1;
		}
	}
	return 0;
}

const plans_plan *tc_plans_plan(const plans_head *f, const plans_set *s, int root, int rank) {
	const int64_t *places = object_at(f, s->plans_at);
	return object_at(f, places[(int64_t)(tc_has_root(s->op) ? root : 0) * s->p + rank]);
}

// copy_numbers copies n numbers, and returns the address after the last number read.
static const int32_t *copy_numbers(int *to, const int32_t *from, int n) {
	for (int i = 0; i < n; i++) {
		to[i] = from[i];
	}
	return from + n;
}

program *tc_plans_program(const plans_head *f, int64_t code_at, int64_t scratch, port *p) {
	const plans_code *c = object_at(f, code_at);
	program *g = tc_program_new(p, c->steps, c->edges, c->messages, scratch, c->temporary, 1, c->ordered);
	if (g == NULL) {
		return NULL;
	}
	const plans_step *s = (const plans_step *)(c + 1);
	for (int i = 0; i < c->steps; i++) {
		g->step[i] = (step){s[i].kind, s[i].peer, FIRST_TAG + s[i].number, s[i].messages, s[i].overlapped,
			s[i].words,
		                    {s[i].from.at, s[i].from.buffer}, {s[i].with.at, s[i].with.buffer}, {s[i].into.at,
		                    	s[i].into.buffer}};
	}
	if (c->ordered) {
		const int32_t *numbers = (const int32_t *)(s + c->steps);
		copy_numbers(g->left, numbers, c->steps);
		numbers = copy_numbers(g->waits, numbers, c->steps);
		numbers = copy_numbers(g->first, numbers, c->steps + 1);
		numbers = copy_numbers(g->next, numbers, c->edges);
		numbers = copy_numbers(g->limit, numbers, c->steps);
		copy_numbers(g->begin, numbers, c->begins);
		g->begins = c->begins;
	}
	return g;
}

// A byte_converter converts positions in units to positions in bytes, for blocks of arbitrary lengths.
typedef struct {
	int units; // number of units in a block
	const block_layout *layout;
	int64_t first;   // the index of the first unit of the rank's input
	int own, stride; // block i of the rank's result is block own + i * stride of the call
	int64_t *scratch; // the offset of each unit of scratch in bytes, followed by the end
} byte_converter;

static byte_converter new_byte_converter(const plans_set *s, int rank, const block_layout *layout) {
	byte_converter t = {s->units, layout, (int64_t)rank * s->units, 0, 1, NULL};
	if (s->op == SCATTER) {
		t.first = 0;
		t.own = rank;
	} else if (s->op == ALLTOALL) {
		t.first *= s->p;
		t.own = rank;
		t.stride = s->p;
	}
	return t;
}

// offset_in_block returns the offset of a unit in its block, in bytes.
static int64_t offset_in_block(const byte_converter *t, int64_t block, int64_t unit) {
	const int64_t *begin = t->layout->begin;
	return unit == 0 ? 0 : (begin[block + 1] - begin[block]) * unit / t->units;
}

// unit_offset returns the offset, in bytes, of a unit in the list of all blocks.
static int64_t unit_offset(const byte_converter *t, int64_t unit) {
	return t->layout->begin[unit / t->units] + offset_in_block(t, unit / t->units, unit % t->units);
}

// buffer_offset returns the offset, in bytes, of a unit in a buffer.
static int64_t buffer_offset(const byte_converter *t, int buffer, int64_t unit) {
	int64_t block = unit / t->units;
	switch (buffer) {
	case 0:
		return unit_offset(t, t->first + unit) - unit_offset(t, t->first);
	case 1:
		return t->layout->out[block] + offset_in_block(t, t->own + block * t->stride, unit % t->units);
	}
	return t->scratch[unit];
}

// stretch_range converts the position of a range to bytes, and returns the length of the range in bytes.
static int64_t stretch_range(const byte_converter *t, address *to, int64_t at, int64_t words) {
	to->at = buffer_offset(t, to->buffer, at);
	return buffer_offset(t, to->buffer, at + words) - to->at;
}

int tc_plans_stretch(program *g, const plans_head *f, const plans_set *set, int root, int rank,
	int by_dependencies, const block_layout *layout) {
	const plans_plan *plan = tc_plans_plan(f, set, root, rank);
	const plans_code *code = object_at(f, by_dependencies ? plan->as_ready_at : plan->in_order_at);
	const plans_step *s = (const plans_step *)(code + 1);
	const int32_t *unit = object_at(f, plan->scratch_at);
	byte_converter t = new_byte_converter(set, rank, layout);
	t.scratch = calloc((size_t)plan->scratch + 1, sizeof *t.scratch);
	if (t.scratch == NULL) {
		return 0;
	}
	for (int i = 0; i < plan->scratch; i++) {
		t.scratch[i + 1] = t.scratch[i] + unit_offset(&t, (int64_t)unit[i] + 1) - unit_offset(&t, unit[i]);
	}
	g->scratch = t.scratch[plan->scratch];
	for (int i = 0; i < g->steps; i++) {
		step *to = &g->step[i];
		to->words = INT64_MAX;
		if (to->kind != STEP_RECV) {
			to->words = stretch_range(&t, &to->from, s[i].from.at, s[i].words);
		}
		if (to->kind != STEP_SEND) { // both ranges of a copy have the same length unless the file is wrong
			int64_t words = stretch_range(&t, &to->into, s[i].into.at, s[i].words);
			to->words = words < to->words ? words : to->words;
		}
		if (is_message(&s[i])) { // an empty message is not sent; both ranks compute the same length
			to->peer = to->words == 0 ? MPI_PROC_NULL : s[i].peer;
		}
	}
	free(t.scratch);
	return 1;
}
