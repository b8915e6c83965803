//go:build mpich

package launch

// The names of the environment variables to try, in this order. The variables of PMI come first, because a
// process under Open MPI's mpirun may start MPICH's mpirun. The new ranks then inherit the variables of Open
// MPI, which do not describe them.
var (
	rankVariables = []string{"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"}
	sizeVariables = []string{"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"}
)
