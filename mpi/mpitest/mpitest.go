//go:build cgo

// Package mpitest runs Go tests under mpirun. Every rank runs the test binary, and the tests pass their
// bodies to the goroutine that calls MPI.
package mpitest

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
	"topocoll/internal/ranktest"
	"topocoll/mpi"
)

var world *mpi.World

// Main is the TestMain of a package whose tests need MPI. Without mpirun the world has one process.
func Main(m *testing.M) {
	var err error
	if world, err = mpi.Init(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := ranktest.Main(m)
	remove := proctest.Leftovers()
	if err := world.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	remove()
	mpi.Exit(code)
}

// On runs body on the goroutine that calls MPI. If an assertion of require fails, the job ends, because the
// other ranks would wait for this one.
func On(t *testing.T, body func(t require.TestingT, w *mpi.World)) {
	t.Helper()
	ranktest.Do(func() {
		body(ranktest.T{T: t, Rank: world.Rank, Size: world.Size, Abort: world.Abort},
			world)
	})
}
