#include <mpi.h>

// tc_init starts MPI, tells the thread level it gives, and makes the world: a duplicate of
// MPI_COMM_WORLD that returns its errors.
int tc_init(int *level, MPI_Comm *world);

int tc_finalize(MPI_Comm world);

// tc_first splits off the first n ranks of comm; the others get MPI_COMM_NULL.
int tc_first(MPI_Comm comm, int n, MPI_Comm *first);

int tc_tag_limit(MPI_Comm comm);
