// Which library's mpi.h this is. The build tag mpich says which one is wanted.
#include <mpi.h>

#if defined(MPICH_VERSION)
#define TC_MPICH 1
#else
#define TC_MPICH 0
#endif

#if TC_MPICH && !defined(TC_WANT_MPICH)
#error "this mpi.h is of MPICH or a library with its ABI: build with -tags mpich"
#endif

#if !TC_MPICH && defined(TC_WANT_MPICH)
#error "-tags mpich, but this mpi.h is not of MPICH: name its folder in CGO_CFLAGS, or leave the tag out"
#endif
