// What MPI_Init has settled for the whole job.
#include "dropin.h"

const plans_head *tc_plans;
int tc_one_communicator;
MPI_Group tc_world;
MPI_Comm tc_self = MPI_COMM_NULL;
