package bounds

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// The bound of a network equals a value computed by hand. At 1 Gbit/s a byte takes 8 ns, and a host of a ring
// has two links.
func TestBoundOfANetwork(t *testing.T) {
	for _, c := range []struct {
		network string
		coll    catalog.Collective
		p       int
		bytes   int
		want    float64
	}{
		{"ring:8@1gbit", catalog.Bcast, 8, 1000, 1000 * 8.0 / 2},
		{"ring:8@1gbit", catalog.Allgather, 8, 1000, 7 * 1000 * 8.0 / 2},
		{"ring:8@1gbit", catalog.Allreduce, 8, 1000, 1750 * 8.0 / 2},
		{"star:8@1gbit", catalog.Alltoall, 8, 1000, 7 * 1000 * 8.0},
		{"torus:4x4@200mbit", catalog.Scatter, 16, 1000, 15 * 1000 * 40.0 / 4},
		// a dimension of extent 2 has one cable for each pair of nodes, not two
		{"torus:2x2@200mbit", catalog.Bcast, 4, 1000, 1000 * 40.0 / 2},
		{"hypercube:8@100mbit", catalog.Bcast, 8, 1000, 1000 * 80.0 / 3},
		{"tree:8@1gbit", catalog.Bcast, 8, 1000, 1000 * 8.0},
		{"ring:8@1gbit", catalog.Barrier, 8, 0, 0},
		{"ring:8", catalog.Bcast, 8, 1000, 0},
		{"somewhere else", catalog.Bcast, 8, 1000, 0},
		{"", catalog.Bcast, 8, 1000, 0},

		// On a list of links, a byte takes 80 ns on a link of 100 Mbit/s. The host with the largest capacity
		// determines the bound.
		{"links:h0-s0,h1-s0,h2-s0@1gbit", catalog.Bcast, 3, 1000, 1000 * 8.0},
		{"links:h0-s0=1gbit,h1-s0=100mbit,h2-s0=100mbit", catalog.Allgather, 3, 1000, 2 * 1000 * 80.0},
		{"links:h0-h1=100mbit,h1-h2=200mbit,h2-h0=100mbit", catalog.Gather, 3, 1000, 2 * 1000 * 80.0 / 3},
		{"links:h0>h1=100mbit,h1>h2=100mbit,h2>h0=100mbit", catalog.Bcast, 3, 1000, 1000 * 80.0},
		// Lower uses no cuts on a list of links.
		{"links:h0-s0,h1-s0,h2-s0@1gbit", catalog.Alltoall, 3, 1000, 2 * 1000 * 8.0},
		{"links:h0-h1", catalog.Bcast, 2, 1000, 0},
		{"file:/etc/hosts@1gbit", catalog.Bcast, 2, 1000, 0}, // a result never has a network from a file

		// If n ranks are on one side of a cut, they send n(p-n) blocks to the other side. On a ring this is p²/8
		// blocks per link. An all-to-all achieves this bound if every block takes a shortest path and both
		// directions are used equally.
		{"ring:8@1gbit", catalog.Alltoall, 8, 1000, 4 * 4 * 1000 * 8.0 / 2},
		{"ring:5@1gbit", catalog.Alltoall, 5, 1000, 2 * 3 * 1000 * 8.0 / 2},
		{"ring:2@1gbit", catalog.Alltoall, 2, 1000, 1000 * 8.0},
		{"torus:4x4@200mbit", catalog.Alltoall, 16, 1000, 8 * 8 * 1000 * 40.0 / 8},
		// the cut across the extent of 8, not of 2: 64/8
		{"torus:2x8@200mbit", catalog.Alltoall, 16, 1000, 8 * 8 * 1000 * 40.0 / 4},
		{"torus:1x8@1gbit", catalog.Alltoall, 8, 1000, 4 * 4 * 1000 * 8.0 / 2},
		{"hypercube:8@100mbit", catalog.Alltoall, 8, 1000, 4 * 4 * 1000 * 80.0 / 4},
		{"tree:8@1gbit", catalog.Alltoall, 8, 1000, 4 * 4 * 1000 * 8.0}, // one cable to each half
	} {
		assert.InDelta(t, c.want, Lower(resultstest.HostEach(c.network, c.p), c.coll, c.p, c.bytes), 1e-9,
			"%s %s", c.network, c.coll)
	}
}

