package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	. "topocoll/plan"
)

// A chain of p nodes takes (p-2+K)(ts + tw·m/K) with K segments: for p = 8, ts = 100 and m = 1024 least with K = 8, if K is a
// power of two.
func TestCutChain(t *testing.T) {
	m := Machine{Ts: 100, Tw: 1}
	chain := recorded(t, 8, 1024, forward)
	for _, k := range []int{1, 2, 4, 8, 16, 32} {
		assert.Equal(t, float64((6+k)*(100+1024/k)), finish(t, chain.Improve(Passes{Segment: 1024 / k}), m), "K = %d", k)
	}
	words, err := chain.Cut(m, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 128, words)
	words, err = chain.Cut(m, 4*14)
	assert.NoError(t, err)
	assert.Equal(t, 256, words, "no more than four segments for each of the seven messages, at both ends")
	words, err = chain.Cut(Machine{Ts: 10000, Tw: 1}, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words, "six hops do not pay for a start-up")
}

// An exchange gains nothing from segments.
func TestCutExchange(t *testing.T) {
	sum := recorded(t, 8, 100, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return hcube.Allreduce(c, op, in, out)
	})
	words, err := sum.Cut(onePort, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words)
	words, err = job(nil, nil).Cut(onePort, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words)
}
