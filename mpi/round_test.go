//go:build cgo

package mpi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
)

// A round may have any number of messages. Message i of a round goes to the rank i+1 higher, so there are up
// to 12 sends and 12 receives. The arrays of the port grow and are reused.
func TestRoundOfAnyArity(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[int64](world)
		for _, sends := range []int{0, 3, 6, 1, 4, 2, 12, 5} {
			for _, n := range []int{0, 1, 3000} {
				var out, in []comm.Message[int64]
				for i := range sends {
					out = append(out, comm.Message[int64]{Peer: (p.Rank() + i + 1) % p.Size(),
						Data: from[int64](p.Rank()+10*i, n+i)})
					in = append(in, comm.Message[int64]{Peer: (p.Rank() + 12*p.Size() - i - 1) % p.Size(),
						Data: make([]int64, n+i)})
				}
				require.NoError(t, p.Round(out, in))
				for i, msg := range in {
					require.Equal(t, from[int64](msg.Peer+10*i, n+i), msg.Data, "%d messages of %d", sends, n)
				}
			}
		}
	})
}

// A round may have only sends on one rank and only receives on the other ranks. Rank 0 sends to all other
// ranks at once.
func TestRoundOneWay(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[float32](world)
		if p.Rank() > 0 {
			got := make([]float32, 5)
			require.NoError(t, p.Round(nil, []comm.Message[float32]{{Peer: 0, Data: got}}))
			assert.Equal(t, from[float32](p.Rank(), 5), got)
			return
		}
		var out []comm.Message[float32]
		for to := 1; to < p.Size(); to++ {
			out = append(out, comm.Message[float32]{Peer: to, Data: from[float32](to, 5)})
		}
		require.NoError(t, p.Round(out, nil))
	})
}
