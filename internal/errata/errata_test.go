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

// A listing is a procedure as printed in a source.
type listing = func(c *comm.Comm[string], a catalog.Args[string]) error

// try runs a listing on the machine whose sends never buffer and returns its failure: a result that differs from the
// oracle's, an input that was overwritten, a deadlock, a node that does not exist.
func try(op catalog.Collective, k conform.Case, f listing) error {
	row := catalog.Row[string]{Info: catalog.Info{ID: "listing", Op: op}, Run: f}
	exam := conform.Set(op, conform.Strings(), k)
	return local.Run(k.P, func(port comm.AsyncPort[string]) error {
		return conform.Check(row, comm.New(port), exam)
	})
}

// The listings in which a misprint, or a hazard in their translation, shows.
var listings = []struct {
	row, printed string
	op           catalog.Collective
	cases        []conform.Case // in which it fails
	says         string
	wrong, right listing
}{
	// Algorithms 4.4 to 4.10: past the eager limit all nodes wait in their send. The local machine never buffers.
	{"hazard 1", "send; receive on both sides", catalog.Allgather, on(conform.Case{M: 1}, 4), "deadlock: 0 sends 1 words to 1; 1 sends",
		ringAllgather(sendFirst, topo.Mod), ringAllgather(atOnce, topo.Mod)},
	// (my_id - 1) mod p is p-1 for node 0; Go's and C's % make it -1.
	{"hazard 2", "(my_id - 1) mod p", catalog.Allgather, on(conform.Case{M: 1}, 4), "deadlock", // -1 is comm.None
		ringAllgather(atOnce, func(a, p int) int { return a % p }), ringAllgather(atOnce, topo.Mod)},
	// Nor does any listing from 4.7 to 4.10 mention that p is a power of two.
	{"hazard 6", "for i := 0 to d-1, p = 6", catalog.Allgather, on(conform.Case{M: 1}, 6), "no process 6, want 0..5",
		cubeAllgather(func(d int) int { return d }), ours("hcube/allgather")},
	// With XOR only node 2^i would send, and node 0 waits for it.
	{"7", "F2: my-id XOR 2^i = 0", catalog.Bcast, on(conform.Case{M: 3}, 8), "",
		broadcast(func(id, bit int) bool { return id^bit == 0 }, power), broadcast(and, power)},
	// Twice i is no bit of the label.
	{"8", "F0: 2 i for 2^i", catalog.Bcast, on(conform.Case{M: 3}, 8), "",
		broadcast(and, func(i int) int { return 2 * i }), broadcast(and, power)},
	// The partial sum is gone. It goes unnoticed on two nodes.
	{"20", "F1: recv(sum), then sum += X", catalog.Reduce, on(conform.Case{M: 3, Commuting: true}, 4, 8), "result",
		accumulate(func(_, sum, _ []string) []string { return sum }), accumulate(intoTemp)},
	// Right, but X is the caller's, and under MPI a send buffer that must not be written (hazard 4).
	{"20", "algorithm 4.3, program 3.3: receive into X", catalog.Reduce, on(conform.Case{M: 3}, 8), "input",
		accumulate(func(x, _, _ []string) []string { return x }), accumulate(intoTemp)},
	{"26", "F4: - (my_id ± 1) mod sqrt p", catalog.Allgather, on(conform.Case{M: 2}, 9), "", meshAllgather(-1), meshAllgather(+1)},
	// In one more iteration the partner does not exist.
	{"27", "F3: for 0 <= k, without an end", catalog.Allgather, on(conform.Case{M: 1}, 8), "no process 8, want 0..7",
		cubeAllgather(func(d int) int { return d + 1 }), cubeAllgather(func(d int) int { return d })},
	// As printed there is no iteration and every node keeps its own block. On two nodes it goes unnoticed.
	{"32", "F0: for i := d-1 to 0", catalog.ReduceScatter, on(conform.Case{M: 3, Commuting: true}, 4, 8, 16), "result",
		cubeReduction(to0), cubeReduction(downto0)},
	// What comes from a lower label belongs on the left. With + the error does not show.
	{"35", "result + number, msg + number", catalog.Scan, on(conform.Case{M: 2}, 2, 4, 8), "result[0]", prefixSums(false), prefixSums(true)},
	// Figure 3.22 (b) shifts rows backwards: there the compensation is -1, and the columns go one further.
	{"49", "compensation +1 backwards", catalog.Shift, shifts(16), "result", meshShift(+1, 0), meshShift(-1, 1)},
}

// on returns a case for each of some numbers of nodes.
func on(k conform.Case, p ...int) (cases []conform.Case) {
	for _, k.P = range p {
		cases = append(cases, k)
	}
	return cases
}

// shifts are those that are not along the columns only.
func shifts(p int) (cases []conform.Case) {
	for q := range p {
		if q%4 != 0 {
			cases = append(cases, conform.Case{P: p, M: 2, Shift: q})
		}
	}
	return cases
}

func ours(id string) listing {
	row, _ := catalog.Find[string](id)
	return row.Run
}

func TestListings(t *testing.T) {
	for _, test := range listings {
		t.Run(test.row+" "+test.printed, func(t *testing.T) {
			for _, k := range test.cases {
				assert.ErrorContains(t, try(test.op, k, test.wrong), test.says, "%+v", k)
				assert.NoError(t, try(test.op, k, test.right), "%+v", k)
			}
		})
	}
}

// Algorithms 4.5 and 4.8 combine in these orders (rows 30 and 32, hazard 5), so the operator must commute. conform.TestRefuses
// shows that ours refuse one that does not.
func TestReductionsLeaveTheOrder(t *testing.T) {
	for first, reduce := range map[string]func(c *comm.Comm[string], x, result []string) error{ // that of node 0
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

// Algorithm 4.5 starts with recv := 0 (row 30, hazard 3): 0 is the identity of + and of no other operator. The maximum of
// negative numbers is not 0.
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

// A sum that every node forms for itself, its own number first, is not the same number everywhere: floating point does not
// associate. MPI wants identical results (hazard 5), and ours are, to the bit.
func TestAllreduceIsIdenticalEverywhere(t *testing.T) {
	type C = *comm.Comm[float64]
	distinct := func(p int, f func(c C, a catalog.Args[float64]) error) int { // sums of 1/3, 10/3, 100/3, ...
		sums, values := make([]float64, p), map[float64]bool{}
		assert.NoError(t, local.Run(p, func(port comm.AsyncPort[float64]) error {
			x := []float64{1.0 / 3}
			for range port.Rank() {
				x[0] *= 10
			}
			return f(comm.New(port), catalog.Args[float64]{Op: comm.Sum[float64](), In: x, Out: sums[port.Rank():][:1]})
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
