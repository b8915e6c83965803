// These functions estimate how long a rank waits in its blocking calls until the last rank has entered them.
// Each rank records when it enters sampled calls. At the end, the ranks compare these times.
#ifndef TOPOCOLL_WAITS_H
#define TOPOCOLL_WAITS_H

#include <stdint.h>

// tc_begin_waits begins the sampling. It is collective over world. host[i] identifies the host of rank i.
// host and world must remain valid until tc_end_waits. If `wanted` is 0 or memory is exhausted on any rank,
// nothing is sampled.
void tc_begin_waits(MPI_Comm world, const uint64_t *host, int wanted);

// tc_sample_wait records a call if it is one of the samples of its series. `key` identifies the series, which
// consists of calls that the same ranks make in the same order. `began` is the tick at which the call began,
// and `ticks` is its duration. tc_end_waits passes `cell` to its argument `add`.
void tc_sample_wait(uint64_t key, int ranks, int cell, int64_t began, int64_t ticks);

// tc_end_waits is collective over world. For every sample that all ranks of the call have recorded, it calls
// the argument `add` with the number of ticks that this rank waited, and with the number of calls that the
// sample represents. The argument `complete` is 0 if the records of this rank lack some calls. If it is 0 on
// any rank, the function does nothing, because the ranks may have recorded different samples.
void tc_end_waits(int complete, void (*add)(int cell, double calls, double ticks));

#endif
