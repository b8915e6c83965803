// libtopocoll.so intercepts the collective calls of a program. It executes some of these calls with plans and
// passes the other calls on to the MPI library. See docs/how-to/drop-in.md.
#ifndef TOPOCOLL_DROPIN_H
#define TOPOCOLL_DROPIN_H

#include "../mpi/tags.h"
#include "job.h"
#include "plans/plans.h"
#include "records/records.h"
#include "watch/watch.h"

#define API __attribute__((visibility("default")))

#undef MPI_Request_free // pmpi.h defines this macro for the engine, but this library intercepts the function

// The settings, which the library reads from the environment.
typedef struct {
	int verbose;         // TOPOCOLL_VERBOSE: print a report at the end
	const char *profile; // TOPOCOLL_PROFILE: write a profile to this file
	int sample;          // time sample calls, so that the report can compare plans with the MPI library
	int check;           // TOPOCOLL_CHECK=N: compare every Nth result with the MPI library's; 0: none
	int off[OPERATIONS]; // TOPOCOLL_OFF: operations whose calls are all passed on
	const char *force;   // TOPOCOLL_FORCE: names of algorithms to use for every call that they can carry out
	int watch;           // TOPOCOLL_WATCH: time limit in ms, after which a call is reported; 0: none
	int aborts;          // TOPOCOLL_WATCH_ABORT: end the job after such a report
} settings;

extern settings tc_settings;

// tc_names holds the names of the operations; NULL for an operation that plans never execute.
extern const char *const tc_names[RECORDED];

void tc_read_settings(void);

// tc_settings_sum returns a checksum of the settings that must be equal on all ranks.
uint64_t tc_settings_sum(void);

// tc_list_contains reports whether a comma-separated list contains a name. The list may be NULL.
int tc_list_contains(const char *list, const char *name);

// tc_plans is the plan file. It is NULL if every call is passed on.
extern plans_head *tc_plans;

// HAS_PERSISTENT is defined if mpi.h declares the persistent collectives of MPI 4. IF_PERSISTENT then expands
// to its arguments, and otherwise to nothing.
#if MPI_VERSION >= 4 || (defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
#define HAS_PERSISTENT
#define IF_PERSISTENT(...) __VA_ARGS__
#else
#define IF_PERSISTENT(...)
#endif

// IF_LARGE is like IF_PERSISTENT, for the functions with counts of type MPI_Count.
#if MPI_VERSION >= 4
#define IF_LARGE(...) __VA_ARGS__
#else
#define IF_LARGE(...)
#endif

