// The records of a rank's collective calls. topocoll run --profile, --compare and --verbose are views
// of the records of all ranks.
#ifndef TOPOCOLL_RECORDS_H
#define TOPOCOLL_RECORDS_H

#include <mpi.h>
#include <stdint.h>

#include "plans.h"

// The recorded operations: those of plans.h, and these.
enum { ALLGATHERV = OPERATIONS, GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTERV,
	NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW,
	RECORDED };

enum { BLOCKING, NON_BLOCKING, PERSISTENT, FORMS };
enum { OURS, NATIVE, KINDS }; // by a plan, or by the MPI library

// A size class has the sizes with the same number of binary digits. SIZES is the number of exact
// sizes that a cell has.
enum { SIZE_CLASSES = 48, SIZES = 16 };

// A comm_class is what the records distinguish of a communicator. The ranks compare the first four
// fields.
typedef struct {
	int32_t ranks; // of an intercommunicator: of both groups
	int32_t hosts; // 0: unknown, of an intercommunicator or with processes outside MPI_COMM_WORLD
	int32_t slots; // ranks of the host with the most ranks
	int32_t inter; // it is an intercommunicator
	int32_t blocks; // in an operation in which every rank has a block for every other one
	int32_t degree; // the rank's neighbors to which it sends; 0 without a topology
} comm_class;

enum { NO_ROOT = -1, ROOTS_VARY = -2 };

// A cell has the calls of one operation, form and size class on communicators of one class.
typedef struct {
	int32_t comm, op, form, size; // comm is an index of comm_class
	int32_t root, set;            // set: 1 + the set of plans that was used last; 0: none
	double calls[KINDS];
	double seconds[KINDS]; // ticks until the program ends
	double slowest;        // seconds of the slowest rank, after the ranks' records are added
	double in_place;       // calls
	double samples[KINDS], logs[KINDS]; // samples, and the sum of the logarithms of their seconds
	struct {
		int64_t bytes;
		double calls, seconds;
		double weight; // calls, and those of the size that was here before; 0 in an empty entry
	} sizes[SIZES]; // the most frequent sizes
} cell;

enum { COMM_CLASSES = 64, CELLS = 2048 };

// The records of a rank, or the sums of all ranks.
typedef struct {
	struct {
		int32_t comms, cells;
		double unrecorded; // calls for which there was no cell
		double whole;      // seconds of the whole program
		double seconds;    // in all calls
		double tunable;    // in blocking calls that topocoll run can replace
		double most_whole; // of the sums: whole of the rank with the most
		double least, most, least_tunable; // of the sums: the seconds of the ranks with the least and most
		comm_class comm[COMM_CLASSES];     // the first is of MPI_COMM_WORLD
	} head;
	cell cell[CELLS];
	uint16_t index[COMM_CLASSES][FORMS][RECORDED][SIZE_CLASSES]; // 1 + the index of the cell; 0: none
} records;

// tc_recording is set while calls are recorded.
extern int tc_recording;

// tc_begin_records is collective over MPI_COMM_WORLD. It sets tc_recording, unless a rank has no memory.
void tc_begin_records(void);

// tc_add_records adds up the records of all ranks on rank 0 of MPI_COMM_WORLD. Seconds become means over
// the ranks. It returns NULL on other ranks or without memory. The caller frees the result.
records *tc_add_records(void);

// tc_add_cell adds the calls of a cell to another one.
void tc_add_cell(cell *sum, const cell *w);

// tc_tick returns a time in ticks of constant length.
int64_t tc_tick(void);

// tc_class_of returns the class of a communicator, without communication. tc_forget_class must be
// called when the communicator is freed, because MPI may reuse its handle.
const comm_class *tc_class_of(MPI_Comm comm);
void tc_forget_class(MPI_Comm comm);

// tc_record records a call that took so many ticks. set is 0 for the MPI library. It returns the
// call's cell, or NULL.
cell *tc_record(const comm_class *comm, int form, int op, int64_t bytes, int root, int in_place, int set,
	int64_t ticks);

// tc_type_size returns the bytes of a valid datatype.
int64_t tc_type_size(MPI_Datatype type);

// tc_count_hosts sorts the hashes of the hosts of p ranks. It sets hosts to the number of different
// ones, and slots to the most ranks on one host.
void tc_count_hosts(uint64_t *host, int p, int *hosts, int *slots);

// tc_size_class returns the number of binary digits, at most SIZE_CLASSES - 1.
int tc_size_class(int64_t bytes);

// tc_is_rooted reports whether an operation has a root.
int tc_is_rooted(int op);

// tc_functions has the names of MPI's functions without the prefix.
extern const char *const tc_functions[RECORDED];

// tc_function_name writes the name of the MPI function for an operation.
void tc_function_name(char *name, size_t size, int op, int form);

// tc_write_profile writes the records of all ranks as JSON, for topocoll profile.
void tc_write_profile(const char *name, const records *all);

#endif
