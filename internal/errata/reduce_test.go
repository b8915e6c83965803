package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/internal/conform"
	"topocoll/local"
	"topocoll/topo"
)

// accumulate is Program 3.3: sum := X, then every message received is added. Where it is received is the
// point: into returns that place.
func accumulate(into func(x, sum, temp []string) []string) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.In)
		sum, temp := make([]string, m), make([]string, m)
		copy(sum, a.In)
		mask := 0
		for i := range topo.CubeDim(c.Size()) {
			bit := 1 << i
			if me&mask == 0 {
				if me&bit != 0 {
					c.Send(me^bit, sum)
				} else {
					msg := into(a.In, sum, temp)
					c.Recv(me^bit, msg)
					if &msg[0] == &sum[0] {
						a.Op.Apply(sum, sum, a.In) // F1: sum[j] += X[j]
					} else {
						a.Op.Apply(sum, sum, msg)
					}
				}
			}
			mask ^= bit
		}
		copy(a.Out, sum)
		return c.Err()
	}
}

// F1 receives into sum and then adds X (row 20): the partial sum is gone. It goes unnoticed on two nodes.
func TestReductionReceivesIntoSum(t *testing.T) {
	intoSum := func(_, sum, _ []string) []string { return sum }
	intoTemp := func(_, _, temp []string) []string { return temp }
	for _, p := range []int{2, 4, 8} {
		k := conform.Case{P: p, M: 3, Commuting: true}
		err := try(catalog.Reduce, k, accumulate(intoSum))
		assert.Equal(t, p > 2, err != nil, "p = %d: %v", p, err)
		assert.NoError(t, try(catalog.Reduce, k, accumulate(intoTemp)))
		oursIsRight(t, "hcube/reduce", k)
	}
}

// Algorithm 4.3 and Program 3.3 receive into X (row 20, hazard 4): right, but X is the caller's, and under
// MPI a send buffer that must not be written.
func TestReductionOverwritesX(t *testing.T) {
	k := conform.Case{P: 8, M: 3}
	intoX := func(x, _, _ []string) []string { return x }
	assert.ErrorContains(t, try(catalog.Reduce, k, accumulate(intoX)), "input")
	for _, id := range []string{"hcube/reduce", "ring/reduce", "mesh/reduce", "hcube/reducescatter", "ring/reducescatter"} {
		oursIsRight(t, id, conform.Case{P: 8, M: 3, Commuting: true})
	}
}

// F4 prints sum[j] | X[j] for sum[j] + X[j] (row 20): 1 | 1 is not 1 + 1.
func TestReductionAdds(t *testing.T) {
	or := comm.Op[int64]{Name: "or", Commutative: true, Apply: func(dst, a, b []int64) {
		for j := range dst {
			dst[j] = a[j] | b[j]
		}
	}}
	for op, want := range map[*comm.Op[int64]]int64{&or: 1, ptr(comm.Sum[int64]()): 8} {
		require.NoError(t, local.Run(8, func(port comm.AsyncPort[int64]) error {
			result := make([]int64, 1)
			err := hcube.Reduce(comm.New[int64](port), 0, *op, []int64{1}, result)
			if port.Rank() == 0 {
				assert.Equal(t, want, result[0])
			}
			return err
		}))
	}
}

func ptr[T any](x T) *T { return &x }
