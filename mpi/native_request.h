// The library's non-blocking and persistent collectives: MPI_Ibcast, MPI_Bcast_init and so on.
#ifndef TOPOCOLL_NATIVE_REQUEST_H
#define TOPOCOLL_NATIVE_REQUEST_H

#include "native.h"

// TC_PERSISTENT is 1 where the library has persistent collectives: Open MPI 5, and Open MPI 4 as an
// extension. MPICH 4.0.2 has them too, but a call that is started again produces no result or returns an
// error.
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

// A library_call holds the n requests of a call: two for a shift, one for any other collective.
typedef struct {
	int n, persistent;
	MPI_Request request[2];
} library_call;

// tc_library_start starts a non-blocking call, or initializes a persistent one for tc_library_restart. `ring`
// and `distance` are for SHIFT, as in tc_shift.
int tc_library_start(library_call *c, port *p, int function, int persistent, char *x, char *result, int count,
	MPI_Op op, int root, MPI_Comm ring, int distance);

// tc_library_start_vector starts a non-blocking call with the arguments of tc_vector. The library reads the
// counts until the call is complete.
int tc_library_start_vector(library_call *c, port *p, int function, char *x, const int *in_counts,
	const int *in_starts, char *result, const int *out_counts, const int *out_starts, int count, MPI_Op op,
	int root);
int tc_library_restart(library_call *c);
int tc_library_test(library_call *c, int *over);
int tc_library_wait(library_call *c);
int tc_library_free(library_call *c);

#endif
