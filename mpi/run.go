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
	"time"
)

// Run is the main function of a program under mpirun: it calls Init, body, Finalize and Exit. It does not
// return.
//
// If body returns an error or panics, the rank prints "rank 2: " and the error on one line, and ends the job.
// The exit code is 1, or the result of the error's method ExitCode. After a panic, Run prints the stack as
// well. If [Checked] returns the same error on several ranks, only the lowest of them prints the error.
//
// Run reports an error if the mpirun of a different MPI library has started several processes. Each process
// would then be a separate job. Without mpirun, the program has one rank, and TOPOCOLL_RANKS has no effect.
// In a build without cgo, Run starts TOPOCOLL_RANKS goroutines as ranks, by default one. In such a build, Run
// refuses to start if mpirun has started several processes.
func Run(body func(w *World) error, with ...Option) {
	w, err := Init(with...)
	if errors.As(err, new(launchError)) {
		_ = w.Finalize() // this process is alone in its world, so nothing has to be aborted
	}
	if err == nil {
		err = runBody(body, w, endJob)
	}
	if err == nil {
		err = w.Finalize()
	}
	if err != nil {
		endJob(err)
	}
	Exit(0)
}

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
	code := printError(prefix, err)
	if prefix != "" {
		waitForReader()
		C.MPI_Abort(C.MPI_Comm(C.MPI_COMM_WORLD), C.int(code))
	}
	Exit(code)
}

// waitForReader waits until the launcher has read what this rank has written to stderr, but for at most 5 s.
// After an MPI_Abort, MPICH's mpirun ends the job immediately and loses output that it has not read.
func waitForReader() {
	for end := time.Now().Add(5 * time.Second); C.tc_unread() > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
}
