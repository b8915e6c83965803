package plan_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	. "topocoll/plan"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/internal/plantest"
	"topocoll/local"
)

// mix combines its operands to a value that depends on both operands and on their order.
func mix(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = 31*a[i] + b[i] + 1
	}
}

// execute runs a plan in dependency order.
func execute(port comm.AsyncPort[uint64], node *Plan, op comm.Op[uint64], in, out []uint64) error {
	request, err := Init(port.(Async[uint64]), node, op, in, out)
	if err != nil {
		return err
	}
	return errors.Join(request.Start(), request.Wait())
}

// Every pass preserves the result of a random job, in program order and in dependency order.
func FuzzPasses(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		h := plantest.New(seed, 1+int(seed%3), 11, mix)
		for _, with := range []Passes{{}, {Fuse: true}, {Segment: 1}, {Segment: 3},
			{Fuse: true, Segment: 2}} {
			job := h.Job.Improve(with)
			if !assert.NoError(t, job.Check()) {
				return
			}
			for _, inOrder := range []bool{true, false} {
				assert.NoError(t, local.Run(len(job), func(port comm.AsyncPort[uint64]) error {
					rank := port.Rank()
					r, at := NewRunner[uint64](&job[rank]), h.First[rank]
					op := comm.Op[uint64]{Apply: mix}
					var err error
					if inOrder {
						err = r.Run(port, op, at[In][:], at[Out][:])
					} else {
						err = execute(port, &job[rank], op, at[In][:], at[Out][:])
					}
					assert.Equal(t, h.Last[rank][In], at[In], "seed %d, %+v, in order: %v", seed, with,
						inOrder)
					assert.Equal(t, h.Last[rank][Out], at[Out], "seed %d, %+v, in order: %v", seed, with,
						inOrder)
					return err
				}))
			}
		}
	})
}

// With K segments, a chain of p nodes takes (p-2+K)(ts + tw·m/K). For p = 8, ts = 100 and m = 1024, the best
// power of two is K = 8.
func TestCutChain(t *testing.T) {
	m := Machine{Ts: 100, Tw: 1}
	chain := recordProcedure(t, 8, 1024, forward)
	for _, k := range []int{1, 2, 4, 8, 16, 32} {
		assert.Equal(t, float64((6+k)*(100+1024/k)), finish(t, chain.Improve(Passes{Segment: 1024 / k}), m),
			"K = %d", k)
	}
	words, err := chain.FastestSegment(m, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 128, words)
	words, err = chain.FastestSegment(m, 4*14)
	assert.NoError(t, err)
	assert.Equal(t, 256, words, "no more than four segments for each of the seven messages, at both ends")
	words, err = chain.FastestSegment(Machine{Ts: 10000, Tw: 1}, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words, "six hops do not pay for a start-up")
}

// Segments do not speed up an exchange.
func TestCutExchange(t *testing.T) {
	sum := recordProcedure(t, 8, 100, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return hcube.Allreduce(c, op, in, out)
	})
	words, err := sum.FastestSegment(onePort, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words)
	words, err = job(nil, nil).FastestSegment(onePort, 1<<20)
	assert.NoError(t, err)
	assert.Equal(t, 0, words)
}

// CutTo tries only the given sizes. A message of more than 64 words takes four times as long, so two halves
// are faster.
func TestCutTo(t *testing.T) {
	m := Machine{Message: func(_, _, words int) float64 {
		if words > 64 {
			return 4 * float64(words)
		}
		return float64(words)
	}}
	swap := recordProcedure(t, 2, 96, func(c *comm.Comm[byte], _ comm.Op[byte], in, out []byte) error {
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
	}{{[]int{8, 32, 48, 96, 200}, 48, 4}, {[]int{70}, 70, 4}, {[]int{95}, 95, 4}, {[]int{96}, 0, 1}, {nil, 0,
		1}, {[]int{0, 48}, 48, 4}} {
		words, gain, err := swap.FastestSegmentOf(m, 1<<20, test.lengths)
		assert.NoError(t, err)
		assert.Equal(t, test.words, words, test.lengths)
		assert.Equal(t, test.gain, gain, test.lengths)
	}
	words, _, err := swap.FastestSegmentOf(m, 7, []int{8, 48})
	assert.NoError(t, err)
	assert.Equal(t, 0, words, "eight segments are too many")
}
