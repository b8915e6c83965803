package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/local"
	"topocoll/topo"
)

// ringReduction is Algorithm 4.5 for one word per block. As printed it starts with recv := 0; peeled, the
// first iteration sends the block as it is.
func ringReduction[T any](peeled bool) func(c *comm.Comm[T], op comm.Op[T], x, result []T) error {
	return func(c *comm.Comm[T], op comm.Op[T], x, result []T) error {
		p, me := c.Size(), c.Label()
		recv, temp := make([]T, 1), make([]T, 1)
		for i := 1; i < p; i++ {
			j := topo.Mod(me+i, p)
			if peeled && i == 1 {
				copy(temp, x[j:j+1])
			} else {
				op.Apply(temp, x[j:j+1], recv)
			}
			c.SendRecv(topo.Mod(me-1, p), temp, topo.Mod(me+1, p), recv)
		}
		op.Apply(result, x[me:me+1], recv)
		return c.Err()
	}
}

// Algorithm 4.5 starts with recv := 0 (row 30, hazard 3): 0 is the identity of + and of no other operator.
// The maximum of negative numbers is not 0.
func TestRingReductionNeedsNoIdentity(t *testing.T) {
	row, found := catalog.Find[int64]("ring/reducescatter")
	require.True(t, found)
	reduce := map[string]func(c *comm.Comm[int64], op comm.Op[int64], x, result []int64) error{
		"printed": ringReduction[int64](false),
		"peeled":  ringReduction[int64](true),
		"ours": func(c *comm.Comm[int64], op comm.Op[int64], x, result []int64) error {
			return row.Run(c, catalog.Args[int64]{Op: op, In: x, Out: result})
		},
	}
	for name, want := range map[string]int64{"printed": 0, "peeled": -1, "ours": -1} {
		require.NoError(t, local.Run(4, func(port comm.AsyncPort[int64]) error {
			x, result := make([]int64, 4), make([]int64, 1)
			for j := range x {
				x[j] = int64(-1 - port.Rank())
			}
			err := reduce[name](comm.New[int64](port), comm.Max[int64](), x, result)
			assert.Equal(t, want, result[0], "%s, node %d", name, port.Rank())
			return err
		}))
	}
}

// Algorithm 4.5 combines in the order x, x+1, ..., x-1 (row 30, hazard 5): in label order for node 0 alone, so
// the operator must commute. Ours refuses one that does not.
func TestRingReductionRotatesTheOrder(t *testing.T) {
	require.NoError(t, local.Run(4, func(port comm.AsyncPort[string]) error {
		x, result := []string{name(port), name(port), name(port), name(port)}, make([]string, 1)
		if err := ringReduction[string](true)(comm.New[string](port), comm.Concat(), x, result); err != nil {
			return err
		}
		assert.Equal(t, []string{"0123", "1230", "2301", "3012"}[port.Rank()], result[0])
		return nil
	}))
	oursIsRight(t, "ring/reducescatter", conform.Case{P: 4, M: 1, Commuting: true})
	refused := ours(t, "ring/reducescatter").Run
	assert.ErrorContains(t, try(catalog.ReduceScatter, conform.Case{P: 4, M: 1}, refused), "does not commute")
}

func name(port comm.Port[string]) string { return string(rune('0' + port.Rank())) }

// cubeReduction is Algorithm 4.8 with the given values of i, for a power of two. Its inner loop variable j
// is another one than the j of line 6.
func cubeReduction(dimensions func(d int) []int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.Out)
		msg, temp := append([]string(nil), a.In...), make([]string, len(a.In))
		recloc := 0
		for _, i := range dimensions(topo.CubeDim(c.Size())) {
			j, k := me&(1<<i), (me^1<<i)&(1<<i)
			senloc, half := recloc+k, m<<i
			recloc += j
			c.SendRecv(me^1<<i, msg[senloc*m:][:half], me^1<<i, temp[:half])
			kept := msg[recloc*m:][:half]
			a.Op.Apply(kept, kept, temp[:half])
		}
		copy(a.Out, msg[me*m:])
		return c.Err()
	}
}

func downto(d int) []int {
	var list []int
	for i := d - 1; i >= 0; i-- {
		list = append(list, i)
	}
	return list
}

// to is the "for i := d-1 to 0" of F0: it counts up.
func to(d int) []int {
	var list []int
	for i := d - 1; i <= 0; i++ {
		list = append(list, i)
	}
	return list
}

// Algorithm 4.8 in F0 has "for i := d - 1 to 0" for downto, and "broadcast" in its caption for reduction (row
// 32). As printed there is no iteration and every node keeps its own block; on two nodes it goes unnoticed.
func TestCubeReductionCountsDown(t *testing.T) {
	for _, p := range []int{2, 4, 8, 16} {
		k := conform.Case{P: p, M: 3, Commuting: true}
		err := try(catalog.ReduceScatter, k, cubeReduction(to))
		assert.Equal(t, p > 2, err != nil, "p = %d: %v", p, err)
		assert.NoError(t, try(catalog.ReduceScatter, k, cubeReduction(downto)))
		oursIsRight(t, "hcube/reducescatter", k)
	}
}

// Algorithm 4.8 combines for node 0 in the order 0, 4, 2, 6, 1, 5, 3, 7 (row 32, hazard 5), so the operator must
// commute.
func TestCubeReductionScattersTheOrder(t *testing.T) {
	require.NoError(t, local.Run(8, func(port comm.AsyncPort[string]) error {
		x, result := make([]string, 8), make([]string, 1)
		for j := range x {
			x[j] = name(port)
		}
		args := catalog.Args[string]{Op: comm.Concat(), In: x, Out: result}
		err := cubeReduction(downto)(comm.New[string](port), args)
		if port.Rank() == 0 {
			assert.Equal(t, "04261537", result[0])
		}
		return err
	}))
	k := conform.Case{P: 8, M: 1} // an operator that does not commute
	assert.Error(t, try(catalog.ReduceScatter, k, cubeReduction(downto)))
	row := ours(t, "hcube/reducescatter")
	if err := try(catalog.ReduceScatter, k, row.Run); row.Commutative {
		assert.ErrorContains(t, err, "does not commute")
	} else {
		assert.NoError(t, err)
	}
}
