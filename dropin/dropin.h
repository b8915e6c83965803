// libtopocoll.so: between a program and its MPI library. It takes the program's collective calls, carries some of them out by plans,
// and passes the others on. See docs/how-to/drop-in.md.
#ifndef TOPOCOLL_DROPIN_H
#define TOPOCOLL_DROPIN_H

#include "plans.h"

#define API __attribute__((visibility("default")))

// The settings, from the environment.
typedef struct {
	int verbose;         // TOPOCOLL_VERBOSE: say at the end what was done
	const char *times;   // TOPOCOLL_TIMES: a file for what was done, for topocoll run --compare
	int timed, sample;   // what these two need: the time of every call; now and then a call of ours by the library
	int check;           // TOPOCOLL_CHECK: every so many calls are compared with the library's own; 0: none
	int off[OPERATIONS]; // TOPOCOLL_OFF: all, or names of operations
	const char *force;   // TOPOCOLL_FORCE: names of algorithms, which take all calls that they can
} settings;

extern settings tc_settings;
extern const char *const tc_names[OPERATIONS];

// tc_read_settings reads the settings; tc_settings_sum is another number for others that decide how a call is carried out.
void tc_read_settings(void);
uint64_t tc_settings_sum(void);

// tc_listed reports whether a name is one of those between the commas of a list.
int tc_listed(const char *list, const char *name);

// tc_plans is the plan file; NULL: every call is passed on.
extern const plans_head *tc_plans;

// INTERCEPTED lists the functions of MPI that the library intercepts.
#define INTERCEPTED(each)                                                                                                  \
	each(Init) each(Init_thread) each(Comm_free) each(Comm_disconnect) each(Bcast) each(Reduce) each(Allgather)               \
	each(Reduce_scatter_block) each(Allreduce) each(Scan) each(Exscan) each(Scatter) each(Gather) each(Alltoall) each(Barrier)

// tc_next has the next definition of each function after ours: a profiling tool's, or the MPI library's. Calls of the program that we do not
// carry out go there. Our own messages use PMPI, so a tool does not see them.
typedef struct {
#define DECLARE(name) __typeof__(PMPI_##name) *name;
	INTERCEPTED(DECLARE)
#undef DECLARE
} definitions;
extern definitions tc_next;

// tc_find_chain looks the next definitions up, before the first of them is called.
void tc_find_chain(void);

// tc_world is the group of MPI_COMM_WORLD, tc_self a communicator of this process alone. Errors on tc_self are returned without a call of the
// program's error handlers.
extern MPI_Group tc_world;
extern MPI_Comm tc_self;

// tc_one_communicator is set if threads of some rank may call MPI at the same time. Then nothing can be set up at the first call on a
// communicator, so only MPI_COMM_WORLD has a group, from MPI_Init on.
extern int tc_one_communicator;

// tc_begin_world is called by MPI_Init. All ranks of MPI_COMM_WORLD agree on whether they all have the same file and settings.
void tc_begin_world(void);


// A way is how the calls of an operation are carried out: by a set of plans, and by another for what it leaves.
typedef struct {
	int64_t from, to; // bytes of a block, both included
	int whole, rest;  // sets; whole is -1 for the library's own
} way;

// The sizes of calls are counted by their binary digits.
enum { CLASSES = 48 };

// A group is what the library keeps for a communicator of the program.
typedef struct {
	int p, rank;   // p is 0 for an intercommunicator
	MPI_Comm parent; // the program's communicator
	int possible;  // the file has plans for such a communicator; 0: all its calls are passed on
	int joined;    // comm and what follows are set up; all ranks do that together, at the first call that could be ours
	MPI_Comm comm; // the same processes, for our messages
	port *port;
	int ways[OPERATIONS]; // how many
	way *way[OPERATIONS];
	program **program; // by set, root and whether it goes by dependencies, those of a set from program_at on
	int *program_at;
	int64_t calls;                            // with check: of all operations
	unsigned seen[OPERATIONS][CLASSES]; // with verbose: calls that could be ours
	struct {
		void *memory;
		size_t room;
	} dense[3]; // see tc_dense
} group;

// tc_group finds the group of a communicator, or makes it without communication. It leaves NULL if calls on the communicator are never ours,
// and returns an error code if the communicator is invalid; then the MPI library has already called the error handler.
int tc_group(MPI_Comm comm, group **found);

