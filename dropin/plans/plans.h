// This header describes the plan file that internal/dropin writes. Numbers are in this machine's byte order.
// Every object begins at a multiple of 8 bytes. An index comes first: the head, the sets, the choices, and
// the positions of plans and parts. A part holds all plans of one rank on communicators of one size. A
// process reads the index and, for each size of its communicators, the part of its rank.
#ifndef TOPOCOLL_PLANS_H
#define TOPOCOLL_PLANS_H

#include <stddef.h>

#include "../../mpi/program.h"

// The operations, in the order of catalog.Collectives.
enum { BCAST, REDUCE, ALLGATHER, REDUCE_SCATTER, ALLREDUCE, SCAN, EXSCAN, SCATTER, GATHER, ALLTOALL, SHIFT,
	BARRIER, OPERATIONS };

typedef struct {
	char magic[8]; // "TOPOCOLL"
	int32_t version, order;
	int64_t bytes, index_bytes; // lengths of the file and of the index
	uint64_t sum;               // checksum: FNV-1a of all other bytes of the index
	int64_t sets_at, choices_at, sizes_at;
	int32_t sets, choices, sizes;
	int32_t file; // the file descriptor, which is set when the file is open; 0 in the file
} plans_head;

// A plans_size describes the plans for communicators of p processes. parts_at is the offset of an array of
// parts (plans_part), one for each rank.
typedef struct {
	int32_t p, unused;
	int64_t parts_at;
} plans_size;

typedef struct {
	int64_t at, bytes;
	uint64_t sum;      // checksum: FNV-1a of all bytes
	int64_t is_loaded; // 1 if the part is in memory and valid; 0 in the file
} plans_part;

// A plans_set holds the plans of an algorithm for p processes. `units` is the number of units in a block.
typedef struct {
	char name[40];
	int32_t op, p, units, commutes; // commutes: the operator must commute
	int32_t roots;                  // ranks 0 to roots-1 can be the root; 1 if the operation has no root
	// whole is 0 if the set is only used for the remaining words of another set, or as its `stretched`.
	int32_t whole;
	int32_t by_blocks;              // tc_plans_stretch can adapt the plans to blocks of arbitrary lengths
	int32_t stretched;              // the algorithm's set whose by_blocks is 1, possibly this set; -1: none
	int32_t longest, unused;        // longest: length in units of the longest message of any rank
	int64_t plans_at;               // positions of the plans, by root and rank
} plans_set;

// A plans_choice selects the sets for calls with blocks of at least `from` and at most `to` bytes. `whole` is
// -1 if such calls are passed on to the MPI library.
typedef struct {
	int32_t op, ranks, hosts, slots;
	int64_t from, to;
	int32_t whole, rest;
	int32_t uneven;         // limit of block_lengths.load, in % of the mean per rank (see counts.c)
	int32_t exchanged_from; // smallest mean block, in bytes, for which an exchange of lengths pays off
} plans_choice;

typedef struct {
	int64_t in_order_at, as_ready_at;
	// In a set with by_blocks, scratch_at is the position of an array. It holds, for each unit of scratch, the
	// number of the unit that is stored there. The units of all blocks are numbered consecutively.
	int64_t scratch_at;
	int32_t in, out, scratch, moved; // in units; moved: units sent plus units received
	int32_t rounds, unused;          // rounds: number of rounds of messages in program order
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

// tc_sum returns the FNV-1a hash of `bytes` bytes at x.
uint64_t tc_sum(const void *x, int64_t bytes);

// tc_plans_open reads the index of a plan file and checks it. If the file cannot be used, it returns NULL and
// sets *why to the reason.
plans_head *tc_plans_open(const char *name, const char **why);
void tc_plans_close(plans_head *f);

// tc_plans_load reads and checks the plans of one rank for communicators of p processes. It returns 0 if they
// are missing or invalid.
int tc_plans_load(plans_head *f, int p, int rank);
const plans_set *tc_plans_set(const plans_head *f, int i);
const plans_choice *tc_plans_choices(const plans_head *f);

// tc_plans_rest returns the index of the set for the words that remain after the whole units of set i.
int tc_plans_rest(const plans_head *f, int i);

// tc_plans_cover reports whether a file has plans for communicators of p processes.
int tc_plans_cover(const plans_head *f, int p);

// tc_plans_plan returns the plan of a rank. Call tc_plans_load first. root must be less than s->roots. The
// function ignores root if the operation has no root.
const plans_plan *tc_plans_plan(const plans_head *f, const plans_set *s, int root, int rank);

static inline int tc_has_root(int op) { return op == BCAST || op == REDUCE || op == SCATTER || op == GATHER; }

// tc_plans_program returns the program of the code at code_at, or NULL if memory is exhausted.
program *tc_plans_program(const plans_head *f, int64_t code_at, int64_t scratch, port *p);

// A block_layout describes the lengths of the blocks of a call. `begin` holds the offset of each block, in
// bytes, in a list of all blocks that is sorted by sender and then by receiver. `out` holds the offset of
// each block in this rank's result. Both arrays have one more entry, for the end.
typedef struct {
	int64_t *begin, *out;
} block_layout;

// tc_plans_stretch adapts a program to blocks of arbitrary lengths. s is the set of the program's plan, and
// s->by_blocks must be set. Afterwards, a unit of the program is one byte. It returns 0 if memory is
// exhausted.
int tc_plans_stretch(program *g, const plans_head *f, const plans_set *s, int root, int rank,
	int by_dependencies, const block_layout *layout);

#endif
