package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/plantest"
	"topocoll/local"
	. "topocoll/plan"
)

// mix shows its operands and their order.
func mix(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = 31*a[i] + b[i] + 1
	}
}

// A random job does the same after each pass, in program order and by dependencies.
func FuzzPasses(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		h := plantest.New(seed, 1+int(seed%3), 11, mix)
		for _, with := range []Passes{{}, {Fuse: true}, {Segment: 1}, {Segment: 3}, {Fuse: true, Segment: 2}} {
			job := h.Job.Improve(with)
			if !assert.NoError(t, job.Check()) {
				return
			}
			for _, inOrder := range []bool{true, false} {
				assert.NoError(t, local.Run(len(job), func(port comm.AsyncPort[uint64]) error {
					rank := port.Rank()
					r, at := NewRunner[uint64](&job[rank]), h.First[rank]
					op := comm.Op[uint64]{Apply: mix}
					run := func() error { return r.RunAsync(port, op, at[In][:], at[Out][:]) }
					if inOrder {
						run = func() error { return r.Run(port, op, at[In][:], at[Out][:]) }
					}
					err := run()
					assert.Equal(t, h.Last[rank][In], at[In], "seed %d, %+v, in order: %v", seed, with, inOrder)
					assert.Equal(t, h.Last[rank][Out], at[Out], "seed %d, %+v, in order: %v", seed, with, inOrder)
					return err
				}))
			}
		}
	})
}
