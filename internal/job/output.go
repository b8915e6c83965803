package job

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// outputPipes holds the names of the pipes for the output of ranks, by file descriptor. The pipes are in the
// folder of the report. They bypass mpirun because it forwards output late, and Open MPI 5's mpirun loses
// output after a signal.
var outputPipes = map[int]string{1: "stdout", 2: "stderr"}

// Speak connects stdout and stderr of this rank to the pipes in outputPipes, from which the process that
// started mpirun reads. It does nothing if that process does not read these pipes.
func Speak() {
	report := CurrentContext().Report
	if report == "" {
		return
	}
	// if the process that started mpirun is killed, this rank must still complete its files
	signal.Ignore(syscall.SIGPIPE)
	for fd, name := range outputPipes {
		pipe, err := os.OpenFile(filepath.Join(filepath.Dir(report), name), os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue // this rank is on another machine, or that process has ended
		}
		if unix.SetNonblock(int(pipe.Fd()), false) == nil {
			unix.Dup2(int(pipe.Fd()), fd)
		}
		pipe.Close()
	}
}

// forwardOutput forwards the output of the ranks to the stdout and stderr of mpirun if these are files. It
// forwards mpirun's own stderr only until the ranks have reported that they end early. After that report,
// mpirun prints a page about crashes and core files although nothing has crashed.
//
// The function `finish` must be called after the ranks have ended; it returns when all output is forwarded.
func forwardOutput(mpirun *exec.Cmd, report string) (finish func(), err error) {
	var ends []func()
	finish = func() {
		for _, end := range ends {
			end()
		}
	}
	pass := func(name string, to io.Writer) (*os.File, error) {
		open, end, err := forwardPipe(filepath.Join(filepath.Dir(report), name), to)
		if err != nil {
			finish()
			return nil, err
		}
		ends = append(ends, end)
		return open, nil
	}
	for fd, to := range map[int]io.Writer{1: mpirun.Stdout, 2: mpirun.Stderr} {
		if file, is := to.(*os.File); is {
			if _, err := pass(outputPipes[fd], file); err != nil {
				return nil, err
			}
		}
	}
	if file, is := mpirun.Stderr.(*os.File); is {
		if mpirun.Stderr, err = pass("mpirun", filteredStderr{file, report}); err != nil {
			return nil, err
		}
	}
	return finish, nil
}

// A filteredStderr discards what is written after the ranks have reported that they end early.
type filteredStderr struct {
	file   *os.File
	report string
}

func (u filteredStderr) Write(text []byte) (int, error) {
	if readReport(u.report).state >= Over {
		return len(text), nil
	}
	return u.file.Write(text)
}

// forwardPipe creates a pipe and copies its content to a writer until `end` is called. This process also
// keeps the pipe open for writing, so that the copy does not end when a rank ends.
func forwardPipe(name string, to io.Writer) (open *os.File, end func(), err error) {
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		return nil, nil, &os.PathError{Op: "mkfifo", Path: name, Err: err}
	}
	from, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	open, err = os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		from.Close()
		return nil, nil, err
	}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		io.Copy(to, from)
		io.Copy(io.Discard, from) // nobody reads the output any more, but ranks that print must not block
	}()
	return open, func() {
		open.Close()
		select {
		case <-copied:
		case <-time.After(limits.end): // a rank could not be killed, or nobody reads the output
		}
		from.Close()
	}, nil
}
