package sim_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// These tests check the properties that every algorithm of the catalog claims, without data. Package catalog
// tests that the simulated time equals the formula.

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

// call returns a body that calls a row once, with blocks of m words and with p/3 as the root and the shift.
func call(row catalog.Row[none], m int) func(c *comm.Comm[none]) error {
	var network *pack.Network
	var once sync.Once
	return func(c *comm.Comm[none]) error {
		p, me := c.Size(), c.Label()
		once.Do(func() { network = pack.Into(topo.NewStar(p)) })
		args := catalog.Args[none]{Root: p / 3, Shift: p / 3, Op: nothing, Network: network}
		args.In = make([]none, row.Op.In(p, m, me, args.Root))
		args.Out = make([]none, row.Op.Out(p, m, me, args.Root))
		return row.Run(c, args)
	}
}

// sizes lists every p up to 25, then powers of two, one more than a power of two, and a mesh that is not
// square.
var sizes = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
	32,
	33, 64, 96}

// otherSizes lists the remaining p up to 31, powers of two, a square and a prime.
var otherSizes = []int{26, 27, 28, 29, 30, 31, 128, 225, 251, 256}

// forSizes tests every algorithm on all sizes. With -short it tests fewer sizes, because the race detector
// never frees its state of a coroutine. This state takes at least 5 KB for each node.
func forSizes(t *testing.T, sizes []int, test func(t *testing.T, row catalog.Row[none], p int)) {
	for _, row := range catalog.Rows[none]() {
		t.Run(row.ID, func(t *testing.T) {
			for _, p := range sizes {
				switch {
				case testing.Short() && p > 12:
				case row.Topology() == "network" && p > 64:
					// On one switch every node sends to every other node, so a larger p tests nothing new.
				case row.Takes(p):
					test(t, row, p)
				}
			}
		})
	}
}

// severalPorts reports whether the algorithm is designed to use several ports in one step.
func severalPorts(id string) bool {
	return strings.HasSuffix(id, "-bidir") || strings.HasSuffix(id, "-crossed") ||
		strings.HasSuffix(id, "-linear") && id != "ring/bcast-linear" || id == "mesh/bcast-trees" ||
		strings.HasPrefix(id, "tree/") || strings.HasPrefix(id, "butterfly/") &&
		!strings.Contains(id, "-swing") && !strings.HasSuffix(id, "-inorder") ||
		strings.HasPrefix(id, "circulant/a") || id == "circulant/barrier" ||
		strings.HasPrefix(id, "network/")
}

// No algorithm deadlocks, and no algorithm that claims one port needs two.
func TestOnePortRows(t *testing.T) { testOnePortRows(t, sizes) }

// TestSystemOnePortRows is TestOnePortRows for other numbers of nodes.
func TestSystemOnePortRows(t *testing.T) { testOnePortRows(t, otherSizes) }

func testOnePortRows(t *testing.T, sizes []int) {
	forSizes(t, sizes, func(t *testing.T, row catalog.Row[none], p int) {
		run(t, p, sim.Config{Strict: !severalPorts(row.ID)}, call(row, 1))
	})
}

// If an algorithm has an exact formula, no two of its messages share a link on its home network.
func TestCongestionFreeRows(t *testing.T) { testCongestionFreeRows(t, sizes) }

// TestSystemCongestionFreeRows is TestCongestionFreeRows for other numbers of nodes.
func TestSystemCongestionFreeRows(t *testing.T) { testCongestionFreeRows(t, otherSizes) }

func testCongestionFreeRows(t *testing.T, sizes []int) {
	forSizes(t, sizes, func(t *testing.T, row catalog.Row[none], p int) {
		for _, model := range row.Models() {
			params := cost.Params{P: p, M: 1, Mesh: topo.NearSquare(p, 2), Q: p / 3}
			network, err := model.Home.Network(p, nil)
			assert.NoError(t, err)
			if !model.Exact(row.Info, params) {
				continue
			}
			config := sim.Config{Network: network}
			if model.CT {
				config.Routing = sim.CT
			}
			assert.True(t, sharesNoLink(t, p, config, call(row, 1)), "%v", network)
		}
	})
}

// If an algorithm has a dual in the catalog, it is the reverse of that dual. A node receives the messages
// that it sends in the dual, from the same nodes and in reverse order.
func TestDualRows(t *testing.T) {
	duals := map[catalog.Collective]catalog.Collective{catalog.Bcast: catalog.Reduce,
		catalog.Scatter: catalog.Gather, catalog.Allgather: catalog.ReduceScatter}
	pairs := 0
	forSizes(t, sizes, func(t *testing.T, row catalog.Row[none], p int) {
		id := strings.Replace(row.ID, "/"+string(row.Op), "/"+string(duals[row.Op]), 1)
		dual, found := catalog.FindByteRow(id)
		if !found || id == row.ID || !dual.Takes(p) || p > 64 {
			return
		}
		pairs++
		forth, _ := catalog.FindByteRow(row.ID)
		assert.Equal(t, ends(t, forth, p, plan.Send), reversed(ends(t, dual, p, plan.Recv)),
			"%s and %s, p=%d", row.ID, id, p)
		assert.Equal(t, ends(t, forth, p, plan.Recv), reversed(ends(t, dual, p, plan.Send)),
			"%s and %s, p=%d", row.ID, id, p)
	})
	assert.Greater(t, pairs, 100)
}

// ends returns the peer and the number of words of each node's sends or receives, in order.
func ends(t *testing.T, row catalog.Row[byte], p int, kind plan.Kind) [][][2]int {
	args := catalog.Args[byte]{Root: p / 3, Op: comm.Op[byte]{Commutative: true},
		Network: pack.Into(topo.NewStar(p))}
	job, err := catalog.Record(row, p, 7, args)
	require.NoError(t, err)
	all := make([][][2]int, p)
	for rank, node := range job {
		for _, s := range node.Steps {
			if s.Kind == kind {
				all[rank] = append(all[rank], [2]int{s.Peer, s.Words()})
			}
		}
	}
	return all
}

func reversed(all [][][2]int) [][][2]int {
	for _, of := range all {
		slices.Reverse(of)
	}
	return all
}
