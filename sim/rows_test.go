package sim_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
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

// forSizes tests every row on p up to 256, fewer with -short, which is for the race detector: it never frees its state
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
				if row.Takes(p) && (p <= 33 || p%32 == 0 || p == 225 || p == 251) {
					test(t, row, p)
				}
			}
		})
	}
}

// severalPorts: rows that drive several ports in one step on purpose.
func severalPorts(id string) bool {
	return strings.HasSuffix(id, "-bidir") || strings.HasSuffix(id, "-crossed") || strings.HasSuffix(id, "-linear") && id != "ring/bcast-linear" || id == "mesh/bcast-trees" ||
		strings.HasPrefix(id, "network/")
}

// No row deadlocks, and no row that claims one port uses two, even on a machine with more ports.
func TestOnePortRows(t *testing.T) {
	forSizes(t, func(t *testing.T, row catalog.Row[none], p int) {
		trace := record(t, p, sim.Config{Ports: sim.AllPort}, call(row, 1))
		if !severalPorts(row.ID) {
			assert.NoError(t, trace.OnePort(), "p=%d", p)
		}
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
			assert.NoError(t, record(t, p, config, call(row, 1)).CongestionFree(), "%v", network)
		}
	})
}

// Every row whose dual is in the catalog is its dual in reverse (design.md, section 5.5).
func TestDualRows(t *testing.T) {
	duals := map[catalog.Collective]catalog.Collective{catalog.Bcast: catalog.Reduce, catalog.Scatter: catalog.Gather, catalog.Allgather: catalog.ReduceScatter}
	pairs := 0
	forSizes(t, func(t *testing.T, row catalog.Row[none], p int) {
		id := strings.Replace(row.ID, "/"+string(row.Op), "/"+string(duals[row.Op]), 1)
		dual, found := catalog.Find[none](id)
		if !found || id == row.ID || !dual.Takes(p) || p > 64 {
			return
		}
		pairs++
		config := sim.Config{}
		assert.NoError(t, sim.Dual(record(t, p, config, call(row, 7)), record(t, p, config, call(dual, 7))), fmt.Sprintf("%s and %s, p=%d", row.ID, id, p))
	})
	assert.Greater(t, pairs, 100)
}
