// The message path. A port is one communicator and one datatype; every call is one cgo call and
// returns an MPI error code, or WRONG_LENGTH.
#ifndef TOPOCOLL_PORT_H
#define TOPOCOLL_PORT_H

#include <mpi.h>
#include <stdint.h>

enum { WRONG_LENGTH = -1 };

// What port.got is when a message is too long and the library does not say how long.
enum { TOO_LONG = -2 };

// Tag 0 is for the calls of a port, 1 + tag for the started messages of its user.
enum { PORT_TAG = 0, FIRST_TAG = 1 };

// The part of a port that Go sees: the last receive whose message did not have the length it wants, and
// where timed is set, when the last native collective began and ended. There is no pointer in it, so cgo passes a *port without
// looking at what it points to.
typedef struct {
	int peer, got, want;
	int timed;
	int call;  // the MPI function that a replay called last
	int eager; // bytes of a message that come at once; a longer one is announced first
	int64_t began, ended;
} port;

// One end of a message. Go keeps the memory at data where it is until the message is complete.
typedef struct {
	uintptr_t data;
	int count, peer;
} message;

port *tc_port_new(MPI_Comm comm, MPI_Datatype type);
void tc_port_free(port *p);

int tc_send(port *p, char *x, int count, int to);
int tc_recv(port *p, char *x, int count, int from);
int tc_sendrecv(port *p, char *out, int out_count, int to, char *in, int in_count, int from);
int tc_probe(port *p, int from, int *here);

// tc_round4 has up to two messages each way; tc_round takes any number of them from the array that
// tc_round_messages keeps, the receives first. The buffers of tc_round4 are arguments of their own: that takes 53 ns for two and 82 ns for four.
// cgo would search a struct of them at every call, and an array pinned for the call takes 545 ns.
int tc_round4(port *p, int sends, char *s0, int s0_count, int to0, char *s1, int s1_count, int to1,
              int recvs, char *r0, int r0_count, int from0, char *r1, int r1_count, int from1);
int tc_round(port *p, int sends, int recvs);
message *tc_round_messages(port *p, int n);

// Started messages live in a table of n slots. tc_async_table makes it larger and returns where tc_wait_some
// leaves the slots of the messages that are complete.
int *tc_async_table(port *p, int n);
int tc_begin_async(port *p, int slot, int receives, char *x, int count, int peer, int tag);
int tc_wait_some(port *p, int *completed);

#endif