// INTERCEPTED lists the MPI functions that the library intercepts, except those in passed.c. ALL_FORMS lists
// the functions of an operation, and SMALL lists those without counts of type MPI_Count.
#define SMALL(each, name, lower) each(name) each(I##lower) IF_PERSISTENT(each(name##_init))
#define ALL_FORMS(each, name, lower) \
	SMALL(each, name, lower) IF_LARGE(each(name##_c) each(I##lower##_c) each(name##_init_c))
#define INTERCEPTED(each) \
	each(Init) each(Init_thread) each(Comm_free) each(Comm_disconnect) \
	ALL_FORMS(each, Bcast, bcast) ALL_FORMS(each, Reduce, reduce) ALL_FORMS(each, Allgather, allgather) \
	ALL_FORMS(each, Reduce_scatter_block, reduce_scatter_block) ALL_FORMS(each, Allreduce, allreduce) \
	ALL_FORMS(each, Scan, scan) ALL_FORMS(each, Exscan, exscan) ALL_FORMS(each, Scatter, scatter) \
	ALL_FORMS(each, Gather, gather) ALL_FORMS(each, Alltoall, alltoall) \
	SMALL(each, Barrier, barrier) ALL_FORMS(each, Reduce_scatter, reduce_scatter) \
	ALL_FORMS(each, Allgatherv, allgatherv) ALL_FORMS(each, Alltoallv, alltoallv) \
	ALL_FORMS(each, Gatherv, gatherv) ALL_FORMS(each, Scatterv, scatterv) \
	each(Comm_dup) each(Comm_dup_with_info) each(Comm_create) each(Comm_create_group) each(Comm_split) \
	each(Comm_split_type) each(Cart_create) each(Cart_sub) each(Graph_create) each(Dist_graph_create) \
	each(Dist_graph_create_adjacent) each(Intercomm_merge) \
	IF_PERSISTENT(each(Start) each(Startall) each(Request_free))

// tc_next holds the next definition of each function in INTERCEPTED, in the order of symbol lookup. The
// definition belongs to a profiling tool or to the MPI library. Calls that are passed on use these
// definitions. The messages of plans use PMPI, so a profiling tool does not see them.
typedef struct {
#define DECLARE(name) __typeof__(PMPI_##name) *name;
	INTERCEPTED(DECLARE)
#undef DECLARE
} mpi_functions;
extern mpi_functions tc_next;

// tc_find_next fills tc_next. MPI_Init calls it before anything else.
void tc_find_next(void);

// tc_can_start reports whether the MPI library can make progress on non-blocking calls that plans execute.
// tc_register_progress makes the MPI library call make_progress whenever the MPI library itself makes
// progress. make_progress must return the number of calls that it has completed. Only the first call of
// tc_register_progress has an effect.
int tc_can_start(void);
void tc_register_progress(int (*make_progress)(void));

// tc_find_definition returns the next definition of a function that INTERCEPTED does not list. If there is
// none, it returns the argument `own`.
void *tc_find_definition(const char *name, void *own);

// tc_begin_world checks whether all ranks of MPI_COMM_WORLD have the same plan file and settings, and sets up
// the library. MPI_Init calls it.
void tc_begin_world(void);

// A rule describes how to execute the calls of one operation whose blocks have lengths in one range.
typedef struct {
	int64_t from, to; // length of a block in bytes, both limits inclusive
	int whole, rest;  // sets for whole units and for the remaining words; `whole` is -1 to pass the calls on
	int uneven, exchanged_from; // limits for blocks of different lengths, as in plans_choice
	int shortest[FORMS];        // by form: shortest block, in bytes, of a call that a plan executes
} rule;

// The type `exchanges` determines at which calls the ranks exchange their block lengths: see counts.c.
typedef struct {
	int wait; // number of calls before the next exchange
	int last; // value of wait after the last exchange
} exchanges;

// A buffer is memory that grows as needed.
typedef struct {
	void *memory;
	size_t room;
} buffer;

enum { BUFFERS = 3 };

// A started_call is a non-blocking or persistent call.
typedef struct started_call started_call;

// A communicator holds this library's data for one communicator of the program.
typedef struct {
	int p, rank;     // p is 0 for an intercommunicator
	MPI_Comm parent; // the program's communicator
	int has_plans;   // the plan file has plans for this communicator; 0: pass on all its calls
	// 1: the fields below are valid; all ranks set them up together, at the first call that may use a plan
	int is_set_up;
	MPI_Comm comm;   // a duplicate of parent, for the messages of plans
	port *port;
	int rule_count[OPERATIONS];
	rule *rule[OPERATIONS];
	program **program; // indexed by set, root and execution order; set i begins at program_at[i]
	int *program_at;
	exchanges exchanges[OPERATIONS];
	int64_t calls;                           // number of calls, for TOPOCOLL_CHECK
	unsigned seen[OPERATIONS][SIZE_CLASSES]; // for tc_sample: number of calls that may use a plan
	buffer buffers[BUFFERS]; // memory for blocking calls
	tag_sequence *tags;      // tags for non-blocking calls; NULL before the first such call
	tag_sequence *kept_tags; // tags for persistent calls; NULL before the first such call
	started_call *idle;      // list of the started_calls of completed calls, for reuse
	int prepared;            // number of persistent calls whose requests are not freed
	int never_prepares;      // some rank could not prepare a persistent call, so all ranks pass such calls on
} communicator;

// tc_find_communicator finds or creates the communicator for a handle, without communication. It sets *found
// to NULL if every call on the handle is passed on. If the handle is invalid, the MPI library calls the error
// handler, and the function returns the error code.
int tc_find_communicator(MPI_Comm comm, communicator **found);

// tc_is_rank reports whether root is a rank of g.
static inline int tc_is_rank(const communicator *g, int root) { return root >= 0 && root < g->p; }

// tc_set_up_communicator prepares a communicator for plans. It is collective, so all ranks must call it under
// the same conditions. If memory is exhausted on any rank, all ranks pass on all calls on the communicator.
void tc_set_up_communicator(communicator *g);

// tc_created sets up a new communicator if tc_threaded is set. It is collective over comm.
void tc_created(MPI_Comm comm);

// tc_begin_communicators allocates the memory that is needed before the ranks agree on a plan file. It
// returns 0 on failure. tc_register_world then fills in the communicator for MPI_COMM_WORLD. After
// tc_end_communicators, all calls are passed on.
int tc_begin_communicators(void);
void tc_register_world(void);
void tc_end_communicators(void);

// A type_info holds the properties of a datatype that the library needs.
typedef struct {
	int64_t size, extent; // bytes; `size` is -1 if the MPI library does not accept the type
	int run;              // consecutive words have no gaps, and are in the same order as in a message
	int apart;            // each word lies within its own extent, so a scratch buffer can hold the words
	int64_t tail;         // bytes between the end of a word and the end of its extent; 0 for predefined types
	int at_zero;          // the data of a word begin at its address (offset 0), so NULL is invalid
	int named;            // predefined by the MPI library
	int number;           // the constant TYPE_... of combine.h; -1 if there is none
} type_info;

type_info tc_type_info(MPI_Datatype type);

// An operand is n words of a datatype in the program's memory.
typedef struct {
	char *at;
	int64_t n;
	MPI_Datatype type;
	type_info info;
} operand;

operand tc_operand(const void *at, int64_t n, MPI_Datatype type);

// tc_is_valid reports whether the MPI library accepts an operand. If not, pass the call on unchanged.
int tc_is_valid(const operand *x);

// tc_share_start reports whether the input and the output of a call begin at the same address, which MPI
// usually forbids. tc_is_refused reports whether the MPI library returns an error for such a call. MPICH
// returns an error if the datatypes are the same, but Open MPI accepts the call. Often only the root's
// buffers share an address, and the root cannot pass the call on alone. The library then copies the root's
// input, as in a call with MPI_IN_PLACE.
int tc_share_start(const operand *in, const operand *out);
int tc_is_refused(const operand *in, const operand *out);

// An int_array is an array of counts or displacements in the program's memory. `width` is the size of an
// element in bytes. The elements are ints or, in the functions of MPI 4 whose names end in _c, integers of
// the types MPI_Count and MPI_Aint.
typedef struct {
	const void *at;
	size_t width;
} int_array;

#define INT_ARRAY(x) ((int_array){x, sizeof *(x)})

// INLINE makes the compiler inline a function with an int_array as parameter. The compiler then knows the
// width, so reading the array takes as long as reading an array of a fixed type.
#define INLINE static inline __attribute__((always_inline))

INLINE int64_t tc_element(int_array a, int64_t i) {
	return a.width == sizeof(int) ? ((const int *)a.at)[i] : ((const int64_t *)a.at)[i];
}

// A block_list is a list of blocks in the program's memory.
typedef struct {
	operand all; // begins at the start of the buffer, and is as long as the longest block
	// Element i of `words` and of `places` is the length and the displacement of block i, in words. words.at is
	// NULL if the only block is `all`.
	int_array words, places;
	int n, is_equal; // is_equal: all blocks have the same length; not set if words.at is NULL
	// ends[i] is the offset in bytes of block i in a plan's result; the last element is the end of the last
	// block. A block may be shorter than the program expects. If no block is shorter, `ends` is NULL.
	const int64_t *ends;
} block_list;

static inline int64_t tc_bytes(const operand *x) { return x->n * x->info.size; }

// tc_subrange returns n words of x, beginning at word `first`.
static inline operand tc_subrange(operand x, int64_t first, int64_t n) {
	x.at += first * x.info.extent;
	x.n = n;
	return x;
}

static inline block_list tc_one_block(operand x) { return (block_list){.all = x, .n = 1}; }

static inline operand tc_block(const block_list *b, int i) {
	return b->words.at == NULL ? b->all : tc_subrange(b->all, tc_element(b->places, i),
		tc_element(b->words, i));
}

// tc_block_bytes returns the number of bytes that a call moves to or from a block.
INLINE int64_t tc_block_bytes(const block_list *b, int i) {
	if (b->ends != NULL) {
		return b->ends[i + 1] - b->ends[i];
	}
	return (b->words.at == NULL ? b->all.n : tc_element(b->words, i)) * b->all.info.size;
}

// A call describes a collective call of the program.
typedef struct {
	MPI_Comm comm;
	communicator *communicator; // NULL: pass the call on without reading its arguments
	const rule *rule;           // NULL: pass the call on
	MPI_Request *request;       // request of a non-blocking or persistent call; NULL: a blocking call
	started_call *started;      // for a call with a request; NULL: memory is exhausted
	int form, op, root;
	int function;  // op, or the variant of op with counts; for the record of the call
	int64_t bytes; // size of a block; the mean size if the blocks differ
	int error;     // an error that the error handler has already received
	int code;      // result of the call, unless the call is passed on
	int checked;   // the call's result is compared (TOPOCOLL_CHECK)
	int sampled;   // the call is a sample of a plan or, if rule is NULL, of the MPI library
	int in_place;  // for the record of the call, as are words and type, which describe one block
	int64_t words;
	MPI_Datatype type;
	// Element i of counts is the number of words of block i. If counts.at is NULL, every block has `words`
	// words. A gather or scatter with counts, such as MPI_Gatherv, sets counts.at only with MPI_IN_PLACE.
	// Without MPI_IN_PLACE, `words` is the length of the rank's own block only.
	int_array counts;
	const block_layout *layout; // for blocks of different lengths; otherwise NULL
	int64_t began; // time at which the call began, in ticks
	double sample_began;
	watched *watched; // NULL: calls are not watched
} call;

// tc_begin_call begins a blocking call, and tc_begin_started a non-blocking or persistent one. They do not
// communicate, and read only the communicator. The argument `from` is the return address of the call in the
// program.
#define tc_begin_call(op, comm) tc_begin_call_from(op, comm, BLOCKING, __builtin_return_address(0))
#define tc_begin_started(op, comm, form, request) \
	tc_begin_started_from(op, comm, form, request, __builtin_return_address(0))
call tc_begin_call_from(int op, MPI_Comm comm, int form, const void *from);
call tc_begin_started_from(int op, MPI_Comm comm, int form, MPI_Request *request, const void *from);

// tc_describe stores the arguments that the record of a call needs. `words` and `type` describe a block, and
// must come from arguments that are significant on this rank.
static inline void tc_describe(call *c, int64_t words, MPI_Datatype type, int root, int in_place) {
	c->words = words;
	c->type = type;
	c->root = root;
	c->in_place = in_place;
	if (c->watched != NULL) {
		c->watched->root = root;
		c->watched->words = words;
	}
}

// tc_describe_counts is like tc_describe, for a function with counts. If counts.at is NULL, `words` is the
// length of the rank's own block.
INLINE void tc_describe_counts(call *c, int function, int64_t words, int_array counts, MPI_Datatype type,
	int root, int in_place) {
	tc_describe(c, words, type, root, in_place);
	c->function = function;
	c->counts = counts;
	if (c->watched != NULL) {
		c->watched->op = function;
		c->watched->words = -1;
	}
}

// A block_words holds three numbers of words: of all blocks together, of the longest block, and of the
// shortest block. `least` is negative if the counts are invalid.
typedef struct {
	int64_t all, most, least;
} block_words;

INLINE block_words tc_block_words(int_array counts, int p) {
	block_words w = {0, 0, counts.at == NULL ? -1 : INT64_MAX};
	for (int i = 0; counts.at != NULL && i < p; i++) {
		int64_t words = tc_element(counts, i);
		w.all += words;
		w.most = words > w.most ? words : w.most;
		w.least = words < w.least ? words : w.least;
	}
	return w;
}

// tc_stretched_set returns the index of the set whose plans tc_plans_stretch can adapt to the block lengths
// of a call. It returns -1 if there is none.
int tc_stretched_set(const call *c);

// tc_longest_block returns the length in bytes of the longest block that the plans of a set can send. With
// longer blocks, the count of some message would not fit in an int.
int64_t tc_longest_block(int set);

// The type block_lengths holds the length in bytes of every block of a call: one block per rank or, in
// MPI_Alltoallv, one per pair of ranks.
typedef struct {
	int *bytes, n;
	block_layout layout;
	int64_t longest;
	int64_t load; // in MPI_Alltoallv: the most bytes that any rank sends or receives; otherwise `longest`
} block_lengths;

// tc_new_lengths allocates l's arrays, which are valid until the communicator's next call. It returns 0 if
// memory is exhausted. tc_compute_layout computes the layout, the longest block and the load from l->bytes.
int tc_new_lengths(const call *c, block_lengths *l);
void tc_compute_layout(const call *c, block_lengths *l);

// tc_lay_out_equal computes the layout of a call with equal blocks. It returns 0 if memory is exhausted.
int tc_lay_out_equal(const call *c, block_layout *layout);

// tc_is_ready reports whether plans may execute the call's operation on its communicator. It sets up the
// communicator if necessary, so all ranks must call it.
int tc_is_ready(const call *c);

// tc_select_rule sets the rule of a call that the MPI library would accept. `bytes` and `root` are the same
// on all ranks, so all ranks select the same rule. tc_select_rule may communicate. All ranks must therefore
// call it for every valid call and for no other call.
void tc_select_rule(call *c, int64_t bytes, int root);

// tc_is_taken reports whether a plan executes the call. It clears the rule of a call with a request whose
// blocks are shorter than the rule's limit. For other calls with a request, it allocates the started_call.
int tc_is_taken(call *c);

// tc_buffer returns buffer `which` of a call, with room for the given number of bytes, or NULL if memory is
// exhausted. The buffer is valid until the call is complete.
char *tc_buffer(const call *c, int which, int64_t bytes);

// tc_grow makes a buffer at least `bytes` bytes long and returns its memory, or NULL if memory is exhausted.
char *tc_grow(buffer *b, int64_t bytes);

// These macros list the parameters and the arguments before the communicator in MPI's functions. N is the
// type of a count, and D is the type of a displacement.
#define COUNTED(N, ...) const void *in, N in_count, MPI_Datatype in_type, void *out, N out_count, \
	MPI_Datatype out_type
#define COUNTED_ARGUMENTS in, in_count, in_type, out, out_count, out_type
#define GATHERED(N, D) const void *in, N in_count, MPI_Datatype in_type, void *out, const N out_counts[], \
	const D places[], MPI_Datatype out_type
#define GATHERED_ARGUMENTS in, in_count, in_type, out, out_counts, places, out_type
#define EXCHANGED(N, D) const void *in, const N in_counts[], const D in_places[], MPI_Datatype in_type, \
	void *out, const N out_counts[], const D out_places[], MPI_Datatype out_type
#define EXCHANGED_ARGUMENTS in, in_counts, in_places, in_type, out, out_counts, out_places, out_type

// FORMS defines the blocking, the non-blocking and the persistent function of an operation and, with MPI 4,
// also their variants with counts of type MPI_Count. `parameters` is a macro that lists the parameters for a
// type of counts and a type of displacements. The function `body` executes, starts or prepares the call, or
// returns 0 if the call must be passed on. FORMS calls it with the call c and with `arguments`. FORMS_OF
// takes a call of `body` instead, whose arguments may differ from the arguments of MPI's functions.
#define UNWRAP(...) __VA_ARGS__
#define FORMS(name, lower, op, body, parameters, arguments) \
	FORMS_OF(name, lower, op, body(&c, UNWRAP arguments), parameters, arguments)
#define FORMS_OF(name, lower, op, body, parameters, arguments) \
	STARTED_FORMS(name, I##lower, op, body, (parameters(int, int)), arguments) \
	IF_PERSISTENT(PERSISTENT_FORM(name, name##_init, op, body, (parameters(int, int)), arguments)) \
	IF_LARGE(STARTED_FORMS(name##_c, I##lower##_c, op, body, (parameters(MPI_Count, MPI_Aint)), arguments) \
		PERSISTENT_FORM(name##_c, name##_init_c, op, body, (parameters(MPI_Count, MPI_Aint)), arguments))
#define STARTED_FORMS(blocking, non_blocking, op, body, parameters, arguments)                      \
	API int MPI_##blocking(UNWRAP parameters, MPI_Comm comm) {                                        \
		call c = tc_begin_call(op, comm);                                                               \
		return body ? tc_end_call(&c, c.code) : PASS_ON(c, blocking, UNWRAP arguments, comm);           \
	}                                                                                                 \
	API int MPI_##non_blocking(UNWRAP parameters, MPI_Comm comm, MPI_Request *request) {              \
		call c = tc_begin_started(op, comm, NON_BLOCKING, request);                                     \
		return body ? tc_end_call(&c, c.code) : PASS_ON(c, non_blocking, UNWRAP arguments, comm,        \
			request);                                                                                     \
	}
#define PERSISTENT_FORM(blocking, persistent, op, body, parameters, arguments)                      \
	API int MPI_##persistent(UNWRAP parameters, MPI_Comm comm, MPI_Info info, MPI_Request *request) { \
		call c = tc_begin_started(op, comm, PERSISTENT, request);                                       \
		if (body && tc_is_prepared(&c)) {                                                               \
			return tc_end_call(&c, c.code);                                                               \
		}                                                                                               \
		return PASS_ON(c, persistent, UNWRAP arguments, comm, info, request);                           \
	}

// PASS_ON ends a call that no plan executes. It returns the call's error, or calls the function in tc_next.
#define PASS_ON(c, name, ...) \
	tc_end_call(&(c), (c).error != MPI_SUCCESS ? (c).error : tc_next.name(__VA_ARGS__))

// tc_end_call ends a call and returns its result. If a plan has failed, it calls the program's error handler.
int tc_end_call(const call *c, int code);

// tc_move executes, starts or prepares a call that only moves words. It treats the words as blocks of bytes.
// `out` is NULL on a process without a result. `into` is the program's memory for the result, or NULL if
// `out` is that memory.
int tc_move(const call *c, const char *in, char *out, const block_list *into);

// tc_run executes, starts or prepares a call that only moves words, from the blocks `in` to the blocks `out`,
// and sets c->code. A rank that sends nothing or receives nothing has a list without blocks. `copied` is as
// in tc_pack. tc_run returns 1, because a plan executes the call.
int tc_run(call *c, const block_list *in, const block_list *out, int copied);

// tc_run_scatter_in_place is like tc_run, for the root of a scatter with MPI_IN_PLACE. The root's block of
// own_bytes bytes stays in place, but the plan still copies it to an unused buffer.
int tc_run_scatter_in_place(call *c, const block_list *all, int64_t own_bytes);

// tc_may_allgather reports whether the MPI library accepts the arguments of an all-gather. `in` is the rank's
// input, or NULL for MPI_IN_PLACE, and `own` is the rank's block of the output. MPICH does not accept an
// input that has the address, type and count of this block. Another input at this address counts as
// MPI_IN_PLACE. If the function returns 1, it sets *in_place to 1 for MPI_IN_PLACE, and to 0 otherwise.
int tc_may_allgather(const operand *in, const operand *own, int *in_place);

// tc_copy_in copies blocks of the program to contiguous bytes, and tc_copy_out copies them back.
int tc_copy_in(const communicator *g, const block_list *b, char *run);
int tc_copy_out(const communicator *g, const char *run, const block_list *b);

// tc_pack returns blocks as contiguous bytes, or NULL if memory is exhausted. If `copied` is set, or if the
// blocks are not contiguous, it copies them to a buffer of the call. A persistent call copies them at every
// start.
char *tc_pack(const call *c, const block_list *b, int copied);

// tc_result_buffer returns the memory to which a plan writes the blocks of a result, or NULL if memory is
// exhausted. It sets *is_direct if this is the program's memory.
char *tc_result_buffer(const call *c, const block_list *into, int *is_direct);

// tc_loop_index returns the index in tc_loops for an operator and a type, or -1.
int tc_loop_index(MPI_Op op, const type_info *k);

// tc_reduce executes, starts or prepares a reduction. `words` is the length of a block.
int tc_reduce(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, const type_info *k,
	MPI_Op op);

// A part of a call consists of the words that one set of plans processes in each block. They begin at word
// `first`.
typedef struct {
	int set;
	int64_t first, factor; // factor: words per unit
} part;

enum { PARTS = 2 };

// tc_divide divides a call into parts, and returns their number. `words` is the length of a block.
int tc_divide(const call *c, int64_t words, part parts[PARTS]);

// tc_program returns the program of a set of plans, or NULL if memory is exhausted. If by_dependencies is
// set, the program runs in dependency order.
program *tc_program(const call *c, int set, int by_dependencies);

// tc_own_program adapts the program *g, which runs in dependency order, to a call with a layout. If *g is
// NULL, it creates the program. No other call may use the program. tc_own_program returns 0 if memory is
// exhausted.
int tc_own_program(const call *c, int set, program **g);

// tc_new_started returns a non-blocking or persistent call, or NULL if memory is exhausted.
started_call *tc_new_started(const call *c);
buffer *tc_started_buffers(started_call *s);

// tc_keep_input stores the blocks that every start of a persistent call copies to `packed`. It returns an
// error code.
int tc_keep_input(started_call *s, const block_list *b, char *packed);

// tc_give_up ends a call that no plan can execute because memory is exhausted. It returns MPI_ERR_NO_MEM.
int tc_give_up(const call *c);

// tc_start starts a non-blocking call, or prepares a persistent call. A block has `words` words of `size`
// bytes. `into` is as in tc_move.
int tc_start(const call *c, const char *in, char *out, const block_list *into, int64_t words,
	MPI_Datatype type, int64_t size, const reduction *op);

// tc_is_prepared reports whether all ranks have prepared a persistent call. If not, all ranks pass on this
// call and all later persistent calls on the communicator. The function is collective.
int tc_is_prepared(call *c);

// tc_complete_started waits for the active calls on g or, if g is NULL, for all active calls. tc_free_started
// frees the completed calls that g keeps for reuse.
void tc_complete_started(const communicator *g);
void tc_free_started(communicator *g);

// tc_check_arguments compares the arguments of all ranks, and aborts the job if they differ.
void tc_check_arguments(const communicator *g, int op, int64_t bytes, int root);

// tc_check_result repeats the call with the MPI library, and aborts the job if the results differ.
int tc_check_result(const call *c, const char *in, const char *out, int64_t words, MPI_Datatype type,
	const type_info *k, MPI_Op op);

// tc_sample selects some calls as samples. The report compares samples that plans execute with samples that
// the MPI library executes instead. All ranks begin a sample together.
void tc_sample(call *c);

// tc_end_sample records in cell w the time that the slowest rank needed for a sample. The root of a
// broadcast, for example, may return long before the other ranks. w may be NULL.
void tc_end_sample(const call *c, cell *w);

// tc_report prints the report and writes the profile. It is collective over MPI_COMM_WORLD.
void tc_report(void);

#endif
