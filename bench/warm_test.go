//go:build cgo

package bench

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// The ping-pong and the doctor use warm caches, and state this next to their times for 8 bytes.
func TestMessagesSayTheirCaches(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size == 1 {
			return
		}
		var out bytes.Buffer
		require.NoError(t, PingPong(w, Config{MeasuredCases: MeasuredCases{Sizes: []int{8}}}, &out))
		found, err := Examine(w)
		require.NoError(t, err)
		assert.Contains(t, found[len(found)-1].Value, "one way, with warm caches")
		if w.Rank == 0 {
			assert.Contains(t, out.String(), "# warm caches")
		}
	})
}
