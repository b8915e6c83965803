// This file finds the next definition of each function that the library intercepts.
#include "dropin.h"

#include <dlfcn.h>

mpi_functions tc_next = {
#define DEFINE(name) .name = PMPI_##name,
	INTERCEPTED(DEFINE)
#undef DEFINE
};

void tc_find_next(void) {
	void *next;
#define FIND(name)                                                    \
	if ((next = dlsym(RTLD_NEXT, "MPI_" #name)) != NULL) {              \
		tc_next.name = (__typeof__(tc_next.name))next;                    \
	}
	INTERCEPTED(FIND)
#undef FIND
}


void *tc_find_definition(const char *name, void *own) {
	void *next = dlsym(RTLD_NEXT, name);
	return next != NULL ? next : own;
}
