//go:build cgo

package mpi

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// Messages and operators do not allocate, except in the first call of each kind.
func TestNoAllocationPerMessage(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, op := NewPort[float64](world), Sum[float64]()
		right, left := neighbours()
		out, in := make([]float64, 100), make([]float64, 100)
		var port comm.AsyncPort[float64] = p
		sends, recvs := make([]comm.Message[float64], 5), make([]comm.Message[float64], 5)
		for i := range sends {
			sends[i] = comm.Message[float64]{Peer: right, Data: out[:20]}
			recvs[i] = comm.Message[float64]{Peer: left, Data: in[20*i : 20*i+20]}
		}
		done := make([]int, 0, 10)
		for _, c := range []struct {
			name string
			call func() error
		}{
			{"SendRecv", func() error { return port.SendRecv(right, out, left, in) }},
			{"Round of 1", func() error { return port.Round(sends[:1], recvs[:1]) }},
			{"Round of 2", func() error { return port.Round(sends[:2], recvs[:2]) }},
			{"Round of 5", func() error { return port.Round(sends, recvs) }},
			{"Start and WaitSome", func() error { return startAndWait(port, right, left, out, in, done) }},
			{"Apply", func() error { op.Apply(out, in, out); return nil }},
			{"Bcast", func() error { return Bcast(p, 0, in) }},
			{"Allreduce", func() error { return Allreduce(p, op, out, in) }},
			{"clock", func() error { EmptyCall(); Now(); return nil }},
		} {
			var err error
			allocs := testing.AllocsPerRun(100, func() { err = errors.Join(err, c.call()) })
			require.NoError(t, err)
			assert.Zero(t, allocs, c.name)
		}
	})
}

func startAndWait(p comm.AsyncPort[float64], to, from int, out, in []float64, done []int) error {
	_, recvErr := p.StartRecv(from, 1, in)
	_, sendErr := p.StartSend(to, 1, out)
	err := errors.Join(recvErr, sendErr)
	for len(done) < 2 && err == nil {
		done, err = p.WaitSome(done)
	}
	return err
}
