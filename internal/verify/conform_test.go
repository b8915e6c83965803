//go:build cgo

package verify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

func TestMain(m *testing.M) { mpitest.Main(m) }

// The body that TestLocal of conform runs on goroutines, on Open MPI.
func TestConformsOnMPI(t *testing.T) {
	for _, row := range catalog.Rows[uint64]() {
		t.Run(row.ID, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				if !row.Takes(w.Size) {
					return
				}
				c := comm.New(mpi.NewPort[uint64](w))
				for _, k := range conform.Cases(row.Info, w.Size) {
					require.NoError(t, conform.Check(row, c, conform.Set(row.Op, conform.Numbers(), k)))
				}
			})
		})
	}
}

func TestVerdict(t *testing.T) {
	for _, info := range []string{"hcube/reduce", "mesh/allgather", "hcube/barrier"} {
		t.Run(info, func(t *testing.T) {
			mpitest.On(t, func(t require.TestingT, w *mpi.World) {
				row, found := catalog.Find[uint64](info)
				require.True(t, found)
				verdict, err := Run(w, row.Info, nil)
				require.NoError(t, err)
				assert.Empty(t, verdict.Failure)
				assert.Positive(t, verdict.Cases)
			})
		})
	}
}

// A difference on one rank gives every rank the same verdict.
func TestAgree(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		port := mpi.NewPort[uint8](w)
		mine := ""
		if w.Rank == w.Size-1 {
			mine = "node 7 differs"
		}
		failure, err := agree(port, mine)
		require.NoError(t, err)
		assert.Equal(t, "node 7 differs", failure)
	})
}
