// The memory of the C library.
#ifndef TOPOCOLL_MEMORY_H
#define TOPOCOLL_MEMORY_H

// tc_keep_memory makes malloc keep what is freed.
void tc_keep_memory(void);

#endif
