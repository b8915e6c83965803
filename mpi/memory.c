//go:build cgo

#include "memory.h"

#include <malloc.h>

void tc_keep_memory(void) {
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 32 << 20); // the largest that glibc takes, to which it goes by itself
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}
