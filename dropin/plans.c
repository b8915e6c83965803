#include "dropin.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 1, ORDER = 0x01020304 };

static const void *at(const plans_head *f, int64_t place) { return (const char *)f + place; }

// has reports whether n things of a size are in the file from a place on.
static int has(const plans_head *f, int64_t place, int64_t n, int64_t size) {
	return place >= (int64_t)sizeof *f && place % 8 == 0 && n >= 0 && place <= f->bytes && n <= (f->bytes - place) / size;
}

uint64_t tc_sum(const void *x, int64_t bytes) {
	uint64_t sum = 14695981039346656037u;
	for (int64_t i = 0; i < bytes; i++) {
		sum = (sum ^ ((const unsigned char *)x)[i]) * 1099511628211u;
	}
	return sum;
}

// wrong says what is wrong with a file that has at least a head. What has the right sum is what was written, so more is not looked at.
static const char *wrong(const plans_head *f, int64_t bytes) {
	if (memcmp(f->magic, "TOPOCOLL", sizeof f->magic) != 0 || f->order != ORDER) {
		return "not a file of plans for this machine";
	}
	if (f->version != VERSION) {
		return "of another version of topocoll";
	}
	if (f->bytes != bytes || f->sum != tc_sum(f + 1, bytes - (int64_t)sizeof *f)) {
		return "damaged";
	}
	if (!has(f, f->sets_at, f->sets, sizeof(plans_set)) || !has(f, f->choices_at, f->choices, sizeof(plans_choice))) {
		return "damaged";
	}
	return NULL;
}

const plans_head *tc_plans_open(const char *name, char *why, size_t size) {
	int file = open(name, O_RDONLY | O_CLOEXEC);
	struct stat info;
	if (file < 0 || fstat(file, &info) != 0) {
		snprintf(why, size, "%s", strerror(errno));
		if (file >= 0) {
			close(file);
		}
		return NULL;
	}
	const plans_head *f = MAP_FAILED;
	if (info.st_size >= (off_t)sizeof *f) {
		f = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	}
	close(file);
	const char *what = f == MAP_FAILED ? "not a file of plans for this machine" : wrong(f, info.st_size);
	if (what == NULL) {
		return f;
	}
	snprintf(why, size, "%s", what);
	if (f != MAP_FAILED) {
		munmap((void *)f, info.st_size);
	}
	return NULL;
}

const plans_set *tc_plans_set(const plans_head *f, int i) { return (const plans_set *)at(f, f->sets_at) + i; }

const plans_choice *tc_plans_choices(const plans_head *f) { return at(f, f->choices_at); }

const plans_plan *tc_plans_plan(const plans_head *f, const plans_set *s, int root, int rank) {
	const int64_t *places = at(f, s->plans_at);
	return at(f, places[(s->roots > 1 ? root : 0) * s->p + rank]);
}

// take copies n numbers and returns where the next ones are.
static const int32_t *take(int *to, const int32_t *from, int n) {
	for (int i = 0; i < n; i++) {
		to[i] = from[i];
	}
	return from + n;
}

program *tc_plans_program(const plans_head *f, int64_t code_at, int64_t scratch, port *p) {
	const plans_code *c = at(f, code_at);
	program *g = tc_program(p, c->steps, c->edges, c->messages, scratch, c->temporary, 1, c->ordered);
	if (g == NULL) {
		return NULL;
	}
	const plans_step *s = (const plans_step *)(c + 1);
	for (int i = 0; i < c->steps; i++) {
		g->step[i] = (step){s[i].kind, s[i].peer, FIRST_TAG + s[i].number, s[i].messages, s[i].overlapped, s[i].words,
		                    {s[i].from.at, s[i].from.buffer}, {s[i].with.at, s[i].with.buffer}, {s[i].into.at, s[i].into.buffer}};
	}
	if (c->ordered) {
		const int32_t *numbers = (const int32_t *)(s + c->steps);
		take(g->left, numbers, c->steps);
		numbers = take(g->waits, numbers, c->steps);
		numbers = take(g->first, numbers, c->steps + 1);
		numbers = take(g->next, numbers, c->edges);
		numbers = take(g->limit, numbers, c->steps);
		take(g->begin, numbers, c->begins);
		g->begins = c->begins;
	}
	return g;
}
