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

// outputs are the names of the pipes for what ranks print, beside the report, by file descriptor. What goes through mpirun
// is late, and after a signal Open MPI 5's mpirun drops what it has not passed on: the files would have cells, or a rank would
// have given a reason, of which nothing is to be seen.
var outputs = map[int]string{1: "stdout", 2: "stderr"}

// Speak makes this rank print to the process that started its mpirun, if that listens.
func Speak() {
	report := CurrentContext().Report
	if report == "" {
		return
	}
	signal.Ignore(syscall.SIGPIPE) // that process may be killed, and the files are to be complete all the same
	for fd, name := range outputs {
		pipe, err := os.OpenFile(filepath.Join(filepath.Dir(report), name), os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue // on another machine, or that process has ended
		}
		if unix.SetNonblock(int(pipe.Fd()), false) == nil {
			unix.Dup2(int(pipe.Fd()), fd)
		}
		pipe.Close()
	}
}

// hear passes on what ranks print to where mpirun prints, if that is a file, and what mpirun itself prints to stderr until the
// ranks have left the report that they end early. The library then finds a peer that has disconnected, and mpirun prints a page
// about crashes and core files, although nothing has failed. over returns when all of it is passed on, after the ranks have ended.
func hear(mpirun *exec.Cmd, report string) (over func(), err error) {
	var ends []func()
	over = func() {
		for _, end := range ends {
			end()
		}
	}
	pass := func(name string, to io.Writer) (*os.File, error) {
		open, end, err := passOn(filepath.Join(filepath.Dir(report), name), to)
		if err != nil {
			over()
			return nil, err
		}
		ends = append(ends, end)
		return open, nil
	}
	for fd, to := range map[int]io.Writer{1: mpirun.Stdout, 2: mpirun.Stderr} {
		if file, is := to.(*os.File); is {
			if _, err := pass(outputs[fd], file); err != nil {
				return nil, err
			}
		}
	}
	if file, is := mpirun.Stderr.(*os.File); is {
		if mpirun.Stderr, err = pass("mpirun", untilOver{file, report}); err != nil {
			return nil, err
		}
	}
	return over, nil
}

// untilOver writes to a file until a report says that the ranks end early.
type untilOver struct {
	to     *os.File
	report string
}

func (u untilOver) Write(text []byte) (int, error) {
	if read(u.report).state >= Over {
		return len(text), nil
	}
	return u.to.Write(text)
}

// passOn makes a pipe and copies it to a writer. This process has the pipe open for writing too until end, so that its end is not
// seen before.
func passOn(name string, to io.Writer) (open *os.File, end func(), err error) {
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
		io.Copy(io.Discard, from) // nobody reads what is printed any more; ranks that print go on
	}()
	return open, func() {
		open.Close()
		select {
		case <-copied:
		case <-time.After(limits.patience): // a rank could not be killed, or nobody reads
		}
		from.Close()
	}, nil
}
