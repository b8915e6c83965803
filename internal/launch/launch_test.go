package launch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTasksOnNode(t *testing.T) {
	for node, want := range []int{4, 4, 3, 0} {
		assert.Equal(t, want, tasksOnNode("4(x2),3", node), node)
	}
	for _, list := range []string{"", "x", "4(x", "(x2)"} {
		assert.Zero(t, tasksOnNode(list, 0), list)
	}
}

// A launcher of the program's own library hides the variables of another launcher that started it.
func TestInnerLauncher(t *testing.T) {
	outer, inner := "PMI", "OMPI_COMM_WORLD"
	if rankVariables[0] == "PMI_RANK" {
		outer, inner = inner, outer
	}
	t.Setenv(outer+"_RANK", "3")
	t.Setenv(outer+"_SIZE", "4")
	t.Setenv(inner+"_RANK", "1")
	t.Setenv(inner+"_SIZE", "2")
	rank, launched := Rank()
	assert.True(t, launched)
	assert.Equal(t, []int{1, 2}, []int{rank, Size()})
}

// PMIx and Slurm name a job and the number of its ranks on a host. Without a launcher there is no name.
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

// A process of Hydra, MPICH's launcher, has a name; other processes have none.
func TestHydra(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	require.NoError(t, err)
	program, err := os.ReadFile(sleep)
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), "hydra_pmi_proxy")
	require.NoError(t, os.WriteFile(copied, program, 0o755))
	process := exec.Command(copied, "60")
	require.NoError(t, process.Start())
	defer process.Wait()
	defer process.Process.Kill()
	assert.Regexp(t, fmt.Sprintf(`^%d \d+$`, process.Process.Pid), hydraName(process.Process.Pid))
	assert.Empty(t, hydraName(os.Getpid()))
}
