package plan_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/plantest"
)

// The code of a random plan holds the number of steps that each step waits for, and the list of steps that
// wait for it. The limit of each step is after the step.
func TestDependenciesInCode(t *testing.T) {
	add := func(dst, a, b []uint64) {}
	for seed := range uint64(20) {
		for _, p := range plantest.New(seed, 3, 40, add).Job {
			code := p.AsReady()
			o, waits := code.Order, code.Waits()
			next := make([][]int32, len(waits))
			var begin []int32
			for i, earlier := range waits {
				assert.Len(t, earlier, int(o.Waits[i]))
				if len(earlier) == 0 {
					begin = append(begin, int32(i))
				}
				for _, e := range earlier {
					next[e] = append(next[e], int32(i))
				}
			}
			assert.Equal(t, begin, o.Begin)
			for e, want := range next {
				got := o.Next[o.First[e]:o.First[e+1]]
				assert.True(t, slices.Equal(want, got), "seed %d step %d", seed, e)
				assert.Greater(t, int(o.Limit[e]), e)
			}
			assert.Len(t, o.Next, int(o.First[len(waits)]))
		}
	}
}
