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

// Where a message of more than 64 words takes four times as long, half of it twice is sooner. Only given lengths are tried.
func TestCutTo(t *testing.T) {
	m := Machine{Message: func(_, _, words int) float64 {
		if words > 64 {
			return 4 * float64(words)
		}
		return float64(words)
	}}
	swap := recorded(t, 2, 96, func(c *comm.Comm[byte], _ comm.Op[byte], in, out []byte) error {
		c.SendRecv(1-c.Label(), in, 1-c.Label(), out)
		return c.Err()
	})
	s, err := swap.Schedule(m)
	assert.NoError(t, err)
	assert.Equal(t, 4*96.0, s.Finish)
	for _, test := range []struct {
		lengths []int
		words   int
		gain    float64
	}{{[]int{8, 32, 48, 96, 200}, 48, 4}, {[]int{70}, 70, 4}, {[]int{95}, 95, 4}, {[]int{96}, 0, 1}, {nil, 0, 1}, {[]int{0, 48}, 48, 4}} {
		words, gain, err := swap.CutTo(m, 1<<20, test.lengths)
		assert.NoError(t, err)
		assert.Equal(t, test.words, words, test.lengths)
		assert.Equal(t, test.gain, gain, test.lengths)
	}
	words, _, err := swap.CutTo(m, 7, []int{8, 48})
	assert.NoError(t, err)
	assert.Equal(t, 0, words, "eight pieces are too many")
}
