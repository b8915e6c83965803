//go:build mpich

package launch

// The variables of PMI come first. A process under the mpirun of Open MPI may start the mpirun of MPICH. The
// new ranks then inherit the variables of Open MPI, which do not describe them.
var (
	rankVariables = []string{"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"}
	sizeVariables = []string{"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"}
)
