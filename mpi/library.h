// The build tag mpich must match the library that mpi.h belongs to.
#include <mpi.h>

#if defined(MPICH_VERSION)
#define TC_MPICH 1
#else
#define TC_MPICH 0
#endif

#if TC_MPICH && !defined(TC_WANT_MPICH)
#error "this mpi.h belongs to MPICH or a library with its ABI: build with -tags mpich"
#endif

#if !TC_MPICH && defined(TC_WANT_MPICH)
#error "-tags mpich, but mpi.h is not MPICH's: put the folder of MPICH's mpi.h in CGO_CFLAGS, or omit the tag"
#endif
