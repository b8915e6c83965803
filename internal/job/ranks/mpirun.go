//go:build cgo

package ranks

import (
	"errors"
	"os"
	"os/exec"

	"github.com/alecthomas/kong"

	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/mpi"
)

// Start runs this program with the same arguments on n ranks under mpirun, and returns its exit code as an
// error. The ranks print all messages.
func Start(n int) error { return StartLaunch(n, Launch{Number: 1, Count: 1}) }

// StartLaunch is like Start, but for one launch of several.
func StartLaunch(n int, at Launch) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	command, err := mpirun(n, self, os.Args[1:]...)
	if err != nil {
		return err
	}
	c := at.Context()
	c.Started, c.Terminal = true, StderrIsTerminal()
	err = Supervise(command, c)
	if f := (exit.Error{}); errors.As(err, &f) && f.Code > exit.Inconclusive {
		f.Code = exit.Failed // the code was 128 plus a signal number, or an exit code of mpirun itself
		return f
	}
	return err
}

// CheckMPI returns nil, because every command works in a program that was built with MPI.
func CheckMPI(*kong.Context) error { return nil }

// checkProgram returns an error if the program is linked with an MPI library other than this program's.
func checkProgram(path string) error { return Library().CheckProgram(path) }

// Library returns the MPI library that this program is built for.
func Library() launcher.Library {
	if mpi.BuiltFor() == mpi.MPICH {
		return launcher.MPICH
	}
	return launcher.OpenMPI
}

// BuiltFor describes the MPI library in the output of --version.
func BuiltFor() string { return "for " + Library().Name }

// mpirun returns the command that runs a program in n processes on this machine.
func mpirun(n int, program string, args ...string) (*exec.Cmd, error) {
	var options []string
	switch {
	case mpi.BuiltFor() == mpi.OpenMPI:
		options = []string{"-x", job.Variable}
	case n <= host.Cores() && !host.Confined():
		options = []string{"-bind-to", "core"} // the default of Open MPI
	}
	return Command(n, options, append([]string{program}, args...)...)
}
