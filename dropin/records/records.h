// This header declares the records of a rank's collective calls. topocoll run --profile, --compare and
// --verbose present the records of all ranks.
#ifndef TOPOCOLL_RECORDS_H
#define TOPOCOLL_RECORDS_H

#include <mpi.h>
#include <stdint.h>

#include "../plans/plans.h"

// These operations are recorded, but plans.h does not define them.
enum { ALLGATHERV = OPERATIONS, GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTERV,
	NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW,
	RECORDED };

enum { BLOCKING, NON_BLOCKING, PERSISTENT, FORMS };
enum { OURS, NATIVE, KINDS }; // calls that plans execute, calls that the MPI library executes

// A size class contains the sizes with the same number of binary digits. A cell has up to SIZES exact sizes.
enum { SIZE_CLASSES = 48, SIZES = 16 };

// A comm_class holds the properties by which the records distinguish communicators. When the records of
// several ranks are added up, only the first four fields are compared.
typedef struct {
	int32_t ranks; // number of ranks; for an intercommunicator, in both groups together
	int32_t hosts; // number of hosts; 0 for an intercommunicator or with processes outside MPI_COMM_WORLD
	int32_t slots; // largest number of ranks on one host
	int32_t inter; // 1: an intercommunicator
	int32_t blocks; // number of blocks that a rank sends in an all-to-all
	int32_t degree; // number of neighbors to which the rank sends; 0 without a topology
} comm_class;

enum { NO_ROOT = -1, ROOTS_VARY = -2 };

// TYPE_NAME is the size of the array for a datatype's name. TYPES_VARY stands for several types.
enum { TYPE_NAME = 32 };
#define TYPES_VARY "*"

// A cell records the calls of one operation, form and size class on communicators of one class.
typedef struct {
	int32_t comm, op, form, size; // comm: index of the class in the records
	int32_t root, set;            // set: 1 + index of the set of plans that was used last; 0: none
	MPI_Datatype type;            // the datatype that this rank added last
	char type_name[TYPE_NAME];    // TYPES_VARY if the calls have several types, empty if the type is not known
	double calls[KINDS];
	double seconds[KINDS]; // time of the calls, in ticks until the program ends, then in seconds
	double slowest;        // seconds of the slowest rank, after the records of all ranks are added up
	double of_rank;        // while the records of one rank are added: the seconds of that rank
	double in_place;       // number of calls with MPI_IN_PLACE
	// waits: number of calls that the sampled waits represent; wait: sum of the waits of these calls in ticks.
	// At the end of the program: the number of calls with a known wait, and the sum of these waits in seconds.
	double waits, wait;
	double samples[KINDS], logs[KINDS]; // number of samples, and sum of the logarithms of their seconds
	struct {
		int64_t bytes;
		double calls, seconds;
		double weight; // calls plus the inherited weight (see add_size); 0 in an empty entry
	} sizes[SIZES]; // the most frequent sizes
} cell;

enum { COMM_CLASSES = 64, CELLS = 2048 };

// A value of type `records` holds the records of one rank, or the sums over all ranks.
typedef struct {
	struct {
		int32_t comms, cells;
		double unrecorded; // number of calls for which there was no cell
		double whole;      // seconds of the whole program
		double seconds;    // time in all calls
		double tunable;    // time in blocking calls that topocoll run can replace
		double most_whole; // after summing: maximum of whole over the ranks
		double least, most, least_tunable; // after summing: minimum and maximum of seconds, minimum of tunable
		comm_class comm[COMM_CLASSES];     // the first is the class of MPI_COMM_WORLD
	} head;
	cell cell[CELLS];
	uint16_t index[COMM_CLASSES][FORMS][RECORDED][SIZE_CLASSES]; // 1 + the index of the cell; 0: none
} records;

// tc_recording is set while calls are recorded.
extern int tc_recording;

// tc_begin_records begins the recording. It is collective over MPI_COMM_WORLD. It sets tc_recording, unless
// memory is exhausted on a rank.
void tc_begin_records(void);

// tc_add_records adds up the records of all ranks on rank 0 of MPI_COMM_WORLD. Seconds become means over the
// ranks. The result is NULL on other ranks, and if memory is exhausted. The caller frees it.
records *tc_add_records(void);

// tc_add_cell adds the calls of cell w to cell sum.
void tc_add_cell(cell *sum, const cell *w);

// A comm_entry holds the class of a communicator and a number that identifies its group of ranks. The number
// is 0 if the group is unknown.
typedef struct {
	const comm_class *class;
	uint64_t group;
} comm_entry;

// tc_find_class returns the entry of a communicator, without communication. tc_forget_class must be called
// when the communicator is freed, because MPI may reuse its handle.
comm_entry tc_find_class(MPI_Comm comm);
void tc_forget_class(MPI_Comm comm);

// tc_record records a call that began and ended at the given ticks. `type` may be MPI_DATATYPE_NULL. `set` is
// 1 + the index of the set of plans, or 0 if the MPI library executed the call. It returns the call's cell,
// or NULL if the table of cells is full.
cell *tc_record(comm_entry comm, int form, int op, int64_t bytes, MPI_Datatype type, int root, int in_place,
	int set, int64_t began, int64_t ended);

// tc_type_size returns the size of a valid datatype in bytes.
int64_t tc_type_size(MPI_Datatype type);

// tc_count_hosts sorts the hashes of the hosts of p ranks. It sets *hosts to the number of different hosts,
// and *slots to the largest number of ranks on one host.
void tc_count_hosts(uint64_t *host, int p, int *hosts, int *slots);

// tc_size_class returns the number of binary digits of bytes, at most SIZE_CLASSES - 1.
int tc_size_class(int64_t bytes);

static inline int tc_is_rooted(int op) { return tc_has_root(op) || op == SCATTERV || op == GATHERV; }

// tc_functions holds the names of MPI's functions without the prefix MPI_.
extern const char *const tc_functions[RECORDED];

// tc_function_name writes the name of the MPI function for an operation.
void tc_function_name(char *name, size_t size, int op, int form);

// tc_write_profile writes the records of all ranks as JSON, for topocoll profile.
void tc_write_profile(const char *name, const records *all);

#endif
