package ranks

import (
	"os"
	"os/exec"
	"slices"
	"strconv"

	"topocoll/internal/host"
	"topocoll/internal/job/launcher"
)

// yieldVariable makes a waiting rank yield its core. Open MPI sets the variable if it detects that there are
// too few cores, but it does not detect a limit by CPU affinity or by a quota. Without the variable, a
// broadcast between two ranks that share a core takes milliseconds.
const yieldVariable = "OMPI_MCA_mpi_yield_when_idle"

// pollsVariable sets the number of polls after which a waiting rank of MPICH yields its core (default 1000).
const pollsVariable = "MPIR_CVAR_POLLS_BEFORE_YIELD"

// mpirunOptions returns the first arguments of mpirun, and variables for its environment. With both, mpirun
// can start n ranks on this machine, even if there are fewer cores. MPICH's mpirun needs no option other than
// -n. It passes on the whole environment, can start more ranks than cores, and does not bind them.
func mpirunOptions(l launcher.Library, n int) (words, environment []string) {
	words, polling := []string{"-n", strconv.Itoa(n)}, pollsVariable
	if l.Name == launcher.OpenMPI.Name {
		environment, polling = append(environment, launcher.AsRoot...), yieldVariable
		if n > host.Cores() {
			words = append(words, "--oversubscribe")
		}
		if host.Confined() {
			// without this option, mpirun would bind ranks to CPUs that this process may not use
			words = append(words, "--bind-to", "none")
		}
	}
	if _, chosen := os.LookupEnv(polling); n > host.Cores() && !chosen {
		environment = append(environment, polling+"=1")
	}
	return words, environment
}

// Command returns the mpirun command that starts n ranks of a program on this machine. The argument `options`
// holds additional options of mpirun.
func Command(n int, options []string, program ...string) (*exec.Cmd, error) {
	path, err := Library().Mpirun()
	if err != nil {
		return nil, err
	}
	words, environment := mpirunOptions(Library(), n)
	command := exec.Command(path, slices.Concat(words, options, program)...)
	command.Env = append(os.Environ(), environment...)
	return command, nil
}
