package circulant_test

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/local"
)

// The last node applies op d-1 times in d = ceil(log p) rounds. Every other node applies op at most once more
// for each inclusive round after the first. The number of inclusive rounds is d - e, with the greatest e for
// which 2^d - 2^e >= p-1.
func TestExscanAppliesOpRarely(t *testing.T) {
	for p := 2; p <= 40; p++ {
		d := bits.Len(uint(p - 1))
		e := d
		for 1<<d-1<<e < p-1 {
			e--
		}
		applied := make([]atomic.Int64, p)
		require.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
			me := port.Rank()
			op := comm.Op[int]{Name: "sum", Commutative: true, Apply: func(dst, a, b []int) {
				applied[me].Add(1)
				dst[0] = a[0] + b[0]
			}}
			return circulant.Exscan(comm.New(port), op, []int{me}, []int{0})
		}))
		var counts []int
		for i := range applied {
			counts = append(counts, int(applied[i].Load()))
		}
		assert.Equal(t, d-1, counts[p-1], "p=%d", p)
		assert.LessOrEqual(t, slices.Max(counts), d-1+max(0, d-e-1), "p=%d", p)
	}
}
