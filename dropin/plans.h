// The plan file that internal/dropin writes. Numbers are in this machine's byte order. Every object
// begins at a multiple of 8 bytes.
#ifndef TOPOCOLL_PLANS_H
#define TOPOCOLL_PLANS_H

#include <stddef.h>

#include "../mpi/program.h"

// The operations, in the order of catalog.Collectives.
enum { BCAST, REDUCE, ALLGATHER, REDUCE_SCATTER, ALLREDUCE, SCAN, EXSCAN, SCATTER, GATHER, ALLTOALL, SHIFT,
	BARRIER, OPERATIONS };

typedef struct {
	char magic[8]; // "TOPOCOLL"
	int32_t version, order;
	int64_t bytes; // of the file
	uint64_t sum;  // checksum: FNV-1a of all other bytes of the file
	int64_t sets_at, choices_at;
	int32_t sets, choices;
	int64_t unused;
} plans_head;

// A set is the plans of an algorithm on p processes, for blocks of so many units.
typedef struct {
	char name[40];
	int32_t op, p, units, commutes; // commutes: the operator must commute
	int32_t roots;                  // p, or 1 if the plans do not depend on the root
	int32_t whole;                  // 0: only for the remaining words of another set
	int64_t plans_at;               // positions of the plans, by root and rank
} plans_set;

// A choice is the sets for blocks of from to to bytes; whole is -1 for native.
typedef struct {
	int32_t op, ranks, hosts, slots;
	int64_t from, to;
	int32_t whole, rest;
} plans_choice;

typedef struct {
	int64_t in_order_at, as_ready_at;
	int32_t in, out, scratch, moved; // in units; moved: sent and received
	int32_t rounds, unused;          // rounds: of messages in program order
} plans_plan;

typedef struct {
	int32_t steps, messages, temporary, ordered, edges, begins;
} plans_code;

typedef struct {
	int32_t kind, peer, number, messages, overlapped, words;
	struct {
		int32_t buffer, at;
	} from, with, into;
} plans_step;

// tc_sum returns the FNV-1a hash of some bytes.
uint64_t tc_sum(const void *x, int64_t bytes);

// tc_plans_open reads a plan file and checks its checksum and every index in it. If the file cannot
// be used, it returns NULL and writes the reason to why, which has size bytes.
const plans_head *tc_plans_open(const char *name, char *why, size_t size);
const plans_set *tc_plans_set(const plans_head *f, int i);
const plans_choice *tc_plans_choices(const plans_head *f);

// tc_plans_rest returns the index of the set for the words that remain after the whole units of a set.
int tc_plans_rest(const plans_head *f, int i);

// tc_plans_cover reports whether a file has plans for p ranks.
int tc_plans_cover(const plans_head *f, int p);
const plans_plan *tc_plans_plan(const plans_head *f, const plans_set *s, int root, int rank);

// tc_plans_program returns the program of a code, or NULL without memory.
program *tc_plans_program(const plans_head *f, int64_t code_at, int64_t scratch, port *p);

#endif
