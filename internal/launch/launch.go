// Package launch finds out how this process was started, before MPI is initialised.
//
// It recognises mpirun, and srun with a plugin for PMI or PMIx, by the environment variables that contain the
// rank. Without a plugin (srun --mpi=none), srun sets none of these variables, so no launcher is found.
package launch

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Rank returns the rank that a launcher gave this process, and whether a launcher was found.
func Rank() (rank int, launched bool) { return numberFromEnv(rankVariables...) }

// Size returns the number of processes that the launcher started, or 0 if it is not known.
func Size() int {
	n, _ := numberFromEnv(sizeVariables...)
	return n
}

// InTerminal reports whether this process was started from a terminal that srun --pty provides. The variables
// of srun then describe the job step of the shell, and not this process.
func InTerminal() bool { return os.Getenv("SLURM_PTY_PORT") != "" }

// JobOnHost returns a name for this process's job, and the number of the job's ranks on this host. All these
// ranks get the same name. The number is 0 if it is unknown.
func JobOnHost() (name string, ranks int) {
	name = os.Getenv("PMIX_NAMESPACE")
	if step := os.Getenv("SLURM_STEP_ID"); name == "" && step != "" {
		name = os.Getenv("SLURM_JOB_ID") + "." + step
	}
	if name == "" && os.Getenv("MPI_LOCALNRANKS") != "" {
		name = hydraName(os.Getppid())
	}
	if name == "" {
		return "", 0
	}
	if n, found := numberFromEnv("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"); found {
		return name, n
	}
	node, _ := numberFromEnv("SLURM_NODEID")
	return name, tasksOnNode(os.Getenv("SLURM_STEP_TASKS_PER_NODE"), node)
}

// tasksOnNode returns the number of tasks of a node, from the list that Slurm gives for all nodes: "4(x2),3"
// means 4, 4 and 3. It returns 0 if the list has no such node.
func tasksOnNode(list string, node int) int {
	for _, word := range strings.Split(list, ",") {
		tasks, times, repeated := strings.Cut(word, "(x")
		n, err := strconv.Atoi(tasks)
		nodes := 1
		if repeated && err == nil {
			nodes, err = strconv.Atoi(strings.TrimSuffix(times, ")"))
		}
		if err != nil {
			return 0
		}
		if node < nodes {
			return n
		}
		node -= nodes
	}
	return 0
}

// hydraName returns a name for the process pid if it belongs to Hydra, MPICH's launcher, otherwise "". The
// name consists of the id and the start time of the process. Hydra is the parent of all ranks on a host.
func hydraName(pid int) string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	command, rest, _ := strings.Cut(string(stat), ") ")
	const start = 19 // the start time: field 22 of the file; rest begins with field 3
	if fields := strings.Fields(rest); len(fields) > start && strings.Contains(command, "(hydra") {
		return fmt.Sprintf("%d %s", pid, fields[start])
	}
	return ""
}

// numberFromEnv returns the value of the first environment variable in the list whose value is a number.
func numberFromEnv(variables ...string) (n int, found bool) {
	for _, name := range variables {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n, true
		}
	}
	return 0, false
}
