//go:build cgo

#include "measure.h"

#include <malloc.h>
#if defined __x86_64__
#include <cpuid.h>
#include <emmintrin.h>
#endif

int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n) {
	int code = MPI_SUCCESS, first = partner == 1;
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		int64_t start = tc_now();
		code = first ? tc_send(p, x, count, partner) : tc_recv(p, x, count, partner);
		if (code == MPI_SUCCESS) {
			code = first ? tc_recv(p, x, count, partner) : tc_send(p, x, count, partner);
		}
		ns[i] = tc_now() - start;
	}
	return code;
}

enum { LINE = 64 }; // length of a cache line in bytes; tc_flush also works if lines are longer

#if defined __x86_64__
// has_clflushopt reports whether the processor has clflushopt, which is about ten times as fast as clflush.
static int has_clflushopt(void) {
	static int known;
	if (known == 0) {
		unsigned a, b = 0, c, d;
		known = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_CLFLUSHOPT ? 1 : -1;
	}
	return known > 0;
}

static void flush_line(const char *x) {
	if (has_clflushopt()) {
		__asm__ volatile("clflushopt %0" : "+m"(*(volatile char *)x));
	} else {
		_mm_clflush(x);
	}
}
static void wait_for_flushes(void) { _mm_mfence(); }
enum { CAN_FLUSH = 1 };
#elif defined __aarch64__
static void flush_line(const char *x) { __asm__ volatile("dc civac, %0" : : "r"(x) : "memory"); }
static void wait_for_flushes(void) { __asm__ volatile("dsb sy" : : : "memory"); }
enum { CAN_FLUSH = 1 };
#else
static void flush_line(const char *x) { (void)x; }
static void wait_for_flushes(void) {}
enum { CAN_FLUSH = 0 };
#endif

int tc_flush(const char *x, int64_t bytes) {
	for (int64_t i = 0; i < bytes; i += LINE) {
		flush_line(x + i);
	}
	if (bytes > 0) {
		flush_line(x + bytes - 1);
	}
	wait_for_flushes();
	return CAN_FLUSH;
}

void tc_keep_memory(void) {
#ifdef M_MMAP_THRESHOLD
	// These are the largest thresholds that glibc's dynamic adjustment can set.
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}
