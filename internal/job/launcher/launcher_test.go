package launcher

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTasksOnNode(t *testing.T) {
	for node, want := range []int{4, 4, 3, 0} {
		assert.Equal(t, want, tasksOnNode("4(x2),3", node), node)
	}
	for _, list := range []string{"", "x", "4(x", "(x2)"} {
		assert.Zero(t, tasksOnNode(list, 0), list)
	}
}

// All launchers name a job and the number of its ranks on a host; a process without a launcher has none.
func TestJobOnHost(t *testing.T) {
	for _, variables := range []string{
		"PMIX_NAMESPACE=prterun-7@1 OMPI_COMM_WORLD_LOCAL_SIZE=5",
		"SLURM_JOB_ID=8 SLURM_STEP_ID=0 SLURM_NODEID=1 SLURM_STEP_TASKS_PER_NODE=4,5",
		"",
	} {
		for _, name := range []string{"PMIX_NAMESPACE", "SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_NODEID",
			"SLURM_STEP_TASKS_PER_NODE", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"} {
			t.Setenv(name, "")
		}
		for _, variable := range strings.Fields(variables) {
			name, value, _ := strings.Cut(variable, "=")
			os.Setenv(name, value)
		}
		job, ranks := JobOnHost()
		assert.Equal(t, variables != "", job != "", variables)
		assert.Equal(t, map[bool]int{true: 5}[variables != ""], ranks, variables)
	}
}