// The bound depends on how many ranks a host has, not on the labels from --map. The name of a host contains
// the number of its node. Without such names, a cut is valid only if all hosts have the same number of ranks.
func TestCutsCountRanks(t *testing.T) {
	for _, c := range []struct {
		name string
		env  results.Env
		want float64 // blocks over cables
	}{
		{"two ranks a host", resultstest.OnHosts("ring:4@1gbit,slots=2", "h0 h0 h1 h1 h2 h2 h3 h3"),
			4 * 4 / 2.0},
		{"dealt round", resultstest.OnHosts("ring:4@1gbit,slots=2", "h0 h1 h2 h3 h0 h1 h2 h3"), 4 * 4 / 2.0},
		{"names that tell nothing", resultstest.OnHosts("ring:4@1gbit,slots=2", "a a c c b b d d"),
			4 * 4 / 2.0},
		// 16 hops over the 8 cables on the routes
		{"half of the hosts", resultstest.OnHosts("hypercube:8@1gbit", "h0 h1 h2 h3"), 16 / 8.0},
		// the cut around a host: 3
		{"one branch", resultstest.OnHosts("tree:8@1gbit", "h0 h1 h4 h5"), 2 * 2},
		// the cut around a host
		{"names that may be anywhere", resultstest.OnHosts("tree:8@1gbit", "a b e f"), 3},
		// 4 ranks, one on each host
		{"no names", results.Env{Labelling: results.Labelling{Network: "ring:4@1gbit"}}, 2 * 2 / 2.0},
		// 4 ranks on unknown hosts
		{"fewer than hosts, no names", results.Env{Labelling: results.Labelling{Network: "tree:8@1gbit"}}, 3},
		// inconsistent input
		{"more hosts than the network has", resultstest.OnHosts("ring:2@1gbit", "a b c d"), 3.0},
	} {
		p := max(4, len(c.env.Ranks))
		assert.InDelta(t, c.want*8, Lower(c.env, catalog.Alltoall, p, 1), 1e-9, c.name)
		for label := range c.env.Ranks {
			c.env.Labels = append(c.env.Labels, (3*label+1)%p) // 3 is coprime to 4 and 8
		}
		assert.InDelta(t, c.want*8, Lower(c.env, catalog.Alltoall, p, 1), 1e-9, "%s, other labels", c.name)
	}
}

// No algorithm of the catalog is faster than its bound in the simulator. Start-ups and hops cost nothing,
// nodes use all links at once, and a link carries one message at a time.
func TestNoAlgorithmIsFasterThanItsBound(t *testing.T) {
	const m = 48
	for _, text := range []string{"ring:5", "ring:8", "torus:2x3", "torus:4x4", "hypercube:8", "tree:8",
		"star:6",
		"links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1", "links:h0-s0=40gbit,h1-s0=8gbit,h2-h1=16gbit,h0>h2=8gbit"} {
		env := resultstest.HostEach(text, 0) // 1 ns per byte; below, 1 µs per word
		if !strings.Contains(text, "=") {
			env.Network += "@8gbit"
		}
		spec, err := topo.ParseFabric(text)
		require.NoError(t, err)
		p := spec.Network.Nodes()
		config := sim.Config{Tw: 1, Network: spec.Network, Routing: sim.CT, Ports: sim.AllPort,
			Contention: true}
		for _, row := range catalog.ByteRows() {
			if !row.Takes(p) {
				continue
			}
			r, err := sim.Run(context.Background(), p, config, func(port comm.Port[byte]) error {
				return row.Run(comm.New(port), catalog.Args[byte]{Shift: 1,
					Op: comm.Op[byte]{Name: "nothing", Commutative: true,
						Apply: func(_, _, _ []byte) {}},
					In: make([]byte, row.Op.In(p, m, port.Rank(), 0)),
					Out: make([]byte, row.Op.Out(p, m,
						port.Rank(), 0))})
			})
			require.NoError(t, err, "%s on %s", row.ID, text)
			assert.GreaterOrEqual(t, r.Time, Lower(env, row.Op, p, m), "%s on %s", row.ID, text)
		}
	}
}
