//go:build cgo

package ranks

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/mpi"
)

// Exit ends the process and runs the exit handlers of the MPI library.
func Exit(code int) { mpi.Exit(code) }

// WithMPI runs `body` on every rank between MPI_Init and MPI_Finalize. A rank that fails prints its error and
// ends the whole job, so that no other rank waits for it.
func WithMPI(body func(w *mpi.World) error) error {
	// a crash becomes a signal, as in a C program; Go's exit code 2 would mean bad input
	debug.SetTraceback("crash")
	job.Speak()
	w, err := mpi.Init()
	if with := interface{ ExitCode() int }(nil); errors.As(err, &with) && with.ExitCode() == exit.BadInput {
		return errors.Join(exit.Usage(err), w.Finalize()) // there is only one rank, so Finalize does not wait
	}
	if err != nil {
		return err
	}
	err = body(w)
	f := exit.Error{}
	if err == nil || errors.As(err, &f) { // all ranks have the same error
		if err != nil {
			// Rank 0 prints before Finalize, which waits for all ranks, because mpirun ends rank 0 as soon as
			// another rank has exited.
			err = reportCode(w, exit.Error{Code: exit.Report(os.Stderr, err), Quiet: true, Err: err})
		} else if w.Rank == 0 {
			job.Leave(exit.OK, job.Running) // only Finalize is left
		}
		if done := w.Finalize(); err == nil {
			err = done
		}
		return err
	}
	fmt.Fprintf(os.Stderr, "topocoll: rank %d: %v (aborting the job on all ranks)\n", w.Rank, err)
	w.Abort(exit.Failed)
	return err
}

// reportCode passes the exit code of all ranks to the parent process, if there is one. The ranks then exit
// with 0, because mpirun prints ten lines about any other code.
func reportCode(w *mpi.World, f exit.Error) error {
	reported := []int64{0}
	if w.Rank == 0 && job.Leave(f.Code, job.Said) {
		reported[0] = 1
	}
	port := mpi.NewPort[int64](w)
	defer port.Free()
	if err := mpi.Bcast(port, 0, reported); err != nil {
		return err
	}
	if reported[0] == 1 {
		f.Code = exit.OK
	}
	return f
}

// Run runs `body` on the ranks of a launcher, or starts n ranks that run this command again. For n and
// `allows`, see MustStart.
func Run(n int, allows func(n, cores int) error, body func(w *mpi.World) error) error {
	start, err := MustStart(n, allows)
	if err != nil {
		return err
	}
	if start {
		return Start(n)
	}
	return WithMPI(body)
}

// OnRank0 calls the function `do` on rank 0. If `do` fails, OnRank0 returns an error on all ranks.
func OnRank0(w *mpi.World, do func() error) error {
	var err error
	code := []int64{exit.OK}
	if w.Rank == 0 {
		if err = do(); err != nil {
			f := exit.Error{Code: exit.Failed, Err: err}
			errors.As(err, &f)
			err, code[0] = f, int64(f.Code)
		}
	}
	port := mpi.NewPort[int64](w)
	defer port.Free()
	if shared := mpi.Bcast(port, 0, code); shared != nil {
		return shared
	}
	if err == nil && code[0] != exit.OK {
		err = exit.Error{Code: int(code[0]), Quiet: true, Err: errors.New("rank 0 failed")}
	}
	return err
}
