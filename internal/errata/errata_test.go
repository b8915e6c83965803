package errata

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/local"
	"topocoll/topo"
)

// runListing runs a listing on package local, whose sends never buffer, and returns its failure. A failure is
// a result that differs from the result of Oracle, an overwritten input, a deadlock, or a message to a
// nonexistent node.
func runListing(op catalog.Collective, k conform.Case, f Procedure) error {
	row := catalog.Row[string]{Info: catalog.Info{ID: "listing", Op: op}, Run: f}
	exam := conform.Set(op, conform.Strings(), k)
	return local.Run(k.P, func(port comm.AsyncPort[string]) error {
		return conform.Check(row, comm.New(port), exam)
	})
}

func TestListings(t *testing.T) {
	for _, test := range Listings() {
		t.Run(test.Row+" "+test.Printed, func(t *testing.T) {
			for _, c := range test.Cases {
				k := conform.Case{P: c.P, M: c.M, Shift: c.Shift, Commuting: test.Commuting}
				assert.ErrorContains(t, runListing(test.Op, k, test.Wrong), test.Says, "%+v", k)
				assert.NoError(t, runListing(test.Op, k, test.Right), "%+v", k)
			}
		})
	}
}

// Algorithms 4.5 and 4.8 combine in these orders (rows 30 and 32 and hazard 5 of textbook.md), so the
// operator must commute. conform.TestRefuses checks that the procedures of this project return an error for
// an operator that does not commute.
func TestReductionsLeaveTheOrder(t *testing.T) {
	// The key is the result on node 0, the value is the reduction.
	for first, reduce := range map[string]func(c *comm.Comm[string], x, result []string) error{
		"0123": func(c *comm.Comm[string], x, result []string) error {
			return ringReduction(true, c, comm.Concat(), x, result)
		},
		"04261537": func(c *comm.Comm[string], x, result []string) error {
			return cubeReduction(downto0)(c, catalog.Args[string]{Op: comm.Concat(), In: x, Out: result})
		},
	} {
		results := make([]string, len(first))
		assert.NoError(t, local.Run(len(first), func(port comm.AsyncPort[string]) error {
			x := slices.Repeat([]string{string(rune('0' + port.Rank()))}, len(first))
			return reduce(comm.New(port), x, results[port.Rank():][:1])
		}))
		assert.Equal(t, first, results[0])
	}
}

// ringReduction is Algorithm 4.5 for one word per block. The printed form starts with recv := 0. If peeled is
// set, the first iteration sends the block itself.
func ringReduction[T any](peeled bool, c *comm.Comm[T], op comm.Op[T], x, result []T) error {
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

// Algorithm 4.5 starts with recv := 0 (row 30, hazard 3), but 0 is the identity of + only. For example, the
// maximum of negative numbers is not 0.
func TestRingReductionNeedsNoIdentity(t *testing.T) {
	row, _ := catalog.Find[int64]("ring/reducescatter")
	for want, reduce := range map[int64]func(c *comm.Comm[int64], x, result []int64) error{
		0: func(c *comm.Comm[int64], x, result []int64) error {
			return ringReduction(false, c, comm.Max[int64](), x, result)
		},
		-1: func(c *comm.Comm[int64], x, result []int64) error {
			return row.Run(c, catalog.Args[int64]{Op: comm.Max[int64](), In: x, Out: result})
		},
	} {
		assert.NoError(t, local.Run(4, func(port comm.AsyncPort[int64]) error {
			mine, result := int64(-1-port.Rank()), make([]int64, 1)
			err := reduce(comm.New(port), []int64{mine, mine, mine, mine}, result)
			assert.Equal(t, want, result[0], "node %d", port.Rank())
			return err
		}))
	}
}

// If every node begins the sum with its own number, the results differ between nodes, because floating-point
// addition is not associative. MPI recommends identical results (hazard 5). The procedures of this project
// give bitwise identical results.
func TestAllreduceIsIdenticalEverywhere(t *testing.T) {
	type C = *comm.Comm[float64]
	distinct := func(p int, f func(c C, a catalog.Args[float64]) error) int { // sums of 1/3, 10/3, 100/3, ...
		sums, values := make([]float64, p), map[float64]bool{}
		assert.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
			x := []float64{1.0 / 3}
			for range port.Rank() {
				x[0] *= 10
			}
			return f(comm.New(port),
				catalog.Args[float64]{Op: comm.Sum[float64](), In: x, Out: sums[port.Rank():][:1]})
		}))
		for _, sum := range sums {
			values[sum] = true
		}
		return len(values)
	}
	assert.Greater(t, distinct(7, func(c C, a catalog.Args[float64]) error {
		p, me := c.Size(), c.Label()
		for i := range p {
			received := make([]float64, 1)
			c.SendRecv(topo.Mod(me-i, p), a.In, topo.Mod(me+i, p), received)
			a.Out[0] += received[0]
		}
		return c.Err()
	}), 1)
	for _, row := range catalog.Rows[float64]() {
		for p := 1; p <= 17; p++ {
			if row.Op == catalog.Allreduce && row.Takes(p) {
				assert.Equal(t, 1, distinct(p, row.Run), "%s, p = %d", row.ID, p)
			}
		}
	}
}
