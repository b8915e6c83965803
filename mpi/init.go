package mpi

// #include "library.h"
// #include "op.h"
// #include "operation.h"
// #include <stdlib.h>
// #include <mpi.h>
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"topocoll/comm"
)

// dynamicRules lets a communicator be bound to one algorithm (see Forced). Open MPI reads it once, in
// MPI_Init, and without a forced algorithm or a rules file it changes nothing.
const dynamicRules = "OMPI_MCA_coll_tuned_use_dynamic_rules"

// checkedVariable is 1 if the calls of all ranks are to be compared, as with Checked.
const checkedVariable = "TOPOCOLL_CHECKED"

// An Option changes how Init and Run start MPI.
type Option func(*options)

type options struct{ checked bool }

// Checked makes every collective call of this package and of package coll compare its operation, element type, operator, root and lengths
// with those of the other ranks before it begins. If they differ, all ranks return the same error, which names the ranks. So does a call
// that some ranks refuse, or in whose place others call Finalize. A started call returns the error from Wait or Test.
//
// The environment variable TOPOCOLL_CHECKED=1 has the same effect. One rank with either of them suffices. Each call then waits for all ranks, and
// takes some microseconds more. A rank that is in no collective call still makes the others wait, and so does one that calls on another World.
func Checked() Option { return func(o *options) { o.checked = true } }

func (o *options) readEnvironment() error {
	switch value := os.Getenv(checkedVariable); value {
	case "", "0":
	case "1":
		o.checked = true
	default:
		return fmt.Errorf("mpi: Init: %s=%q, want 0 or 1", checkedVariable, value)
	}
	return nil
}

// Init starts MPI and returns the world of all processes, a duplicate of MPI_COMM_WORLD: traffic of the
// user's own cannot meet ours. It locks the goroutine to its thread, and every later call belongs on
// this goroutine. On Open MPI it sets OMPI_MCA_coll_tuned_use_dynamic_rules=1 in the environment unless the
// user has set it.
//
// A program that calls Init ends with Finalize and Exit, or with Abort after an error. Run does all of that.
func Init(with ...Option) (*World, error) {
	o := options{}
	for _, option := range with {
		option(&o)
	}
	var up, down C.int
	C.MPI_Initialized(&up)
	C.MPI_Finalized(&down)
	switch {
	case down != 0:
		return nil, errors.New("mpi: Init: MPI is already finalised")
	case up != 0:
		return nil, errors.New("mpi: Init: MPI is already initialised")
	}
	if err := o.readEnvironment(); err != nil {
		return nil, err
	}
	if _, set := os.LookupEnv(dynamicRules); !set && BuiltFor() == OpenMPI {
		if err := os.Setenv(dynamicRules, "1"); err != nil {
			return nil, fmt.Errorf("mpi: Init: %w", err)
		}
	}
	runtime.LockOSThread()
	if runtime.GOMAXPROCS(0) < 2 {
		runtime.GOMAXPROCS(2) // see rest
	}
	var level, ignored C.int
	var world C.MPI_Comm
	for _, s := range []struct {
		function string
		call     func() C.int
	}{
		{"MPI_Init_thread", func() C.int { return C.MPI_Init_thread(nil, nil, C.MPI_THREAD_FUNNELED, &level) }},
		{"MPI_T_init_thread", func() C.int { return C.MPI_T_init_thread(C.MPI_THREAD_FUNNELED, &ignored) }},
		{"MPI_Op_create", func() C.int { return C.tc_create_affine() }},
		{"MPI_Comm_dup", func() C.int { return C.MPI_Comm_dup(C.MPI_COMM_WORLD, &world) }},
	} {
		if err := failed(s.function, s.call()); err != nil {
			return nil, err
		}
	}
	returning := []C.MPI_Comm{world}
	if BuiltFor() == MPICH { // whose MPI_Wait does not ask the communicator of the message
		returning = append(returning, C.MPI_COMM_WORLD, C.MPI_COMM_SELF)
	}
	for _, c := range returning {
		if err := failed("MPI_Comm_set_errhandler", C.MPI_Comm_set_errhandler(c, C.MPI_ERRORS_RETURN)); err != nil {
			return nil, err
		}
	}
	if level < C.MPI_THREAD_FUNNELED {
		return nil, fmt.Errorf("mpi: Init: the library gives thread level %d, want MPI_THREAD_FUNNELED (%d)", level, C.MPI_THREAD_FUNNELED)
	}
	w := newWorld(world, new(bool))
	if anywhere, err := w.onAnyRank(o.checked); err != nil || !anywhere {
		return w, err
	}
	return w, w.check()
}

// onAnyRank reports whether yes is true on some rank. All ranks call it. It disseminates in ceil(log2 p) steps of messages. A collective
// of the library would not do, because a rules file may select an algorithm for it that the library does not have, and then it fails.
func (w *World) onAnyRank(yes bool) (bool, error) {
	known := C.int(0)
	if yes {
		known = 1
	}
	for distance := 1; distance < w.Size; distance *= 2 {
		next, previous := C.int((w.Rank+distance)%w.Size), C.int((w.Rank-distance+w.Size)%w.Size)
		received, status := C.int(0), C.MPI_Status{}
		code := C.MPI_Sendrecv(unsafe.Pointer(&known), 1, C.MPI_Datatype(C.MPI_INT), next, 0,
			unsafe.Pointer(&received), 1, C.MPI_Datatype(C.MPI_INT), previous, 0, w.comm, &status)
		if err := failed("MPI_Sendrecv", code); err != nil {
			return false, err
		}
		known |= received
	}
	return known != 0, nil
}

// Finalize ends MPI. Every later call on any world or port is refused. The program then ends with Exit. It is refused while a started
// call is under way, which others may wait for.
func (w *World) Finalize() error {
	err := w.live("mpi: Finalize")
	if n := C.tc_active_operations; err == nil && n > 0 {
		err = fmt.Errorf("mpi: Finalize: %d started calls of rank %d are under way, want all waited for", n, w.Rank)
	}
	if err = w.agrees(comm.Call{Name: "mpi: Finalize"}, err); err != nil {
		return err
	}
	*w.finalised = true
	C.MPI_Comm_free(&w.comm)
	if w.checked {
		C.MPI_Comm_free(&w.checks)
	}
	C.MPI_Op_free(&C.tc_affine)
	C.MPI_T_finalize()
	return failed("MPI_Finalize", C.MPI_Finalize())
}

// Abort ends the job on every process, with code as the exit status of mpirun. It returns only when
// MPI is not running.
func (w *World) Abort(code int) error {
	if err := w.live("mpi: Abort"); err != nil {
		return err
	}
	return failed("MPI_Abort", C.MPI_Abort(C.MPI_Comm(C.MPI_COMM_WORLD), C.int(code)))
}

// Exit ends the process with a code, as exit of C does. Call it at the end of a program, after Finalize: MPICH from 4.2 on reports
// only in a handler of exit that a rank has ended well. os.Exit, and a return from main, run no such handler; then mpirun may kill
// the ranks that end last, and fail. Before Finalize, Exit is os.Exit.
func Exit(code int) {
	var finalised C.int
	if C.MPI_Finalized(&finalised); finalised != 0 {
		C.exit(C.int(code))
	}
	os.Exit(code)
}
