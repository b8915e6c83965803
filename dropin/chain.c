// This file finds the next definition of each function that the library intercepts, and the function with
// which Open MPI registers progress functions.
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

typedef int register_function(int (*)(void));

static register_function *find_register(void) {
#ifdef MPICH_VERSION
	return NULL;
#else
	return (register_function *)dlsym(RTLD_DEFAULT, "opal_progress_register");
#endif
}

int tc_can_start(void) {
	static int can = -1;
	can = can < 0 ? find_register() != NULL : can;
	return can;
}

void tc_register_progress(int (*make_progress)(void)) {
	static int is_registered;
	if (!is_registered && tc_can_start()) {
		find_register()(make_progress);
		is_registered = 1;
	}
}
