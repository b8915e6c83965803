//go:build cgo

package contender

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// programsOf returns the number of programs of all ports of a case.
func programsOf(r *Run) (n int) {
	for _, port := range r.ports {
		n += port.(*mpi.Port[float64]).Programs().Len()
	}
	return n
}

// An operation with a root has one program for each root that has been used, up to the size of the cache. An
// operation without a root has one program. All programs are freed with the case.
func TestProgramsOfACell(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, c := range []struct {
			op   catalog.Collective
			row  string
			each int
		}{{catalog.Bcast, "ring/bcast", w.Size}, {catalog.Allgather, "ring/allgather", 1}, {catalog.Alltoall,
			"ring/alltoall", 1}} {
			r := runOf(t, w, Options{})
			s := setOf(t, r, c.op, 64, c.row)
			for range 2 {
				for root := range w.Size {
					require.NoError(t, s.Load(root, none))
				}
			}
			first := &s.Args(s.Contenders[0], 0).Out[:1][0]
			require.NoError(t, s.Load(0, none))
			assert.NotSame(t, first, &s.Args(s.Contenders[0], 0).Out[:1][0],
				"loading takes no slot, a call takes the next")
			assert.Equal(t, c.each, programsOf(r), c.row)
			s.Free()
			assert.Empty(t, r.ports)
		}
	})
}

// If there is room in the cache for only one program, every call loads its own program, and its result is
// correct.
func TestProgramsWithoutRoom(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r := runOf(t, w, Options{})
		s := setOf(t, r, catalog.Bcast, 1024, "ring/bcast", "hcube/bcast", "mesh/bcast")
		for _, port := range r.ports {
			port.(*mpi.Port[float64]).Programs().Limit = 1
		}
		for root := range w.Size {
			_, err := s.Check(root, time.Second, none)
			require.NoError(t, err)
		}
		assert.Equal(t, 1, programsOf(r))
		s.Free()
	})
}
