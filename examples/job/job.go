// Package job starts an example program on MPI ranks or on goroutines of this process.
package job

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"topocoll/comm"
	"topocoll/internal/launch"
	"topocoll/local"
	"topocoll/mpi"
)

// A Body is the function that every process of an example runs.
type Body[T any] = func(c *comm.Comm[T]) error

// ErrInput is the error for bad input. If the error of the program wraps it, Main returns exit code 2.
var ErrInput = errors.New("bad input")

// Main parses the command line into flags, calls run and returns the exit code. Rank 0 prints an error on one
// line.
func Main(name, help string, flags any, run func() error) int {
	parser, err := kong.New(flags, kong.Name(name), kong.Description(help))
	if err != nil {
		panic(err) // a programming error in the flags, which no input can cause
	}
	if _, err = parser.Parse(os.Args[1:]); err != nil {
		err = fmt.Errorf("%w: %w", ErrInput, err)
	} else {
		err = run()
	}
	if err == nil {
		return 0
	}
	if rank, _ := launch.Rank(); rank == 0 {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	}
	if errors.Is(err, ErrInput) {
		return 2
	}
	return 1
}

// maxLocal is the maximum number of goroutines that --local accepts.
const maxLocal = 1024

// Copies returns the number of processes of the job on this machine, or 1 with --local or without a launcher.
func Copies(local int) int {
	if local != 0 {
		return 1
	}
	_, ranks := launch.JobOnHost()
	return max(1, ranks)
}

// Local runs body on p goroutines.
func Local[T any](p int, body Body[T]) error {
	if p < 1 || p > maxLocal {
		return fmt.Errorf("%w: --local %d, want 1 to %d", ErrInput, p, maxLocal)
	}
	return local.Run(p, func(port comm.AsyncPort[T]) error { return body(comm.New[T](port)) })
}

// Run runs body on p goroutines. If p is 0, it runs body on the ranks that mpirun started, and then ends the
// program, as mpi.Run does.
func Run[T comm.Number](p int, body Body[T]) error {
	if p != 0 {
		return Local(p, body)
	}
	mpi.Run(func(w *mpi.World) error { return body(comm.New(mpi.NewPort[T](w))) })
	return nil
}
