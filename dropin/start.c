// This file contains the code that runs before main, in MPI_Init, and after main.
#include "dropin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef MPICH_VERSION
static const int built_for_open_mpi = 0;
#else
static const int built_for_open_mpi = 1;
#endif

// is_first reports whether this process prints messages about the whole job. It works before MPI_Init and
// after MPI_Finalize.
static int is_first(void) {
	const char *rank = getenv("OMPI_COMM_WORLD_RANK");
	rank = rank != NULL ? rank : getenv("PMI_RANK");
	return rank == NULL || atoi(rank) == 0;
}

// remove_from_list removes a name from a list separated by spaces or colons. It returns 0 if the list does
// not contain the name.
static int remove_from_list(char *list, const char *name) {
	size_t n = strlen(name);
	for (char *at = list; (at = strstr(at, name)) != NULL; at += n) {
		// strchr also finds the terminating 0, so the name may end the list.
		if ((at == list || strchr(" :", at[-1]) != NULL) && strchr(" :", at[n]) != NULL) {
			memmove(at, at + n, strlen(at + n) + 1);
			return 1;
		}
	}
	return 0;
}

// restart_without_library restarts a program without this library if the program is linked with another MPI
// library, because the handles and Fortran names of the two MPI libraries differ. In the order of symbol
// lookup, the program's MPI library comes before the MPI library that this library is linked with.
// PMPI_Get_library_version therefore returns the version of the program's MPI library.
__attribute__((constructor)) static void restart_without_library(int argc, char **argv) {
	// The array is long enough for the version of any MPI library.
	char version[MPI_MAX_LIBRARY_VERSION_STRING > 8192 ? MPI_MAX_LIBRARY_VERSION_STRING : 8192];
	int length = 0;
	Dl_info self;
	char *preload = getenv("LD_PRELOAD");
	if (PMPI_Get_library_version(version, &length) != MPI_SUCCESS || (strncmp(version, "Open MPI",
		8) == 0) == built_for_open_mpi) {
		return;
	}
	if (preload == NULL || dladdr((void *)restart_without_library, &self) == 0 || !remove_from_list(preload,
		self.dli_fname)) {
		return;
	}
	if (is_first()) {
		fprintf(stderr,
			"topocoll: %s was built for %s, but the program uses another MPI library, which executes all calls\n",
			self.dli_fname,
		        built_for_open_mpi ? "Open MPI" : "MPICH");
	}
	execv("/proc/self/exe", argv);
}

static int has_begun;

// begin_once sets up the library at the first call. The next definition of MPI_Init may call this library's
// MPI_Init_thread, so begin_once may be called twice.
static int begin_once(int code) {
	if (code == MPI_SUCCESS && !has_begun) {
		has_begun = 1;
		tc_begin_world();
	}
	return code;
}

API int MPI_Init(int *argc, char ***argv) {
	tc_find_next();
	return begin_once(tc_next.Init(argc, argv));
}

API int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given) {
	tc_find_next();
	return begin_once(tc_next.Init_thread(argc, argv, wanted, given));
}

// report_unused runs when the program ends. If the program uses MPI but its MPI_Init did not reach this
// library, report_unused prints a message.
__attribute__((destructor)) static void report_unused(void) {
	int initialized = 0;
	const char *verbose = getenv("TOPOCOLL_VERBOSE");
	if (!has_begun && verbose != NULL && atoi(verbose) != 0 && is_first() &&
		PMPI_Initialized(&initialized) == MPI_SUCCESS && initialized) {
		fprintf(stderr,
			"topocoll: the program did not call the MPI_Init of libtopocoll.so, so the MPI library executed all "
			"calls; another library that intercepts MPI comes first in LD_PRELOAD or is linked into the program\n");
	}
}
