//go:build cgo

package mpi

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNativeErrors(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, op := NewPort[float64](world), Sum[float64]()
		x, size := make([]float64, 2), world.Size
		for want, err := range map[string]error{
			fmt.Sprintf("mpi: Gather: result has 3 words, want %d", 2*size):                        Gather(p, p.Rank(), x, make([]float64, 3)),
			fmt.Sprintf("mpi: Scatter: x has 3 words, want %d", 2*size):                            Scatter(p, p.Rank(), make([]float64, 3), x),
			fmt.Sprintf("mpi: Allgather: result has 0 words, want %d", 2*size):                     Allgather(p, x, nil),
			fmt.Sprintf("mpi: Alltoall: result has 1 words, want %d", size):                        Alltoall(p, make([]float64, size), x[:1:1]),
			fmt.Sprintf("mpi: ReduceScatterBlock: x has 0 words, want %d", 2*size):                 ReduceScatterBlock(p, op, nil, x),
			fmt.Sprintf("mpi: ReduceScatter: counts has 0 words, want %d", size):                   ReduceScatter(p, op, nil, x, x),
			"mpi: Reduce: result has 0 words, want 2":                                              Reduce(p, p.Rank(), op, x, nil),
			"mpi: Allreduce: result has 1 words, want 2":                                           Allreduce(p, op, x, x[:1]),
			"mpi: Scan: result has 1 words, want 2":                                                Scan(p, op, x, x[:1]),
			"mpi: Shift: result has 1 words, want 2":                                               Shift(p, 1, x, x[:1]),
			"mpi: MPI_Bcast: MPI_ERR_ROOT: invalid root":                                           Bcast(p, size, x),
			"mpi: MPI_Gather: MPI_ERR_ROOT: invalid root":                                          Gather(p, -1, x, x),
			"mpi: Allreduce: the operator has no MPI_Op, want one of this package made after Init": Allreduce(p, Op[float64]{}, x, make([]float64, 2)),
		} {
			if size == 1 && err == nil {
				continue // the wrong length is the right one for a single rank
			}
			assert.EqualError(t, err, want)
		}
	})
}

func TestErrorNamesCallAndClass(t *testing.T) {
	on(t, func(t require.TestingT) {
		err := Bcast(NewPort[int32](world), -7, nil)
		var mpiError *Error
		require.True(t, errors.As(err, &mpiError))
		assert.Equal(t, &Error{Call: "MPI_Bcast", Code: 8, Class: 8, Text: "MPI_ERR_ROOT: invalid root"}, mpiError) // 8: Open MPI's mpi.h
	})
}
