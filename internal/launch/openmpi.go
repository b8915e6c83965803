//go:build !mpich

package launch

// The names of the environment variables to try, in this order. The variables of Open MPI come first, because
// a process under MPICH's mpirun may start Open MPI's mpirun. The new ranks then inherit PMI_RANK and
// PMI_SIZE, which do not describe them.
var (
	rankVariables = []string{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}
	sizeVariables = []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}
)
