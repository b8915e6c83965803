package cli

import (
	"errors"
	"os"
	"os/exec"
	"strconv"

	"topocoll/bench"
	"topocoll/internal/jobs"
)

var errNoMpirun = errors.New("mpirun is not on the PATH: install Open MPI (Debian: openmpi-bin; Fedora: openmpi; macOS: brew install open-mpi)")

// launch runs this program with the same arguments on n processes under mpirun, with some variables more, and passes its
// exit code on. The ranks print what there is to say.
func launch(n int, variables ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command := mpirun(n, self, os.Args[1:]...)
	command.Env = append(command.Env, variables...)
	err = supervise(command)
	if f := (failure{}); errors.As(err, &f) && f.code > exitPartial {
		f.code = exitRuntime // 128 and a signal's number, or one of mpirun's own
		return f
	}
	return err
}

// yieldVariable makes a rank that waits give its core away. Open MPI sees to it where it knows of too few cores; of
// an affinity or a quota it does not know, and a broadcast between two ranks that share a core takes milliseconds.
const yieldVariable = "OMPI_MCA_mpi_yield_when_idle"

// mpirun makes the command that runs a program on n processes of this machine.
func mpirun(n int, program string, args ...string) *exec.Cmd {
	words := []string{"-n", strconv.Itoa(n)}
	for _, variable := range append([]string{startedVariable, keepsVariable, barVariable, launchVariable}, jobs.Forward...) {
		words = append(words, "-x", variable)
	}
	bar := ""
	if stderrIsTerminal() {
		bar = "1"
	}
	environment := append(os.Environ(), startedVariable+"=1", keepsVariable+"=1", barVariable+"="+bar, launchVariable+"=", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	if n > bench.Cores() {
		words = append(words, "--oversubscribe")
		if _, chosen := os.LookupEnv(yieldVariable); !chosen {
			environment = append(environment, yieldVariable+"=1")
		}
	}
	if bench.Confined() {
		words = append(words, "--bind-to", "none") // or mpirun binds to CPUs that this process may not use
	}
	command := exec.Command("mpirun", append(append(words, program), args...)...)
	command.Env = environment
	return command
}

// supervise runs an mpirun to its end and passes its exit code on.
func supervise(mpirun *exec.Cmd) error {
	mpirun.Stdout, mpirun.Stderr = os.Stdout, os.Stderr
	err := jobs.Run(mpirun)
	end := jobs.End{}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errNoMpirun
	case !errors.As(err, &end):
		return err
	case end.Code == exitOK:
		end.Code = exitRuntime
	}
	return failure{code: end.Code, quiet: true, error: end}
}
