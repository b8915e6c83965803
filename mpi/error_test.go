//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

func TestNativeErrors(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, op := NewPort[float64](world), Sum[float64]()
		x, size := make([]float64, 2), world.Size
		twos := LayoutOf(comm.EqualBlocks(size, 2))
		for want, err := range map[string]error{
			fmt.Sprintf("mpi: Gather: result has 3 words, want %d", 2*size): Gather(p,
				p.Rank(), x, make([]float64, 3)),
			fmt.Sprintf("mpi: Scatter: x has 3 words, want %d", 2*size): Scatter(p,
				p.Rank(), make([]float64, 3), x),
			fmt.Sprintf("mpi: Allgather: result has 0 words, want %d",
				2*size): Allgather(p, x, nil),
			fmt.Sprintf("mpi: Alltoall: result has 1 words, want %d",
				size): Alltoall(p, make([]float64, size), x[:1:1]),
			fmt.Sprintf("mpi: ReduceScatterBlock: x has 0 words, want %d",
				2*size): ReduceScatterBlock(p, op, nil, x),
			fmt.Sprintf("mpi: ReduceScatter: 0 blocks, want %d",
				size): ReduceScatter(p, op, Layout{}, x, x),
			"mpi: Allgatherv: x has 1 words, want 2": Allgatherv(p, twos, x[:1], x),
			fmt.Sprintf("mpi: Gatherv: result has 1 words, want %d", 2*size): Gatherv(p,
				p.Rank(), twos, x, x[:1]),
			fmt.Sprintf("mpi: Alltoallv: x has 1 words, want %d",
				2*size): Alltoallv(p, twos, twos, x[:1], x),
			"mpi: Reduce: result has 0 words, want 2": Reduce(p,
				p.Rank(), op, x, nil),
			"mpi: Allreduce: result has 1 words, want 2": Allreduce(p, op, x, x[:1]),
			"mpi: Scan: result has 1 words, want 2": Scan(p,
				op, x, x[:1]),
			"mpi: Shift: result has 1 words, want 2": Shift(p,
				1, x, x[:1]),
			invalidRoot("MPI_Bcast", size): Bcast(p,
				size, x),
			invalidRoot("MPI_Gather", -7): Gather(p,
				-7, x, x),
			"mpi: Allreduce: the operator has no MPI_Op; use an operator of package " +
				"mpi, created after Init": Allreduce(p, comm.Op[float64]{}, x, make([]float64, 2)),
		} {
			if size == 1 && err == nil {
				continue // this length is correct on a single rank
			}
			assert.EqualError(t, err, want)
		}
	})
}

// invalidRoot returns the library's error for an invalid root.
func invalidRoot(call string, root int) string {
	if BuiltFor() == MPICH {
		return fmt.Sprintf("mpi: %s: Invalid root (value given was %d)", call, root)
	}
	return "mpi: " + call + ": MPI_ERR_ROOT: invalid root"
}

func TestErrorNamesCallAndClass(t *testing.T) {
	on(t, func(t require.TestingT) {
		err := Bcast(NewPort[int32](world), -7, nil)
		class := map[Library]int{OpenMPI: 8, MPICH: 7}[BuiltFor()] // MPI_ERR_ROOT in mpi.h
		var mpiError *Error
		require.True(t, errors.As(err, &mpiError))
		assert.Equal(t, []any{"MPI_Bcast", class}, []any{mpiError.Call, mpiError.Class})
		assert.EqualError(t, err, invalidRoot("MPI_Bcast", -7))
	})
}

func TestReasonIsOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"MPI_ERR_ROOT: invalid root": "MPI_ERR_ROOT: invalid root",
		"Invalid root, error stack:\ninternal_Bcast(107): MPI_Bcast(...) failed\ninternal_Bcast(61).: " +
			"Invalid root (value given was 1)": "Invalid root (value given was 1)",
		"Other MPI error, error stack:\nMPIR_Bcast_impl failed\n": "MPIR_Bcast_impl failed",
	} {
		assert.Equal(t, want, reason(text))
	}
}
