//go:build cgo

package mpi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Arrived reports a message from the time it has been sent until it is received.
func TestArrived(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[int32](world)
		_, err := p.Arrived(p.Size())
		assert.ErrorContains(t, err, "mpi: Arrived: no process")
		if p.Size() == 1 {
			return
		}
		right, left := neighbours()
		here, err := p.Arrived(left)
		require.NoError(t, err)
		assert.False(t, here, "nothing has been sent")
		require.NoError(t, Barrier(p))
		require.NoError(t, p.Send(right, from[int32](p.Rank(), 3)))
		for end := time.Now().Add(time.Minute); !here && time.Now().Before(end); {
			here, err = p.Arrived(left)
			require.NoError(t, err)
		}
		assert.True(t, here)
		got := make([]int32, 3)
		require.NoError(t, p.Recv(left, got))
		assert.Equal(t, from[int32](left, 3), got)
		here, err = p.Arrived(left)
		require.NoError(t, err)
		assert.False(t, here, "it has been received")
		require.NoError(t, Barrier(p)) // the left neighbour sends no other message before the barrier
	})
}
