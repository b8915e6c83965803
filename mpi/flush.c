//go:build cgo

#include "flush.h"

enum { LINE = 64 }; // bytes, or a multiple of the line of the processor's caches

#if defined __x86_64__
#include <emmintrin.h>

static void line(const char *x) { _mm_clflush(x); }
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
