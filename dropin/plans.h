// The plan file that internal/dropin writes. Numbers are in this machine's byte order. Every object
// begins at a multiple of 8 bytes. An index comes first: the head, the sets, the choices, and the positions
// of plans and parts. A part has all plans of one rank on communicators of one size. A process reads the
// index, and the part of its rank for each size of its communicators.
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
	int64_t bytes, index_bytes; // of the file and of the index
	uint64_t sum;               // checksum: FNV-1a of all other bytes of the index
	int64_t sets_at, choices_at, sizes_at;
	int32_t sets, choices, sizes;
	int32_t file; // in memory: the file descriptor; in the file: 0
} plans_head;

// A size has the parts of the ranks of communicators of p processes.
typedef struct {
	int32_t p, unused;
	int64_t parts_at;
} plans_size;

typedef struct {
	int64_t at, bytes;
	uint64_t sum;      // checksum: FNV-1a of all bytes
	int64_t is_loaded; // in the file: 0
} plans_part;

// A set is the plans of an algorithm on p processes, for blocks of so many units.
typedef struct {
	char name[40];
	int32_t op, p, units, commutes; // commutes: the operator must commute
	int32_t roots;                  // with a root: ranks 0 to roots-1 can be it; without: 1
	int32_t whole;                  // 0: only for other sets: for their remaining words, or as their stretched
	int32_t by_blocks;              // tc_plans_stretch can fit the plans to blocks of any lengths
	int32_t stretched;              // the set by_blocks of the same algorithm, often this one; -1: none
	int64_t plans_at;               // positions of the plans, by root and rank
} plans_set;

// A choice is the sets for blocks of from to to bytes; whole is -1 for native.
typedef struct {
	int32_t op, ranks, hosts, slots;
	int64_t from, to;
	int32_t whole, rest;
	int32_t uneven;         // with blocks of different lengths: limit of the longest one, in % of the mean
	int32_t exchanged_from; // bytes of the mean block from which on it pays to exchange the lengths of a call
} plans_choice;

typedef struct {
	int64_t in_order_at, as_ready_at;
	int64_t scratch_at; // if the set is by_blocks: which unit of all blocks each unit of scratch holds
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

// tc_plans_open reads the index of a plan file and checks it. If the file cannot be used, it returns NULL
// and writes the reason to why, which has size bytes.
plans_head *tc_plans_open(const char *name, char *why, size_t size);
void tc_plans_close(plans_head *f);

// tc_plans_load reads and checks the plans of a rank on communicators of p processes. It returns 0 if they
// cannot be used.
int tc_plans_load(plans_head *f, int p, int rank);
const plans_set *tc_plans_set(const plans_head *f, int i);
const plans_choice *tc_plans_choices(const plans_head *f);

// tc_plans_rest returns the index of the set for the words that remain after the whole units of a set.
int tc_plans_rest(const plans_head *f, int i);

// tc_plans_cover reports whether a file has plans for p ranks.
int tc_plans_cover(const plans_head *f, int p);

// tc_plans_plan returns the plan of a rank, after tc_plans_load. root is less than the set's roots; without a
// root it is ignored.
const plans_plan *tc_plans_plan(const plans_head *f, const plans_set *s, int root, int rank);

static inline int tc_has_root(int op) { return op == BCAST || op == REDUCE || op == SCATTER || op == GATHER; }

// tc_plans_program returns the program of a code, or NULL without memory.
program *tc_plans_program(const plans_head *f, int64_t code_at, int64_t scratch, port *p);

// A block_layout has the lengths of the blocks of a call. begin has the byte at which each block begins in a
// list of all blocks, sorted by sender and then by receiver. out has the byte at which each block of this
// rank's result begins. Both have one more entry, for the end.
typedef struct {
	int64_t *begin, *out;
} block_layout;

// tc_plans_stretch fits a program of a plan of a set that is by_blocks to blocks of any lengths. A unit of
// the program is then one byte. It returns 0 without memory.
int tc_plans_stretch(program *g, const plans_head *f, const plans_set *s, int root, int rank,
	int by_dependencies, const block_layout *layout);

#endif
