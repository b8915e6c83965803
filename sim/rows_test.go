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

// What the design claims of every row of the catalog, without data. That its time is its formula is
// tested in catalog.

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

// call makes a body of one call of a row, with blocks of m words, root or shift p/3.
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

// forSizes tests every row on all p up to 33, and on powers of two, a mesh that is no square, a square and a prime up to 256; fewer with -short, which is for the race detector: it never frees its state
// of a coroutine, at least 5 KB for each node.
func forSizes(t *testing.T, test func(t *testing.T, row catalog.Row[none], p int)) {
	largest := 256
	if testing.Short() {
		largest = 12
	}
	for _, row := range catalog.Rows[none]() {
		t.Run(row.ID, func(t *testing.T) {
			for p := 1; p <= largest; p++ {
				if row.Topology() == "network" && p > 64 {
					break // on one switch, where a node sends to all others
				}
				if row.Takes(p) && (p <= 33 || p == 64 || p == 96 || p == 128 || p == 225 || p == 251 || p == 256) {
					test(t, row, p)
				}
			}
		})
	}
}

// severalPorts: rows that drive several ports in one step on purpose.
func severalPorts(id string) bool {
	return strings.HasSuffix(id, "-bidir") || strings.HasSuffix(id, "-crossed") || strings.HasSuffix(id, "-linear") && id != "ring/bcast-linear" || id == "mesh/bcast-trees" ||
		strings.HasPrefix(id, "tree/") || strings.HasPrefix(id, "butterfly/") && !strings.Contains(id, "-swing") && !strings.HasSuffix(id, "-inorder") || strings.HasPrefix(id, "circulant/a") || id == "circulant/barrier" ||
		strings.HasPrefix(id, "network/")
}

// No row deadlocks, and no row that claims one port ever needs two.
func TestOnePortRows(t *testing.T) {
	forSizes(t, func(t *testing.T, row catalog.Row[none], p int) {
		run(t, p, sim.Config{Strict: !severalPorts(row.ID)}, call(row, 1))
	})
}

// Where a row has a formula, its messages share no link on its home network.
func TestCongestionFreeRows(t *testing.T) {
	forSizes(t, func(t *testing.T, row catalog.Row[none], p int) {
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
			assert.True(t, free(t, p, config, call(row, 1)), "%v", network)
		}
	})
}

// Every row whose dual is in the catalog is its dual in reverse (design.md, section 5.5): a node receives, from the same nodes and
// in reverse order, the messages that it sends in the other one.
func TestDualRows(t *testing.T) {
	duals := map[catalog.Collective]catalog.Collective{catalog.Bcast: catalog.Reduce, catalog.Scatter: catalog.Gather, catalog.Allgather: catalog.ReduceScatter}
	pairs := 0
	forSizes(t, func(t *testing.T, row catalog.Row[none], p int) {
		id := strings.Replace(row.ID, "/"+string(row.Op), "/"+string(duals[row.Op]), 1)
		dual, found := catalog.Find[byte](id)
		if !found || id == row.ID || !dual.Takes(p) || p > 64 {
			return
		}
		pairs++
		forth, _ := catalog.Find[byte](row.ID)
		assert.Equal(t, ends(t, forth, p, plan.Send), reversed(ends(t, dual, p, plan.Recv)), "%s and %s, p=%d", row.ID, id, p)
		assert.Equal(t, ends(t, forth, p, plan.Recv), reversed(ends(t, dual, p, plan.Send)), "%s and %s, p=%d", row.ID, id, p)
	})
	assert.Greater(t, pairs, 100)
}

// ends returns the peers and the words of what each node sends, or receives, in order.
func ends(t *testing.T, row catalog.Row[byte], p int, kind plan.Kind) [][][2]int {
	args := catalog.Args[byte]{Root: p / 3, Op: comm.Op[byte]{Commutative: true}, Network: pack.Into(topo.NewStar(p))}
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
