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

enum { LINE = 64 }; // bytes, or a multiple of the line of the processor's caches

#if defined __x86_64__
// Several lines at a time, which is some ten times as fast, where the processor can.
static int several(void) {
	static int known;
	if (known == 0) {
		unsigned a, b = 0, c, d;
		known = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_CLFLUSHOPT ? 1 : -1;
	}
	return known > 0;
}

static void line(const char *x) {
	if (several()) {
		__asm__ volatile("clflushopt %0" : "+m"(*(volatile char *)x));
	} else {
		_mm_clflush(x);
	}
}
static void end(void) { _mm_mfence(); }
enum { FLUSHES = 1 };
#elif defined __aarch64__
static void line(const char *x) { __asm__ volatile("dc civac, %0" : : "r"(x) : "memory"); }
static void end(void) { __asm__ volatile("dsb sy" : : : "memory"); }
enum { FLUSHES = 1 };
#else
static void line(const char *x) { (void)x; }
static void end(void) {}
enum { FLUSHES = 0 };
#endif

int tc_flush(const char *x, int64_t bytes) {
	for (int64_t i = 0; i < bytes; i += LINE) {
		line(x + i);
	}
	if (bytes > 0) {
		line(x + bytes - 1);
	}
	end();
	return FLUSHES;
}

void tc_keep_memory(void) {
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 32 << 20); // the largest that glibc takes, to which it goes by itself
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}
