// libtopocoll.so: between a program and its MPI library. It takes the program's collective calls, carries some of them out by plans,
// and passes the others on. See docs/drop-in.md.
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

// tc_listed reports whether a name is one of those between the commas of a list.
int tc_listed(const char *list, const char *name);

uint64_t tc_sum(const void *x, int64_t bytes);

// tc_plans is the file; NULL: every call is passed on.
extern const plans_head *tc_plans;

// tc_world is the processes of MPI_COMM_WORLD.
extern MPI_Group tc_world;

// tc_one_communicator is set where threads may call MPI at the same time. There nothing can be made for a communicator at its first call:
// only MPI_COMM_WORLD has a group, from the beginning.
extern int tc_one_communicator;

// tc_begin_world is called by MPI_Init. All processes of MPI_COMM_WORLD agree on whether they all have the same file.
void tc_begin_world(void);

// A way is how the calls of an operation are carried out: by a set of plans, and by another for what it leaves.
typedef struct {
	int64_t from, to; // bytes of a block, both included
	int whole, rest;  // sets; whole is -1 for the library's own
} way;

// The sizes of calls are counted by their binary digits, of which tc_class says how many there are.
enum { CLASSES = 48 };
int tc_class(int64_t bytes);

// A group is what the library has for a communicator of the program: the same processes, with messages of their own.
typedef struct {
	MPI_Comm comm; // MPI_COMM_NULL: all calls are passed on
	int p, rank;
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

// tc_group returns the group of a communicator, made at its first call; NULL: pass the call on.
group *tc_group(MPI_Comm comm);

// tc_dense returns memory that is free until the next call on the group; there are three.
char *tc_dense(group *g, int which, int64_t bytes);

// A kind is what has to be known of a type.
typedef struct {
	int64_t size, extent; // bytes
	int run;              // several words lie as in a message: a run of bytes
	int apart;            // a word is in its extent bytes, so that scratch can hold it
	int number;           // of the loops of combine.h; -1: none
} kind;

kind tc_kind(MPI_Datatype type);

// A call is one of the program's.
typedef struct {
	MPI_Comm comm;
	group *group;
	const way *way; // NULL: it is passed on
	int op, root;
	int64_t bytes; // of a block
	int checked;   // its result is compared
	int counted;   // for the report
	int sampled;   // its time is compared, with way NULL as one of the library's
	double began, sample_began;
} call;

// tc_begin_call decides about a call by what is the same on all processes. valid is 0 if the arguments are wrong: MPI says so.
call tc_begin_call(int op, MPI_Comm comm, int valid, int64_t bytes, int root);

// tc_end_call returns what the call returns. An error of ours goes to the error handler of the program's communicator.
int tc_end_call(const call *c, int code);

// tc_move carries out a call whose words may have any type, as blocks of bytes.
int tc_move(const call *c, const char *in, char *out);

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
