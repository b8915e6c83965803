//go:build cgo

package cli

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"

	"topocoll/internal/host"
	"topocoll/internal/jobs"
	"topocoll/internal/launcher"
	"topocoll/mpi"
)

// launch runs this program with the same arguments and additional variables on n processes under mpirun, and passes its exit
// code on. The ranks print all messages.
func launch(n int, variables ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command, err := mpirun(n, self, os.Args[1:]...)
	if err != nil {
		return err
	}
	command.Env = append(command.Env, variables...)
	err = supervise(command)
	if f := (failure{}); errors.As(err, &f) && f.code > exitPartial {
		f.code = exitRuntime // 128 plus a signal's number, or a code of mpirun itself
		return f
	}
	return err
}

// library is the one that this program is built for.
func library() launcher.Library {
	if mpi.BuiltFor() == mpi.MPICH {
		return launcher.MPICH
	}
	return launcher.OpenMPI
}

// builtFor is what --version says of it.
func builtFor() string { return "for " + library().Name }

// mpirun makes the command that runs a program on n processes of this machine.
func mpirun(n int, program string, args ...string) (*exec.Cmd, error) {
	path, err := library().Mpirun()
	if err != nil {
		return nil, err
	}
	words, environment := openMPIWords(n)
	if mpi.BuiltFor() == mpi.MPICH {
		words, environment = hydraWords(n)
	}
	words = append([]string{"-n", strconv.Itoa(n)}, words...)
	command := exec.Command(path, append(append(words, program), args...)...)
	bar := ""
	if stderrIsTerminal() {
		bar = "1"
	}
	command.Env = append(os.Environ(), startedVariable+"=1", keepsVariable+"=1", barVariable+"="+bar, launchVariable+"=")
	command.Env = append(command.Env, environment...)
	return command, nil
}

// yieldVariable makes a rank that waits yield its core. Open MPI sets it where it knows that there are too few cores. It
// does not know of an affinity or a quota, and there a broadcast between two ranks that share a core takes milliseconds.
const yieldVariable = "OMPI_MCA_mpi_yield_when_idle"

func openMPIWords(n int) (words, environment []string) {
	for _, variable := range append([]string{startedVariable, keepsVariable, barVariable, launchVariable}, jobs.Forward...) {
		words = append(words, "-x", variable)
	}
	environment = slices.Clone(launcher.AsRoot)
	if n > host.Cores() {
		words = append(words, "--oversubscribe")
		if _, chosen := os.LookupEnv(yieldVariable); !chosen {
			environment = append(environment, yieldVariable+"=1")
		}
	}
	if host.Confined() {
		words = append(words, "--bind-to", "none") // or mpirun binds to CPUs that this process may not use
	}
	return words, environment
}

// pollsVariable is how often an MPICH rank that waits looks before it yields its core, 1000 times if it is not set.
const pollsVariable = "MPIR_CVAR_POLLS_BEFORE_YIELD"

// hydraWords are for MPICH's mpirun, which passes on the whole environment, starts more ranks than cores unasked, and does
// not bind them unless told to. Bound ranks are what Open MPI gives, and what can be compared with it.
func hydraWords(n int) (words, environment []string) {
	switch {
	case n > host.Cores():
		if _, chosen := os.LookupEnv(pollsVariable); !chosen {
			environment = append(environment, pollsVariable+"=1")
		}
	case !host.Confined():
		words = append(words, "-bind-to", "core")
	}
	return words, environment
}
