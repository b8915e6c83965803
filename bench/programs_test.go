//go:build cgo

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// programsOf returns the programs on the port of our contenders.
func programsOf(m *measurer) (n int) {
	for _, port := range m.ports {
		cache := port.(*mpi.Port[float64]).Programs()
		n += cache.Len()
	}
	return n
}

// An operation with a root has a program for each root that has had its turn, as far as there is room, one without has one. All
// are freed with the cell.
func TestProgramsOfACell(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		for _, c := range []struct {
			op   catalog.Collective
			row  string
			each int
		}{{catalog.Bcast, "ring/bcast", w.Size}, {catalog.Allgather, "ring/allgather", 1}, {catalog.Alltoall, "ring/alltoall", 1}} {
			m := measurerOf(t, w, Config{Rows: rowsOf(c.row), MemoryLimit: little})
			mine := trialAt(t, m, c.op, 64)
			before := m.arena.walked
			for range 2 {
				for root := range w.Size {
					require.NoError(t, mine.load(root))
				}
			}
			assert.Equal(t, before, m.arena.walked, "loading takes no slot")
			n := programsOf(m)
			assert.Equal(t, c.each, n, c.row)
			m.freePorts()
			assert.Empty(t, m.ports)
		}
	})
}

// With room for one program only, every call has its own, and is right.
func TestProgramsWithoutRoom(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		m := measurerOf(t, w, Config{Rows: rowsOf("ring/bcast", "hcube/bcast", "mesh/bcast"), MemoryLimit: little})
		mine := trialAt(t, m, catalog.Bcast, 1024)
		for _, port := range m.ports {
			port.(*mpi.Port[float64]).Programs().Limit = 1
		}
		require.NoError(t, mine.checkAll(w.Size-1))
		require.NoError(t, mine.batch(0, w.Size))
		n := programsOf(m)
		assert.Equal(t, 1, n)
		m.freePorts()
	})
}
