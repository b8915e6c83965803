package mpi

// #include <mpi.h>
// #include <sys/ioctl.h>
// #include <sys/stat.h>
// #include <unistd.h>
//
// // tc_unread returns how many bytes the reader of stderr has not read yet; 0 if stderr is not a pipe.
// static int tc_unread(void) {
//	struct stat info;
//	int n = 0;
//	return fstat(STDERR_FILENO, &info) == 0 && S_ISFIFO(info.st_mode) &&
//		ioctl(STDERR_FILENO, FIONREAD, &n) == 0 ? n : 0;
// }
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

// Run is the main function of a program under mpirun: it calls Init, body, Finalize and Exit. It does not
// return.
//
// If body returns an error or panics, the rank prints one line, "rank 2: " and the error, and ends the job on
// all ranks. The exit code is 1, or the result of the error's method ExitCode. After a panic, Run prints the
// stack as well. If [Checked] returns the same error on several ranks, only the lowest of them prints the
// error.
func Run(body func(w *World) error, with ...Option) {
	w, err := Init(with...)
	if err == nil {
		err = runBody(body, w)
	}
	if err == nil {
		err = w.Finalize()
	}
	if err != nil {
		endJob(err)
	}
	Exit(0)
}

// runBody calls body, and ends the job if body panics or its goroutine ends.
func runBody(body func(w *World) error, w *World) error {
	returned := false
	defer func() {
		if returned {
			return
		}
		if value := recover(); value != nil {
			endJob(panicError{value, debug.Stack()})
		}
		endJob(errors.New("mpi: Run: the goroutine has ended, want a return")) // runtime.Goexit
	}()
	err := body(w)
	returned = true
	return err
}

// A panicError is the panic of a body.
type panicError struct {
	value any
	stack []byte
}

func (p panicError) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// grace is how long the other ranks wait for the lowest rank to print an error that all of them have. Its
// MPI_Abort ends them earlier. On a busy machine that rank may need seconds.
const grace = 20 * time.Second

// endJob prints an error and ends the job on all ranks.
func endJob(err error) {
	var up, down C.int
	rank, prefix := C.int(0), ""
	C.MPI_Initialized(&up)
	C.MPI_Finalized(&down)
	if running := up != 0 && down == 0; running {
		C.MPI_Comm_rank(C.MPI_Comm(C.MPI_COMM_WORLD), &rank)
		prefix = fmt.Sprintf("rank %d: ", rank)
	}
	if shared := (*mismatchError)(nil); errors.As(err, &shared) && int(rank) != shared.lowest {
		time.Sleep(grace)
	}
	text := prefix + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	if p := (panicError{}); errors.As(err, &p) {
		text += "\n" + string(p.stack)
	}
	os.Stderr.WriteString(text)
	code := 1
	if with := interface{ ExitCode() int }(nil); errors.As(err, &with) && with.ExitCode() > 0 {
		code = with.ExitCode()
	}
	if prefix != "" {
		waitForReader()
		C.MPI_Abort(C.MPI_Comm(C.MPI_COMM_WORLD), C.int(code))
	}
	Exit(code)
}

// waitForReader waits until the launcher has read what this rank has written to stderr, at most for some
// seconds. After an MPI_Abort, MPICH's mpirun ends the job at once, and output that it has not read is lost.
func waitForReader() {
	for end := time.Now().Add(5 * time.Second); C.tc_unread() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}
