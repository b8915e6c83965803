// What MPI_Init decides for the whole job.
#include "dropin.h"

const plans_head *tc_plans;
int tc_world_only;
MPI_Group tc_world;
MPI_Comm tc_self = MPI_COMM_NULL;
