package mpi

// #include <mpi.h>
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

// Run is the whole of a program's main function under mpirun: Init, body, Finalize and Exit. It does not return.
//
// If body returns an error or panics, the rank prints one line, "rank 2: " and the error, and ends the job on all ranks, whatever the other
// ranks are doing. The exit code is 1, or what the error's method ExitCode returns if it has one. A panic also prints its stack. An
// error that [Checked] has given to all ranks is printed by rank 0 alone.
func Run(body func(w *World) error, with ...Option) {
	w, err := Init(with...)
	if err == nil {
		err = guarded(body, w)
	}
	if err == nil {
		err = w.Finalize()
	}
	if err != nil {
		endJob(err)
	}
	Exit(0)
}

// guarded calls body, and ends the job where body does not return.
func guarded(body func(w *World) error, w *World) error {
	returned := false
	defer func() {
		if returned {
			return
		}
		if value := recover(); value != nil {
			endJob(panicked{value, debug.Stack()})
		}
		endJob(errors.New("mpi: Run: the goroutine has ended, want a return")) // runtime.Goexit
	}()
	err := body(w)
	returned = true
	return err
}

// panicked is the error of a body that has panicked.
type panicked struct {
	value any
	stack []byte
}

func (p panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// grace is how long the other ranks leave an error that all ranks have to rank 0, whose MPI_Abort ends them before. On a busy machine rank 0
// may need seconds to print it.
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
	if shared := (*disagreement)(nil); errors.As(err, &shared) && rank != 0 {
		time.Sleep(grace)
	}
	text := prefix + strings.ReplaceAll(err.Error(), "\n", "; ") + "\n"
	if p := (panicked{}); errors.As(err, &p) {
		text += "\n" + string(p.stack)
	}
	os.Stderr.WriteString(text)
	code := 1
	if with := interface{ ExitCode() int }(nil); errors.As(err, &with) && with.ExitCode() > 0 {
		code = with.ExitCode()
	}
	if prefix != "" {
		C.MPI_Abort(C.MPI_Comm(C.MPI_COMM_WORLD), C.int(code))
	}
	Exit(code)
}
