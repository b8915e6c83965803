package mpi

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// checkLaunched returns an error if a launcher has started several processes that would be separate jobs. It
// returns nil for a single process, and for a program in a shell of srun --pty.
func TestCheckLaunched(t *testing.T) {
	for variables, want := range map[string]string{
		"": "",
		"OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4":           "4 processes",
		"OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1":           "",
		"PMI_RANK=0 PMI_SIZE=2":                                   "2 processes",
		"PMIX_RANK=0 SLURM_STEP_NUM_TASKS=3":                      "3 processes",
		"PMIX_RANK=0 SLURM_STEP_NUM_TASKS=3 SLURM_PTY_PORT=33001": "",
		"SLURM_STEP_NUM_TASKS=3":                                  "",
	} {
		for _, name := range []string{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
			"PMI_SIZE", "SLURM_STEP_NUM_TASKS", "SLURM_PTY_PORT"} {
			t.Setenv(name, "")
		}
		for _, variable := range strings.Fields(variables) {
			name, value, _ := strings.Cut(variable, "=")
			os.Setenv(name, value)
		}
		err := checkLaunched("mpi: Init", "why")
		if want == "" {
			assert.NoError(t, err, variables)
			continue
		}
		assert.EqualError(t, err, "mpi: Init: the launcher started "+want+", but why", variables)
	}
}
