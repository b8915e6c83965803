// The collectives of the library on the communicator and datatype of a port. They differ from MPI's own
// declarations in taking buffers as char *, which cgo passes without searching what it lies in.
#include "port.h"

int tc_barrier(port *p);
int tc_bcast(port *p, char *x, int count, int root);
int tc_gather(port *p, char *x, int count, char *result, int root);
int tc_scatter(port *p, char *x, char *result, int count, int root);
int tc_allgather(port *p, char *x, int count, char *result);
int tc_alltoall(port *p, char *x, char *result, int count);
int tc_reduce_to(port *p, char *x, char *result, int count, MPI_Op op, int root);
int tc_allreduce(port *p, char *x, char *result, int count, MPI_Op op);
int tc_reduce_scatter_block(port *p, char *x, char *result, int count, MPI_Op op);
int tc_reduce_scatter(port *p, char *x, char *result, int *counts, MPI_Op op);
int tc_scan(port *p, char *x, char *result, int count, MPI_Op op);
int tc_exscan(port *p, char *x, char *result, int count, MPI_Op op);

// tc_ring makes the processes of comm a periodic line, in the same order.
int tc_ring(MPI_Comm comm, MPI_Comm *ring);

// tc_shift passes x on by distance processes of ring.
int tc_shift(port *p, MPI_Comm ring, int distance, char *x, char *result, int count);
