//go:build cgo

#include "flush.h"

enum { LINE = 64 }; // bytes, or a multiple of the line of the processor's caches

#if defined __x86_64__
#include <cpuid.h>
#include <emmintrin.h>

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
