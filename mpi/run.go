package mpi

// #include "library.h"
// #include "op.h"
// #include "operation.h"
// #include <stdlib.h>
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
	"runtime"
	"strings"
	"time"

	"topocoll/comm"
	"topocoll/internal/check"
)

// dynamicRules is the environment variable that must be 1 for Forced. Open MPI reads it once, in MPI_Init. It
// has no effect unless there is a forced algorithm or a rules file.
const dynamicRules = "OMPI_MCA_coll_tuned_use_dynamic_rules"

// slurmPlugins maps each library to Slurm's plugin for it, as in srun --mpi=pmix.
var slurmPlugins = map[Library]string{OpenMPI: "pmix", MPICH: "pmi2"}

// Init starts MPI and returns the world of all processes. The world is a duplicate of MPI_COMM_WORLD, so its
// messages never match the program's own messages on MPI_COMM_WORLD. Init locks the goroutine to its thread;
// make every later call on this goroutine. On Open MPI, Init sets OMPI_MCA_coll_tuned_use_dynamic_rules=1 in
// the environment unless the variable is set.
//
// If a launcher has started several processes, but the world has only this process, Init returns the world
// and an error. The launcher and the program then belong to different MPI libraries. Init detects mpirun, and
// srun with a plugin for PMI or PMIx. It does not detect srun without a plugin, and ignores launchers in a
// shell of srun --pty.
//
// A program that calls Init must end with Finalize and Exit, or with Abort after an error. Run does this.
func Init(with ...Option) (*World, error) {
	var up, down C.int
	C.MPI_Initialized(&up)
	C.MPI_Finalized(&down)
	switch {
	case down != 0:
		return nil, errors.New("mpi: Init: MPI is already finalised")
	case up != 0:
		return nil, errors.New("mpi: Init: MPI is already initialised")
	}
	checked, err := wantsChecks(with)
	if err != nil {
		return nil, err
	}
	if _, set := os.LookupEnv(dynamicRules); !set && BuiltFor() == OpenMPI {
		if err := os.Setenv(dynamicRules, "1"); err != nil {
			return nil, fmt.Errorf("mpi: Init: %w", err)
		}
	}
	runtime.LockOSThread()
	if runtime.GOMAXPROCS(0) < 2 {
		runtime.GOMAXPROCS(2) // see yieldToScheduler
	}
	var level, ignored C.int
	var world C.MPI_Comm
	for _, s := range []struct {
		function string
		call     func() C.int
	}{
		{"MPI_Init_thread", func() C.int {
			return C.MPI_Init_thread(nil, nil, C.MPI_THREAD_FUNNELED,
				&level)
		}},
		{"MPI_T_init_thread", func() C.int { return C.MPI_T_init_thread(C.MPI_THREAD_FUNNELED, &ignored) }},
		{"MPI_Op_create", func() C.int { return C.tc_create_affine() }},
		{"MPI_Comm_dup", func() C.int { return C.MPI_Comm_dup(C.MPI_COMM_WORLD, &world) }},
	} {
		if err := mpiError(s.function, s.call()); err != nil {
			return nil, err
		}
	}
	errorReturning := []C.MPI_Comm{world}
	if BuiltFor() == MPICH { // MPI_Wait of MPICH ignores the error handler of the message's communicator
		errorReturning = append(errorReturning, C.MPI_COMM_WORLD, C.MPI_COMM_SELF)
	}
	for _, c := range errorReturning {
		if err := mpiError("MPI_Comm_set_errhandler", C.MPI_Comm_set_errhandler(c,
			C.MPI_ERRORS_RETURN)); err != nil {
			return nil, err
		}
	}
	if level < C.MPI_THREAD_FUNNELED {
		return nil, fmt.Errorf("mpi: Init: the library provides thread level %d, want MPI_THREAD_FUNNELED (%d)",
			level, C.MPI_THREAD_FUNNELED)
	}
	w := newWorld(world, new(bool))
	anyChecked, err := w.exchangeGreetings(checked)
	if err != nil {
		return w, err
	}
	if w.Size == 1 {
		version, _, _ := strings.Cut(LibraryVersion(), ",")
		if err := checkLaunched("mpi: Init", fmt.Sprintf("it does not belong to this program's MPI library "+
			"(%s), so each process would be a separate job; use the mpirun of %s or srun --mpi=%s, or build the "+
			"program for the launcher's library", version, BuiltFor(), slurmPlugins[BuiltFor()])); err != nil {
			return w, err
		}
	}
	if !anyChecked {
		return w, nil
	}
	return w, w.enableChecks()
}

// Finalize ends MPI. Every later call on any world or port returns an error. End the program with Exit.
// Finalize returns an error while a non-blocking operation is active, because other ranks may wait for it.
func (w *World) Finalize() error {
	err := w.checkLive("mpi: Finalize")
	if err == nil {
		err = check.NoActiveCalls("mpi: Finalize", int(C.tc_active_operations)+activeLibraryRequests, w.Rank)
	}
	if err = w.compareIfChecked(comm.Call{Name: "mpi: Finalize"}, err); err != nil {
		return err
	}
	*w.finalised = true
	C.MPI_Comm_free(&w.comm)
	if w.checked {
		C.MPI_Comm_free(&w.checkComm)
	}
	C.MPI_Op_free(&C.tc_affine)
	for _, typ := range byteTypes {
		C.MPI_Type_free(&typ)
	}
	C.MPI_T_finalize()
	return mpiError("MPI_Finalize", C.MPI_Finalize())
}

// Abort ends the job on every process, with code as the exit code of mpirun. It returns only if MPI is not
// running.
func (w *World) Abort(code int) error {
	if err := w.checkLive("mpi: Abort"); err != nil {
		return err
	}
	return mpiError("MPI_Abort", C.MPI_Abort(C.MPI_Comm(C.MPI_COMM_WORLD), C.int(code)))
}

// Exit ends the process with C's exit. Call it at the end of a program, after Finalize. In MPICH 4.2 and
// later, an exit handler tells mpirun that the rank has ended successfully. os.Exit and a return from main
// run no exit handlers, so mpirun may kill the last ranks and fail. Before Finalize, Exit calls os.Exit.
func Exit(code int) {
	var finalised C.int
	if C.MPI_Finalized(&finalised); finalised != 0 {
		C.exit(C.int(code))
	}
	os.Exit(code)
}

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
