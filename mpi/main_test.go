//go:build cgo

package mpi

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/ranktest"
	"topocoll/plan"
)

// The tests run under mpirun with any number of ranks. Without mpirun they run on one rank.
//
//	go test -c -o /tmp/mpi.test ./mpi && mpirun --oversubscribe -n 4 /tmp/mpi.test

var world *World

// TestMain runs MPI on its own goroutine. This goroutine also runs the bodies that tests pass to the function
// `on`.
func TestMain(m *testing.M) {
	runProgram()
	if err := (*World)(nil).Finalize(); err == nil {
		panic("Finalize before Init gave no error")
	}
	var err error
	if world, err = Init(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := ranktest.Main(m)
	if err := closing(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	Exit(code)
}

// on runs body on the goroutine that uses MPI.
func on(t *testing.T, body func(t require.TestingT)) {
	t.Helper()
	ranktest.Do(func() { body(ranktest.T{T: t, Rank: world.Rank, Size: world.Size, Abort: world.Abort}) })
}

// OnWorld runs body on the goroutine that uses MPI, for examples.
func OnWorld(body func(w *World)) { ranktest.Do(func() { body(world) }) }

// closing checks that every call after Finalize returns an error.
func closing() error {
	port, sum := NewPort[int32](world), make([]int32, 1)
	program, err := port.Load(&plan.Plan{})
	if err != nil {
		return err
	}
	if err := world.Finalize(); err != nil {
		return err
	}
	for want, err := range map[string]error{
		"mpi: Send: MPI is already finalised":      port.Send(0, sum),
		"mpi: Allreduce: MPI is already finalised": Allreduce(port, Sum[int32](), sum, make([]int32, 1)),
		"mpi: WaitSome: MPI is already finalised": func() error {
			_,
				err := port.WaitSome(nil)
			return err
		}(),
		"mpi: Load: MPI is already finalised": func() error {
			_,
				err := port.Load(&plan.Plan{})
			return err
		}(),
		"mpi: Replay: MPI is already finalised":   program.Run(comm.Op[int32]{}, nil, nil),
		"mpi: Finalize: MPI is already finalised": world.Finalize(),
		"mpi: Init: MPI is already finalised":     func() error { _, err := Init(); return err }(),
	} {
		if err == nil || err.Error() != want {
			return fmt.Errorf("after Finalize: %q, want %q", fmt.Sprint(err), want)
		}
	}
	return nil
}
