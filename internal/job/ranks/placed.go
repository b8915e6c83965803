package ranks

import (
	"os"
	"strconv"

	"topocoll/internal/host"
	"topocoll/internal/job/launcher"
)

// YieldVariable lets a waiting rank yield its core. Open MPI sets it if it knows that there are too few cores. It does not know about
// CPU affinity or a quota; there, a broadcast between two ranks that share a core takes milliseconds.
const YieldVariable = "OMPI_MCA_mpi_yield_when_idle"

// PollsVariable is the number of polls after which a waiting rank of MPICH yields its core (default 1000).
const PollsVariable = "MPIR_CVAR_POLLS_BEFORE_YIELD"

// MpirunOptions are the first words after mpirun, and additions to its environment, with which a library runs n ranks on the cores of this
// machine, as many as there are. MPICH's mpirun passes on the whole environment, starts more ranks than cores unasked, and does not bind them.
func MpirunOptions(l launcher.Library, n int) (words, environment []string) {
	words, patience := []string{"-n", strconv.Itoa(n)}, PollsVariable
	if l.Name == launcher.OpenMPI.Name {
		environment, patience = append(environment, launcher.AsRoot...), YieldVariable
		if n > host.Cores() {
			words = append(words, "--oversubscribe")
		}
		if host.Confined() {
			words = append(words, "--bind-to", "none") // or mpirun binds to CPUs that this process may not use
		}
	}
	if _, chosen := os.LookupEnv(patience); n > host.Cores() && !chosen {
		environment = append(environment, patience+"=1")
	}
	return words, environment
}
