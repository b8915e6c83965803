//go:build cgo

// Package mpitest runs Go tests under mpirun: the test binary is started on every rank, MPI keeps the
// goroutine that began it, and the tests hand their bodies over to it.
package mpitest

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/mpi"
)

var (
	world *mpi.World
	calls = make(chan func())
)

// Main is the TestMain of a package whose tests need MPI. Without mpirun it is a world of one process.
func Main(m *testing.M) {
	var err error
	if world, err = mpi.Init(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := 0
	go func() {
		code = m.Run()
		close(calls)
	}()
	for call := range calls {
		call()
	}
	if err := world.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	mpi.Exit(code)
}

// Alone skips a test that needs no other process where there are several: it has passed, or will, where there is one.
func Alone(t *testing.T) {
	if world.Size > 1 {
		t.Skip("needs no other process")
	}
}

// On runs body on the goroutine of MPI and returns when it has. Where require would stop this rank
// only, and leave the others waiting, the job ends.
func On(t *testing.T, body func(t require.TestingT, w *mpi.World)) {
	t.Helper()
	done := make(chan struct{})
	calls <- func() {
		defer close(done)
		body(onRank{t}, world)
	}
	<-done
}

type onRank struct{ *testing.T }

func (t onRank) Errorf(format string, args ...any) {
	t.T.Helper()
	t.T.Errorf("rank %d of %d: "+format, append([]any{world.Rank, world.Size}, args...)...)
}

func (t onRank) FailNow() {
	fmt.Fprintf(os.Stderr, "rank %d of %d: %s cannot go on\n", world.Rank, world.Size, t.Name())
	world.Abort(1)
}
