//go:build cgo

package mpi

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// Receives match messages by their tags, even if the messages begin in a different order. They never match
// messages of blocking calls.
func TestStartedMessagesMatchByTag(t *testing.T) {
	for _, messages := range []int{1, 2, 7, 40} {
		t.Run(fmt.Sprint(messages), func(t *testing.T) {
			on(t, func(t require.TestingT) {
				p := NewPort[float64](world)
				right, left := neighbours()
				want := map[int][]float64{} // by id
				got := map[int][]float64{}
				for tag := range messages {
					id, err := p.StartSend(right, tag, from[float64](p.Rank()+tag, tag))
					require.NoError(t, err)
					want[id], got[id] = nil, nil
				}
				for tag := messages - 1; tag >= 0; tag-- {
					x := make([]float64, tag)
					id, err := p.StartRecv(left, tag, x)
					require.NoError(t, err)
					require.NotContains(t, want, id, "an id is given out twice")
					want[id], got[id] = from[float64](left+tag, tag), x
				}
				runtime.GC()
				own := make([]float64, 1)
				require.NoError(t, p.SendRecv(right, []float64{float64(p.Rank())}, left, own))
				assert.Equal(t, float64(left), own[0])

				for _, id := range waitAll(t, p, 2*messages) {
					assert.Equal(t, want[id], got[id])
				}
			})
		})
	}
}

func waitAll[T comm.Number](t require.TestingT, p *Port[T], n int) (done []int) {
	var err error
	for len(done) < n {
		before := len(done)
		done, err = p.WaitSome(done)
		require.NoError(t, err)
		require.Greater(t, len(done), before)
	}
	return done
}

func TestAsyncMisuse(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[int32](world)
		_, err := p.WaitSome(nil)
		assert.EqualError(t, err, "mpi: WaitSome: no message is in flight")
		_, err = p.StartSend(0, -1, nil)
		assert.EqualError(t, err, fmt.Sprintf("mpi: StartSend: tag -1, want 0..%d", p.MaxTag()))
		_, err = p.StartRecv(0, p.MaxTag()+1, nil)
		assert.ErrorContains(t, err, "mpi: StartRecv: tag")
		assert.GreaterOrEqual(t, p.MaxTag(), 32766)
	})
}
