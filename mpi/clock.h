#ifndef TOPOCOLL_CLOCK_H
#define TOPOCOLL_CLOCK_H

#include <stdint.h>

// tc_now returns CLOCK_MONOTONIC in ns.
int64_t tc_now(void);
void tc_do_nothing(void);

#endif
