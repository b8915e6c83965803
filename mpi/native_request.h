// The collectives of the library as calls that are started: MPI_Ibcast and so on, and MPI_Bcast_init.
#include "native.h"

// As the library's own, for tc_library_start alone: a ring is what tc_shift wants.
enum { SHIFT = EXSCAN + 1 };

// TC_PERSISTENT is 1 where the library has persistent collectives: Open MPI 5, and as an extension Open MPI 4. Those of MPICH 4.0.2 have no
// result when they are started again, or end with an error.
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5
#define TC_PERSISTENT 1
#define TC_INIT(name) MPI_##name##_init
#elif defined(OMPI_MAJOR_VERSION)
#include <mpi-ext.h>
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) && OMPI_HAVE_MPI_EXT_PCOLLREQ
#define TC_PERSISTENT 1
#define TC_INIT(name) MPIX_##name##_init
#endif
#endif
#ifndef TC_PERSISTENT
#define TC_PERSISTENT 0
#endif

// A library_call is one of them. A shift has two requests, as there is no call for it before version 4 of the standard.
typedef struct {
	int n, persistent;
	MPI_Request request[2];
} library_call;

// tc_library_start begins a call, or if it is persistent makes one that tc_library_restart begins. distance is of a shift.
int tc_library_start(library_call *c, port *p, int function, int persistent, char *x, char *result, int count, MPI_Op op, int root, MPI_Comm ring, int distance);
// tc_library_start_vector begins one with counts, as tc_vector calls it. The counts are read until it has ended.
int tc_library_start_vector(library_call *c, port *p, int function, char *x, const int *in_counts, const int *in_starts, char *result, const int *out_counts,
	const int *out_starts, int count, MPI_Op op, int root);
int tc_library_restart(library_call *c);
int tc_library_test(library_call *c, int *over);
int tc_library_wait(library_call *c);
int tc_library_free(library_call *c);
