// Package ranks starts the ranks of this program under mpirun, and runs a body on every rank.
package ranks

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strings"

	"golang.org/x/term"

	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/internal/job/launcher"
	"topocoll/internal/launch"
)

// HasParent reports whether a process of this program waits for the mpirun of this rank. That process writes
// the page and the summary, even after a run that ended early.
func HasParent() bool { return job.CurrentContext().Parent }

// MustStart reports whether this process must start mpirun itself, which is the case if no launcher started
// it. The argument n is the value of -n, or 0 if it was not given. The function `allows` returns an error if
// n ranks are too many for the cores of this machine.
func MustStart(n int, allows func(n, cores int) error) (bool, error) {
	_, launched := launch.Rank()
	switch {
	case launched && job.CurrentContext().Started:
		return false, nil
	case launched && n != 0:
		return false,
			exit.Usagef("-n %d cannot be used under a launcher: mpirun or srun sets the number of processes", n)
	case launched:
		return false, nil
	case n == 0:
		return false,
			exit.Usagef("no number of processes given; use -n P, or a launcher: mpirun -n P %s ...", os.Args[0])
	case n < 0 || n > launcher.MaxRanks:
		return false, exit.Usagef("-n %d, want 1 to %d processes to start", n, launcher.MaxRanks)
	}
	return true, allows(n, host.Cores())
}

// InputIsPiped reports whether stdin is a file or a pipe, whose content mpirun should pass to rank 0.
func InputIsPiped() bool {
	info, err := os.Stdin.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice == 0
}

// Supervise runs mpirun, passes the context c to the ranks, and returns the exit code of the job as an error.
// The ranks write to mpirun.Stdout if it is set, otherwise to the stdout of this process.
func Supervise(mpirun *exec.Cmd, c job.Context) error {
	if mpirun.Stdout == nil {
		mpirun.Stdout = os.Stdout
	}
	mpirun.Stderr = os.Stderr
	err := c.Run(mpirun)
	end := job.End{}
	switch {
	case !errors.As(err, &end):
		return err
	case end.Caught != nil && !end.Said:
		return exit.Error{Code: max(end.Code, exit.Failed), Err: fmt.Errorf("ended by a signal (%w)", end)}
	}
	return exit.Error{Code: max(end.Code, exit.Failed), Quiet: true, Err: end}
}

// FindExecutable returns the path of a program. Like mpirun, it looks for a name without a slash on the PATH
// and then in the current folder. It returns an error for an unknown flag. It also returns an error for a
// program that does not exist, that cannot be executed, or that is linked with an MPI library other than this
// program's.
func FindExecutable(program string) (path string, err error) {
	if strings.HasPrefix(program, "-") { // the parser takes an unknown flag as the first word of the program
		return "", exit.Usagef("unknown flag %s before the program", program)
	}
	path, err = exec.LookPath(program)
	if err != nil && !errors.Is(err, exec.ErrDot) && !strings.Contains(program, "/") {
		if here, inFolder := exec.LookPath("./" + program); inFolder == nil {
			path, err = here, nil
		}
	}
	if err == nil || errors.Is(err, exec.ErrDot) {
		return path, exit.Usage(checkProgram(path))
	}
	if why := (*exec.Error)(nil); errors.As(err, &why) {
		err = why.Err
	}
	return "", exit.Usagef("%q cannot be run: %w; give a program on the PATH, or the path of a program",
		program, err)
}

// SetHome sets HOME if a batch system or a container has not set it. Without HOME, ompi_info of Open MPI 5
// fails.
func SetHome() {
	if os.Getenv("HOME") != "" {
		return
	}
	home := "/"
	if u, err := user.Current(); err == nil && u.HomeDir != "" {
		home = u.HomeDir
	}
	os.Setenv("HOME", home)
}

// StderrIsTerminal reports whether stderr of this process is a terminal.
func StderrIsTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }
