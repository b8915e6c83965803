//go:build cgo

package mpi

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/plan"
	"topocoll/ring"
)

// sum compiles an allreduce on a ring. The messages of the allreduce have at most `segment` words.
func sum(segment int) *plan.Compiled[float64, int] {
	compiled := plan.Compile[float64](func(_ int, c *comm.Comm[byte], op comm.Op[byte], in,
		out []byte) error {
		return ring.Allreduce(c, op, in, out)
	})
	compiled.Segment = func(int) int { return segment }
	return compiled
}

// Calls of a compiled procedure allocate only the first time, in program order and in dependency order. This
// also holds if the root changes.
func TestNoAllocationPerCompiledCall(t *testing.T) {
	on(t, func(t require.TestingT) {
		for name, from := range map[string]int{"in order": math.MaxInt, "by dependencies": -1} {
			port := NewPort[float64](world)
			port.OverlapFrom(from)
			c, op := comm.New(port), Sum[float64]()
			in, out := make([]float64, 100), make([]float64, 100)
			allreduce := sum(10)
			bcast := plan.Compile[float64](func(root int, c *comm.Comm[byte], _ comm.Op[byte], _,
				x []byte) error {
				return hcube.Bcast(c, root, x)
			})
			var err error
			allocs := testing.AllocsPerRun(50, func() {
				err = errors.Join(err, allreduce.Call(c, 0, op, in, out))
				for root := range world.Size {
					err = errors.Join(err, bcast.Call(c, root, op, nil, in))
				}
			})
			require.NoError(t, err, name)
			assert.Zero(t, allocs, name)
		}
	})
}

// Many lengths share a cache in which there is room for only a few plans, and every result is right.
func TestCompiledInASmallCache(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[float64](world)
		port.Programs().Limit = (6 + 2*world.Size) << 10 // programs for more processes have more steps
		c, compiled := comm.New(port), sum(7)
		most := 0
		for round := range 3 {
			for n := range 60 {
				in, out, want := from[float64](world.Rank+round, n), make([]float64, n), make([]float64, n)
				for rank := range world.Size {
					comm.Sum[float64]().Apply(want, want, from[float64](rank+round, n))
				}
				require.NoError(t, compiled.Call(c, 0, Sum[float64](), in, out))
				require.Equal(t, want, out, "%d words", n)
				require.True(t, port.Programs().Bytes() <= port.Programs().Limit ||
					port.Programs().Len() == 1, "%d bytes", port.Programs().Bytes())
				most = max(most, port.Programs().Len())
			}
		}
		assert.Greater(t, most, 1)
		assert.Less(t, port.Programs().Len(), 60)
	})
}

// One program executes calls of many lengths: blocking calls, calls with a Go operator, and several
// concurrent non-blocking calls. Short calls run in program order, and long calls in dependency order.
func TestManyLengthsByOneProgram(t *testing.T) {
	on(t, func(t require.TestingT) {
		port := NewPort[float64](world)
		defer port.Free()
		c, compiled := comm.New(port), sum(0)
		compiled.Scales = func(int) bool { return true }
		call := func(n int) (in, out, want []float64) {
			in, out, want = from[float64](world.Rank, n), make([]float64, n), make([]float64, n)
			for rank := range world.Size {
				comm.Sum[float64]().Apply(want, want, from[float64](rank, n))
			}
			return in, out, want
		}
		inGo := comm.Op[float64]{Commutative: true, Apply: comm.Sum[float64]().Apply}
		for i := range 12 {
			n := world.Size * (1 + 97*i)
			for _, op := range []comm.Op[float64]{Sum[float64](), inGo} {
				in, out, want := call(n)
				require.NoError(t, compiled.Call(c, 0, op, in, out))
				require.Equal(t, want, out, "%d words", n)
			}
		}
		programs := port.Programs().Len()
		assert.Equal(t, 3, programs)
		var requests []plan.Request
		var outs, wants [][]float64
		for i := range 12 {
			in, out, want := call(world.Size * (2 + 89*i))
			start := compiled.Start
			if i%3 == 0 {
				start = compiled.Init
			}
			r, err := start(c, 0, []comm.Op[float64]{Sum[float64](), inGo}[i%2], in, out)
			require.NoError(t, err)
			if i%3 == 0 {
				require.NoError(t, r.Start())
			}
			requests, outs, wants = append(requests, r), append(outs, out), append(wants, want)
		}
		for i := range requests {
			k := (i*5 + world.Rank) % len(requests)
			require.NoError(t, requests[k].Wait())
			require.Equal(t, wants[k], outs[k], "%d words", len(wants[k]))
			require.NoError(t, requests[k].Free())
		}
		assert.Equal(t, programs, port.Programs().Len())
	})
}
