// How long a rank waits in its blocking calls until the last rank has entered them. The waits are estimated
// from samples of the calls, whose times of entry are compared when the program ends.
#ifndef TOPOCOLL_WAITS_H
#define TOPOCOLL_WAITS_H

#include <stdint.h>

// tc_begin_waits is collective over world, whose ranks are on the given hosts. host and world must remain
// valid. If it fails on a rank, there are no waits.
void tc_begin_waits(MPI_Comm world, const uint64_t *host);

// tc_sample_wait may take a call as a sample. key identifies a series of calls that the same ranks make in
// the same order. cell is an index, for tc_add_wait.
void tc_sample_wait(uint64_t key, int ranks, int cell, int64_t began, int64_t ticks);

// tc_end_waits is collective over world. It calls add for every sample whose call is known on all ranks, with
// the ticks that this rank has waited.
void tc_end_waits(void (*add)(int cell, double ticks));

#endif
