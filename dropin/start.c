// Where the library meets a program: before main, and in MPI_Init.
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

// says reports whether this process prints messages about the whole job, also before MPI_Init and after MPI_Finalize.
static int says(void) {
	const char *rank = getenv("OMPI_COMM_WORLD_RANK") != NULL ? getenv("OMPI_COMM_WORLD_RANK") : getenv("PMI_RANK");
	return rank == NULL || atoi(rank) == 0;
}

// drop takes a name out of a list with blanks or colons between names. It returns whether the name was there.
static int drop(char *list, const char *name) {
	size_t n = strlen(name);
	for (char *at = list; (at = strstr(at, name)) != NULL; at += n) {
		if ((at == list || strchr(" :", at[-1]) != NULL) && strchr(" :", at[n]) != NULL) { // or at the end
			memmove(at, at + n, strlen(at + n) + 1);
			return 1;
		}
	}
	return 0;
}

// natively starts a program again without us if it is linked with another MPI library than ours, whose handles and names of Fortran are others.
// That library is before ours in the order in which names are looked up.
__attribute__((constructor)) static void natively(int argc, char **argv) {
	char version[MPI_MAX_LIBRARY_VERSION_STRING > 8192 ? MPI_MAX_LIBRARY_VERSION_STRING : 8192]; // of any library
	int length = 0;
	Dl_info self;
	char *preload = getenv("LD_PRELOAD");
	if (PMPI_Get_library_version(version, &length) != MPI_SUCCESS || (strncmp(version, "Open MPI", 8) == 0) == built_for_open_mpi) {
		return;
	}
	if (preload == NULL || dladdr((void *)natively, &self) == 0 || !drop(preload, self.dli_fname)) {
		return;
	}
	if (says()) {
		fprintf(stderr, "topocoll: %s is for %s, the program for another MPI library, which does everything\n", self.dli_fname,
		        built_for_open_mpi ? "Open MPI" : "MPICH");
	}
	execv("/proc/self/exe", argv);
}

static int begun;

static int begin_once(int code) { // the next MPI_Init may call this MPI_Init_thread
	if (code == MPI_SUCCESS && !begun) {
		begun = 1;
		tc_begin_world();
	}
	return code;
}

API int MPI_Init(int *argc, char ***argv) {
	tc_find_chain();
	return begin_once(tc_next.Init(argc, argv));
}

API int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given) {
	tc_find_chain();
	return begin_once(tc_next.Init_thread(argc, argv, wanted, given));
}

// unused says at the end of a program of MPI that its MPI_Init was not ours.
__attribute__((destructor)) static void unused(void) {
	int initialized = 0;
	const char *verbose = getenv("TOPOCOLL_VERBOSE");
	if (!begun && verbose != NULL && atoi(verbose) != 0 && says() && PMPI_Initialized(&initialized) == MPI_SUCCESS && initialized) {
		fprintf(stderr, "topocoll: the program's MPI_Init was not the one of libtopocoll.so, so the MPI library did everything: another library "
		                "that intercepts MPI comes first in LD_PRELOAD or is linked into the program\n");
	}
}
