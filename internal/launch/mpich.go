//go:build mpich

package launch

// The variables of PMI come first. If a process under the mpirun of Open MPI starts the mpirun of MPICH, the
// new ranks inherit the variables of Open MPI, which do not describe them.
var (
	rankVariables = []string{"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"}
	sizeVariables = []string{"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"}
)
