package mpi

// #include "library.h"
// #include "op.h"
// #include "started.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// dynamicRules lets a communicator be bound to one algorithm (see Forced). Open MPI reads it once, in
// MPI_Init, and without a forced algorithm or a rules file it changes nothing.
const dynamicRules = "OMPI_MCA_coll_tuned_use_dynamic_rules"

// Init starts MPI and returns the world of all processes, a duplicate of MPI_COMM_WORLD: traffic of the
// user's own cannot meet ours. It locks the goroutine to its thread, and every later call belongs on
// this goroutine. On Open MPI it sets OMPI_MCA_coll_tuned_use_dynamic_rules=1 in the environment unless the
// user has set it.
func Init() (*World, error) {
	var up, down C.int
	C.MPI_Initialized(&up)
	C.MPI_Finalized(&down)
	switch {
	case down != 0:
		return nil, errors.New("mpi: Init: MPI is already finalised")
	case up != 0:
		return nil, errors.New("mpi: Init: MPI is already initialised")
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
		{"MPI_Op_create", func() C.int { return C.tc_make_affine() }},
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
	for _, comm := range returning {
		if err := failed("MPI_Comm_set_errhandler", C.MPI_Comm_set_errhandler(comm, C.MPI_ERRORS_RETURN)); err != nil {
			return nil, err
		}
	}
	if level < C.MPI_THREAD_FUNNELED {
		return nil, fmt.Errorf("mpi: Init: the library gives thread level %d, want MPI_THREAD_FUNNELED (%d)", level, C.MPI_THREAD_FUNNELED)
	}
	return newWorld(world, new(bool)), nil
}

// Finalize ends MPI. Every later call on any world or port is refused. The program then ends with Exit. It is refused while a started
// call is under way, which others may wait for.
func (w *World) Finalize() error {
	if err := w.live("mpi: Finalize"); err != nil {
		return err
	}
	if n := C.tc_under_way; n > 0 {
		return fmt.Errorf("mpi: Finalize: %d started calls of rank %d are under way, want all waited for", n, w.Rank)
	}
	*w.finalised = true
	C.MPI_Comm_free(&w.comm)
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
