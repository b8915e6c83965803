// Timing loops in plain C, to show what Go adds. Each fills ns with one time per iteration, on every
// process its own.
#include "port.h"

int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n);
int tc_time_bcast(port *p, int root, char *x, int count, int64_t *ns, int n);
int tc_time_allreduce(port *p, MPI_Op op, char *x, char *result, int count, int64_t *ns, int n);
int tc_time_alltoall(port *p, char *x, char *result, int count, int64_t *ns, int n);
