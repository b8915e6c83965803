package cli

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"

	"topocoll/bench"
)

var errNoMpirun = errors.New("mpirun is not on the PATH: install Open MPI (Debian: openmpi-bin; Fedora: openmpi; macOS: brew install open-mpi)")

// launch runs this program with the same arguments on n processes under mpirun and passes its exit
// code on. The ranks print what there is to say.
func launch(n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return supervise(mpirun(n, self, os.Args[1:]...))
}

// yieldVariable makes a rank that waits give its core away. Open MPI sees to it where it knows of too few cores; of
// an affinity or a quota it does not know, and a broadcast between two ranks that share a core takes milliseconds.
const yieldVariable = "OMPI_MCA_mpi_yield_when_idle"

// mpirun makes the command that runs a program on n processes of this machine.
func mpirun(n int, program string, args ...string) *exec.Cmd {
	words := []string{"-n", strconv.Itoa(n), "-x", startedVariable, "-x", barVariable}
	bar := ""
	if stderrIsTerminal() {
		bar = "1"
	}
	environment := append(os.Environ(), startedVariable+"=1", barVariable+"="+bar, "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
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

	if err := mpirun.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errNoMpirun
		}
		return err
	}
	// Ctrl-C reaches mpirun by itself, a signal to this process alone does not. Either way wait for its end.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	var cut atomic.Value // what was caught
	go func() {
		for s := range signals {
			cut.Store(s.String())
			mpirun.Process.Signal(s)
		}
	}()
	err := mpirun.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exit):
		if s, caught := cut.Load().(string); caught {
			err = errors.New(s)
		}
		return failure{code: exitCode(exit), quiet: true, error: err}
	}
	return err
}

// exitCode returns what mpirun passed on from the ranks.
func exitCode(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Exited() {
		return status.ExitStatus()
	}
	return exitRuntime
}
