// A port sends and receives messages on one communicator, with one datatype. Every function that transfers
// messages takes one cgo call, and returns an MPI error code or WRONG_LENGTH.
#ifndef TOPOCOLL_PORT_H
#define TOPOCOLL_PORT_H

#include <mpi.h>
#include <stdint.h>

enum { WRONG_LENGTH = -1 };

// TOO_LONG is the value of port.got if a message is too long and the library does not report its length.
enum { TOO_LONG = -2 };

// Blocking messages and rounds have tag PORT_TAG. The messages that tc_begin_async begins have tag FIRST_TAG
// + tag.
enum { PORT_TAG = 0, FIRST_TAG = 1 };

// A port holds the fields of a port_state that Go code reads and writes. It contains no pointers, so cgo
// passes its address without checking the object at that address.
typedef struct {
	int peer, got, want;  // after WRONG_LENGTH: the sender, and the numbers of words sent and expected
	int timed;            // 1: native collectives and tc_replay record their times
	int call;             // the MPI function that tc_replay called last
	int eager;            // the longest message, in bytes, for which a replay prefetches
	int traced;           // 1: tc_replay writes the array that tc_trace returned
	int64_t began, ended; // times of the last native collective or replay, in ns
} port;

// A message is one send or one receive of a round. Go pins the memory at data until the round is complete.
typedef struct {
	uintptr_t data;
	int count, peer;
} message;

port *tc_port_new(MPI_Comm comm, MPI_Datatype type);
void tc_port_free(port *p);

// tc_trim_heap returns the freed memory of the process to the operating system. The drop-in library does not
// call it when a program frees a communicator, because the program's next allocations would then be slow. For
// example, MUMPS took 10 % longer.
void tc_trim_heap(void);

// tc_trace returns an array for the times of a number of steps, or NULL if memory is exhausted. Elements 2i
// and 2i + 1 are the start and the end of step i, in ns. tc_replay writes the array while port.traced is set.
int64_t *tc_trace(port *p, int steps);

int tc_send(port *p, char *x, int count, int to);
int tc_recv(port *p, char *x, int count, int from);
int tc_sendrecv(port *p, char *out, int out_count, int to, char *in, int in_count, int from);
int tc_probe(port *p, int from, int *here);

// tc_round4 exchanges up to two messages each way. The buffers are separate arguments, because cgo would
// check a struct that contains their addresses at every call. Passing two buffers takes 53 ns, and passing
// four takes 82 ns. Passing an array that is pinned for the call takes 545 ns.
int tc_round4(port *p, int sends, char *s0, int s0_count, int to0, char *s1, int s1_count, int to1,
              int recvs, char *r0, int r0_count, int from0, char *r1, int r1_count, int from1);

// tc_round exchanges any number of messages. The array that tc_round_messages returned must hold the
// messages, the receives first.
int tc_round(port *p, int sends, int recvs);
message *tc_round_messages(port *p, int n);

// A non-blocking message has a slot in a table. tc_async_table enlarges the table to n slots. It returns the
// array in which tc_wait_some puts the slots of the completed messages.
int *tc_async_table(port *p, int n);
int tc_begin_async(port *p, int slot, int receives, char *x, int count, int peer, int tag);
int tc_wait_some(port *p, int *completed);

#endif
