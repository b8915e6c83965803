package errata

import (
	"context"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/sim"
	"topocoll/topo"
)

// F2 labels the time of the one-to-all personalised operation T_all->all(pers) and writes its sizes as
// 2^(i-1) m, rising (row 39): they fall, mp/2 first. The sum is the same.
func TestScatterSizesFall(t *testing.T) {
	words := widest(messages(t, "hcube/scatter", conform.Case{P: 16, M: 3}))
	assert.Equal(t, []int{24, 12, 6, 3}, words)
	assert.Equal(t, 3*15, sum(words))
}

// F2 has (ts + tw m)(p-1) for the scatter on a ring, F4 says that ts log p + tw m(p-1) holds there too (rows
// 37, 40). Neither is wrong: they are two algorithms with the same words, block by block round the ring, and the
// halving of the hypercube mapped on it. The second one needs CT, and F4 leaves its th(p-1) out.
func TestScatterOnARingHasTwoForms(t *testing.T) {
	const p, m, ts, tw, th = 16, 3, 1 << 20, 1 << 10, 1
	for id, want := range map[string]float64{
		"ring/scatter":  (ts + tw*m + th) * (p - 1),
		"hcube/scatter": ts*4 + tw*m*(p-1) + th*(p-1),
	} {
		config := sim.Config{Ts: ts, Tw: tw, Th: th, Network: topo.NewRing(p), Routing: sim.CT, Contention: true}
		exam := conform.Set(catalog.Scatter, conform.Strings(), conform.Case{P: p, M: m})
		result, err := sim.Run(context.Background(), p, config, func(port comm.Port[string]) error {
			return conform.Check(ours(t, id), comm.New(port), exam)
		})
		require.NoError(t, err)
		assert.Equal(t, want, result.Time, id)
	}
}

// F4 has every node of the ring send "to all neighbours" (row 42): it is one neighbour, and the messages get
// shorter by m a step.
func TestRingExchangeGoesOneWay(t *testing.T) {
	const p, m = 6, 2
	list := messages(t, "ring/alltoall", conform.Case{P: p, M: m})
	for _, msg := range list {
		assert.Equal(t, list[0].To == topo.Mod(list[0].From+1, p), msg.To == topo.Mod(msg.From+1, p))
		assert.Equal(t, m*(p-msg.Step), msg.Words)
	}
	assert.Len(t, list, p*(p-1))
}

// F2 prints tw ln(sqrt p) sqrt p/2 for a phase of the exchange on a mesh, F2 and F4 m_p and t_tmp after it (row
// 44): it is m sqrt p words a block, so (2 ts + tw m p)(sqrt p - 1).
func TestMeshExchangeWords(t *testing.T) {
	for _, m := range []int{1, 5} {
		words := widest(messages(t, "mesh/alltoall", conform.Case{P: 16, M: m}))
		assert.Equal(t, []int{12 * m, 8 * m, 4 * m, 12 * m, 8 * m, 4 * m}, words)
		assert.Equal(t, m*16*3, sum(words))
	}
}

// cubeRoute returns the nodes on the way from a to b by E-cube routing.
func cubeRoute(a, b int) []int {
	h := topo.NewHypercube(8)
	nodes := []int{a}
	for _, link := range h.Route(nil, a, b) {
		_, next := h.Ends(link)
		nodes = append(nodes, next)
	}
	return nodes
}

// Figure 4.21 in F4 has the line 4 -> 5 -> 7 -> 6 for the last step of the total exchange (row 46); F2's 3.21
// has 4 -> 5 -> 7 -> 3. In that step 4 talks to 4 XOR 7 = 3, and to reach 6 from 7 undoes a dimension.
func TestECubeRoutesOfFigure321(t *testing.T) {
	printed := [][]int{{0, 1, 3, 7}, {1, 0, 2, 6}, {2, 3, 1, 5}, {3, 2, 0, 4}, {4, 5, 7, 3}, {5, 4, 6, 2}, {6, 7, 5, 1}, {7, 6, 4, 0}}
	for v, want := range printed {
		assert.Equal(t, want, cubeRoute(v, v^7))
	}
	assert.NotEqual(t, []int{4, 5, 7, 6}, cubeRoute(4, 4^7))
	assert.Equal(t, []int{4, 6}, cubeRoute(4, 6))
}

// F2 calls the routing "Erasure" and puts l th p log p/2 under the total (row 46). E-cube routing it is: no
// link twice in a step, and the hops of all steps are (p/2) log p, without an l.
func TestECubeExchange(t *testing.T) {
	for d := 1; d <= 5; d++ {
		p := 1 << d
		h, hops := topo.NewHypercube(p), 0
		used := map[[2]int]bool{}
		for _, msg := range messages(t, "hcube/alltoall-ecube", conform.Case{P: p, M: 1}) {
			assert.Equal(t, msg.Step, msg.From^msg.To)
			if msg.From == 0 {
				hops += bits.OnesCount(uint(msg.To))
			}
			for _, link := range h.Route(nil, msg.From, msg.To) {
				at := [2]int{msg.Step, int(link)}
				assert.False(t, used[at], "link %d twice in step %d", link, msg.Step)
				used[at] = true
			}
		}
		assert.Equal(t, p*d/2, hops)
	}
}

// The table of MPI names in F2 has "circular shift (MPI_Allgather) (MPI_Reduce_Scatter)" (row 59): the calls
// belong to the next line, all-to-all broadcast and reduction.
func TestNamesOfMPI(t *testing.T) {
	assert.Equal(t, "MPI_Allgather", catalog.Allgather.MPI())
	assert.Equal(t, "MPI_Reduce_scatter_block", catalog.ReduceScatter.MPI())
	assert.Equal(t, "MPI_Sendrecv", catalog.Shift.MPI())
}
