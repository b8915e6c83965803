// What a benchmark needs besides messages.
#ifndef TOPOCOLL_MEASURE_H
#define TOPOCOLL_MEASURE_H

#include "clock.h"
#include "port.h"

// tc_pingpong sends x to the partner and back n times, from rank 0, and fills ns with the time of each round trip.
int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n);

// tc_flush writes what caches hold of some bytes to memory, and makes them forget it. It returns 0 if the processor lets no
// program do that.
int tc_flush(const char *x, int64_t bytes);

// tc_keep_memory makes malloc keep what is freed.
void tc_keep_memory(void);

#endif
