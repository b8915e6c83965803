// Words that no cache holds.
#ifndef TOPOCOLL_FLUSH_H
#define TOPOCOLL_FLUSH_H

#include <stdint.h>

// tc_flush writes what caches hold of some bytes to memory, and makes them forget it. It returns 0 if the processor lets no
// program do that.
int tc_flush(const char *x, int64_t bytes);

#endif
