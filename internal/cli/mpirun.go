//go:build cgo

package cli

import (
	"errors"
	"os"
	"os/exec"

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
	words, environment := placed(library(), n)
	switch {
	case mpi.BuiltFor() == mpi.OpenMPI:
		for _, variable := range append([]string{startedVariable, keepsVariable, barVariable, launchVariable}, jobs.Forward...) {
			words = append(words, "-x", variable)
		}
	case n <= host.Cores() && !host.Confined():
		words = append(words, "-bind-to", "core") // what Open MPI gives, and what can be compared with it
	}
	command := exec.Command(path, append(append(words, program), args...)...)
	bar := ""
	if stderrIsTerminal() {
		bar = "1"
	}
	command.Env = append(os.Environ(), startedVariable+"=1", keepsVariable+"=1", barVariable+"="+bar, launchVariable+"=")
	command.Env = append(command.Env, environment...)
	return command, nil
}