// tc_is_rank reports whether a root is a rank of a group.
static inline int tc_is_rank(const group *g, int root) { return root >= 0 && root < g->p; }

// tc_join sets a group up. It is collective, so nothing that one rank alone knows may decide whether it is called. With no memory on some
// rank, all calls of the group are passed on, on every rank.
void tc_join(group *g);

// tc_begin_groups allocates what groups need, before the ranks agree on a file; it returns 0 if it cannot. tc_start_groups makes the group of
// MPI_COMM_WORLD after that. From tc_end_groups on all calls are passed on.
int tc_begin_groups(void);
void tc_start_groups(void);
void tc_end_groups(void);

// tc_dense returns memory that is free until the next call on the group; there are three.
char *tc_dense(group *g, int which, int64_t bytes);

// A kind is what has to be known of a type.
typedef struct {
	int64_t size, extent; // bytes; size is -1 if the MPI library refuses the type
	int run;              // several words lie as in a message: a run of bytes
	int apart;            // a word is in its extent bytes, so that scratch can hold it
	int at_zero;          // a word begins at its address, so the address NULL is wrong
	int named;            // one of the library's own types
	int number;           // of the loops of combine.h; -1: none
} kind;

kind tc_kind(MPI_Datatype type);

// Words are n words of a type in the program's memory.
typedef struct {
	char *at;
	int64_t n;
	MPI_Datatype type;
	kind kind;
} words;

// tc_words describes words of the program. The MPI library refuses them if tc_usable is 0, and such a call must go to it as it is.
words tc_words(const void *at, int64_t n, MPI_Datatype type);
int tc_usable(const words *x);

// tc_aliased reports whether input and output of a call begin at one address in a way that MPI forbids.
int tc_aliased(const words *in, const words *out);

static inline int64_t tc_bytes(const words *x) { return x->n * x->kind.size; }

// A call is one of the program's.
typedef struct {
	MPI_Comm comm;
	group *group; // NULL: the call is passed on, and none of its arguments may be looked at
	const way *way; // NULL: it is passed on
	int op, root;
	int64_t bytes; // of a block
	int error;     // the communicator is invalid, and its error handler has been called
	int checked;   // its result is compared
	int counted;   // for the report
	int sampled;   // its time is compared, with way NULL as one of the library's
	double began, sample_began;
} call;

// tc_begin_call begins a call. It looks at the communicator only, and sends nothing.
call tc_begin_call(int op, MPI_Comm comm);

// tc_decide decides whether a call is ours. Its arguments are the same on all ranks, so every rank decides the same. It is called for every
// call that the MPI library would accept, and for no other.
void tc_decide(call *c, int64_t bytes, int root);

// PASSED is the end of a call that is not ours: of an invalid communicator, or by the next definition in the chain.
#define PASSED(c, name, ...) tc_end_call(&(c), (c).error != MPI_SUCCESS ? (c).error : tc_next.name(__VA_ARGS__))

// tc_end_call returns what the call returns. An error of ours goes to the error handler of the program's communicator.
int tc_end_call(const call *c, int code);

// tc_move carries out a call whose words may have any type, as blocks of bytes.
int tc_move(const call *c, const char *in, char *out);

// tc_loop is the number of the loop of combine.h for an operator on a type, or -1.
int tc_loop(MPI_Op op, const kind *k);

// tc_reduce_words carries out a reduction of blocks of so many words.
int tc_reduce_words(const call *c, const char *in, char *out, int64_t words, MPI_Datatype type, const kind *k, MPI_Op op);

// tc_alike compares the arguments of all processes, and ends the job if they differ.
void tc_alike(const group *g, int op, int64_t bytes, int root);

// tc_compare does the call again by the library, and ends the job if its result is another one.
int tc_compare(const call *c, const char *in, const char *out, int64_t words, MPI_Datatype type, const kind *k, MPI_Op op);

// tc_sample decides whether a call that could be ours is one of those that are compared, ours with the library's. All ranks begin such a call together.
void tc_sample(call *c);

// tc_count notes a call for the report, which is about the time from tc_report_begin on. tc_report prints it, or writes it to a file. All ranks
// of MPI_COMM_WORLD call it.
void tc_count(const call *c, double seconds);
void tc_report_begin(void);
void tc_report(void);

#endif
