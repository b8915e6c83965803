package errata

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/local"
	"topocoll/topo"
)

// prefixSums is Algorithm 4.9 with the places where the order of the operands counts.
func prefixSums(inOrder bool) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, m := c.Label(), len(a.In)
		msg, number := append([]string(nil), a.In...), make([]string, m)
		result := append([]string(nil), a.In...)
		for i := range topo.CubeDim(c.Size()) {
			partner := me ^ 1<<i
			c.SendRecv(partner, msg, partner, number)
			if inOrder && partner < me {
				a.Op.Apply(msg, number, msg)
			} else {
				a.Op.Apply(msg, msg, number)
			}
			if partner < me && inOrder {
				a.Op.Apply(result, number, result)
			} else if partner < me {
				a.Op.Apply(result, result, number)
			}
		}
		copy(a.Out, result)
		return c.Err()
	}
}

// Every source writes result + number and msg + number, F3 x ⊕ m (row 35): what comes from a lower label
// belongs on the left. With + the error does not show.
func TestPrefixSumsOperandOrder(t *testing.T) {
	for _, p := range []int{2, 4, 8} {
		k := conform.Case{P: p, M: 2}
		assert.ErrorContains(t, try(catalog.Scan, k, prefixSums(false)), "result[0]", "p = %d", p)
		assert.NoError(t, try(catalog.Scan, k, prefixSums(true)))
		oursIsRight(t, "hcube/scan", k)
		k.Commuting = true
		assert.NoError(t, try(catalog.Scan, k, prefixSums(false)))
	}
}

// F2 has node k use the "k-processor subset of those whose labels <= k", F4 the labels below k (row 35): it
// is k+1 processors, its own number among them. Below k is the exclusive sum.
func TestPrefixSumsUseKPlusOneNumbers(t *testing.T) {
	k := conform.Case{P: 8, M: 1}
	inclusive := conform.Set(catalog.Scan, conform.Strings(), k)
	exclusive := conform.Set(catalog.Exscan, conform.Strings(), k)
	for v := 1; v < k.P; v++ {
		assert.Len(t, strings.Fields(inclusive.Want[v][0]), v+1)
		assert.Len(t, strings.Fields(exclusive.Want[v][0]), v)
	}
	oursIsRight(t, "hcube/scan", k)
	oursIsRight(t, "hcube/exscan", k)
	assert.Error(t, try(catalog.Scan, k, ours(t, "hcube/exscan").Run), "the labels below k only")
}

// A sum that every node forms for itself, its own number first, is not the same number everywhere: floating
// point does not associate. MPI wants identical results (hazard 5), and ours are, to the bit.
func TestAllreduceIsIdenticalEverywhere(t *testing.T) {
	ownFirst := func(c *comm.Comm[float64], a catalog.Args[float64]) error {
		p, me := c.Size(), c.Label()
		all := make([]float64, p)
		for i := range p {
			c.SendRecv(topo.Mod(me-i, p), a.In, topo.Mod(me+i, p), all[i:i+1])
		}
		for i := range p {
			a.Out[0] += all[i]
		}
		return c.Err()
	}
	assert.Greater(t, distinct(t, 7, ownFirst), 1)
	for _, row := range catalog.Rows[float64]() {
		for p := 1; p <= 17; p++ {
			if row.Op == catalog.Allreduce && row.Takes(p) {
				assert.Equal(t, 1, distinct(t, p, row.Run), "%s, p = %d", row.ID, p)
			}
		}
	}
}

// distinct returns how many different sums of 1/3, 10/3, 100/3, ... the nodes have.
func distinct(t *testing.T, p int, f func(c *comm.Comm[float64], a catalog.Args[float64]) error) int {
	sums := make([]float64, p)
	require.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
		x := []float64{1.0 / 3}
		for range port.Rank() {
			x[0] *= 10
		}
		return f(comm.New[float64](port), catalog.Args[float64]{Op: comm.Sum[float64](), In: x, Out: sums[port.Rank() : port.Rank()+1]})
	}))
	values := map[float64]bool{}
	for _, s := range sums {
		values[s] = true
	}
	return len(values)
}
