// Functions for benchmarks.
#ifndef TOPOCOLL_MEASURE_H
#define TOPOCOLL_MEASURE_H

#include "clock.h"
#include "port.h"

// tc_pingpong exchanges x with the partner n times. ns[i] is the time of round trip i. Rank 0 sends first.
int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n);

// tc_flush writes the `bytes` bytes at x back to memory and evicts them from all caches. It returns 0 if the
// processor has no unprivileged instruction for that.
int tc_flush(const char *x, int64_t bytes);

// tc_keep_memory makes malloc retain freed memory.
void tc_keep_memory(void);

#endif
