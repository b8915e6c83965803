package catalog_test

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/sim"
	"topocoll/topo"
)

// With these values, each term of a sum can be identified, and every sum is exact in a float64.
const (
	ts = 1 << 40
	tw = 1 << 14
	th = 1
)

type none = struct{}

// withoutFormula maps each row for which the book has no formula to the reason.
var withoutFormula = map[string]string{
	"ring/allgather-baseline": "the p broadcasts overlap",
	"mesh/bcast-trees":        "its formula holds for nodes that use all links at once: TestTreesOnAllPorts",
	"tree/bcast-two-tree": "its formula holds for nodes that use all links at once: " +
		"TestTwoTreesOnAllPorts",
	"tree/reduce-two-tree": "as tree/bcast-two-tree",
	"mesh/scan": "not in the book; two pipelines in sequence, then a broadcast that " +
		"overlaps them",
	"mesh/exscan": "not in the book; as mesh/scan",
	"network": "its time is determined by the links, on nodes that use all links at once: " +
		"conform.TestNetworksReachTheBound",
}

func TestEveryRowHasAFormulaOrAReason(t *testing.T) {
	used := map[string]bool{}
	for _, row := range catalog.Rows[none]() {
		reason := cmp.Or(withoutFormula[row.ID], withoutFormula[row.Topology()])
		used[reason] = true
		assert.NotEqual(t, reason != "", row.Models() != nil,
			"%s must have either a formula in its row or a reason (%q) in "+
				"catalog/model_test.go", row.ID, reason)
	}
	for id, reason := range withoutFormula {
		assert.True(t, used[reason], id)
	}
}

// The simulated time of every row on its home network equals its formula, for every p for which it is
// designed.
func TestTimeIsTheFormula(t *testing.T) { testTimeIsTheFormula(t, sizes(), 11) }

// TestSystemTimeIsTheFormula is TestTimeIsTheFormula for other numbers of nodes. The formulas of Swing need a
// mesh with extents of 2 and 4, so none of these numbers fits them.
func TestSystemTimeIsTheFormula(t *testing.T) {
	testTimeIsTheFormula(t, []int{26, 28, 29, 30, 34, 35, 37, 38, 39, 40, 53, 60, 63, 144, 256}, 0)
}

func testTimeIsTheFormula(t *testing.T, sizes []int, fewest int) {
	for _, row := range catalog.Rows[none]() {
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			for _, model := range row.Models() {
				runs := 0
				for _, p := range sizes {
					for _, extents := range meshes(row.Info, p) {
						runs += equal(t, row, model, p, extents)
					}
				}
				assert.GreaterOrEqual(t, runs, fewest, "the formula holds for too few calls")
			}
		})
	}
}

// sizes returns every p up to 25, then squares, a cube, powers of two and their neighbours, and numbers with
// many divisors.
func sizes() []int {
	var sizes []int
	for p := 1; p <= 25; p++ {
		sizes = append(sizes, p)
	}
	if testing.Short() {
		return sizes[:16]
	}
	return append(sizes, 27, 31, 32, 33, 36, 48, 49, 64, 128)
}

func meshes(info catalog.Info, p int) []topo.Mesh {
	if !info.OnMesh() {
		return []topo.Mesh{nil}
	}
	return []topo.Mesh{{1, p}, topo.NearSquare(p, 2), topo.NearSquare(p, 3)}
}

// A call is the arguments of a row, with m words.
type call struct{ m, root, q, segment, radix int }

// calls returns a few calls for every length, root, shift and segment length. A message of 12p words can be
// divided into p parts.
func calls(row catalog.Row[none], model catalog.Model, p int) (list []call) {
	lengths := []int{1, 7, 1000, 12 * p}
	if p > 64 {
		lengths = []int{12 * p} // shorter messages are tested on fewer nodes
	}
	for _, m := range lengths {
		list = append(list, call{m: m, q: 1})
		if model.Parts != nil {
			list = append(list, call{m: m, segment: (m + 6) / 7}, call{m: m, segment: (m + 3) / 4})
		}
		for _, n := range []int{p / 3, p - 1} {
			switch {
			case row.Radix > 0:
				list = append(list, call{m: m, root: root(row, n), radix: 3},
					call{m: m, root: root(row, n), radix: max(2, n)})
			case row.Op.Rooted():
				list = append(list, call{m: m, root: n})
			case row.Op == catalog.Shift:
				list = append(list, call{m: m, q: n})
			}
		}
	}
	return list
}

// root returns n for an operation with a root, and otherwise 0.
func root(row catalog.Row[none], n int) int {
	if row.Op.Rooted() {
		return n
	}
	return 0
}

// equal compares the simulated time with the formula for all calls, under both kinds of routing.
func equal(t *testing.T, row catalog.Row[none], model catalog.Model, p int, extents topo.Mesh) (runs int) {
	network, err := model.Home.Network(p, extents)
	require.NoError(t, err)
	for _, k := range calls(row, model, p) {
		params := cost.Params{P: p, M: k.m, Ts: ts, Tw: tw, Mesh: extents, Q: topo.Mod(k.q, p),
			Radix: k.radix}
		if model.Parts != nil {
			params.K = model.Parts(p, k.m, k.segment)
		}
		if !row.Takes(p) || !model.Exact(row.Info, params) {
			continue
		}
		for _, routing := range []sim.Routing{sim.SF, sim.CT} {
			if routing == sim.SF && model.CT {
				continue
			}
			params.Th = float64(th * int(routing)) // the formulas of the book have no th under SF
			config := sim.Config{Ts: ts, Tw: tw, Th: th, Network: network, Placement: model.Placement(p),
				Routing: routing, Contention: p <= 64}
			r, err := simulate(row, config, p, k, extents)
			require.NoError(t, err)
			require.Equal(t, model.Cost(params), r.Time, "%v p=%d %+v %v", network, p, k, routing)
			runs++
		}
	}
	return runs
}

func simulate(row catalog.Row[none], config sim.Config, p int, k call, extents topo.Mesh) (*sim.Result,
	error) {
	return sim.Run(context.Background(), p, config, func(port comm.Port[none]) error {
		return row.Run(comm.New(port),
			catalog.Args[none]{Root: k.root, Shift: k.q, Segment: k.segment, Radix: k.radix, Mesh: extents,
				Op:  nothing,
				In:  make([]none, row.Op.In(p, k.m, port.Rank(), k.root)),
				Out: make([]none, row.Op.Out(p, k.m, port.Rank(), k.root))})
	})
}

// All four trees are used at the same time. Nodes with all ports need (ts + tw·m/4K)(K + R+C-2), and no two
// messages share a link. A ring has two trees.
func TestTreesOnAllPorts(t *testing.T) {
	row, _ := catalog.Find[none]("mesh/bcast-trees")
	for _, g := range []topo.Mesh{{3, 3}, {4, 4}, {3, 5}, {6, 4}, {1, 8}, {1, 5}} {
		for _, k := range []call{{m: 48, segment: 3}, {m: 480, segment: 10, root: 1}, {m: 48, segment: 48}} {
			trees, depth := 4, g[0]+g[1]-1
			if g[0] == 1 {
				trees, depth = 2, g[1]-1
			}
			parts := max(1, k.m/trees/k.segment)
			config := sim.Config{Ts: ts, Tw: tw, Network: topo.NewTorus(g), Ports: sim.AllPort,
				Contention: true}
			r, err := simulate(row, config, g.Size(), k, g)
			require.NoError(t, err)
			require.Equal(t, float64((ts+tw*(k.m/trees/parts))*(parts+depth-1)), r.Time, "%v %+v", g, k)
		}
	}
}

// Both trees are used at the same time. Nodes with all ports need (ts + tw·m/2)(1 + floor(log(p-1))).
func TestTwoTreesOnAllPorts(t *testing.T) {
	for _, id := range []string{"tree/bcast-two-tree", "tree/reduce-two-tree"} {
		row, _ := catalog.Find[none](id)
		for p := 3; p <= 40; p++ {
			config := sim.Config{Ts: ts, Tw: tw, Ports: sim.AllPort}
			r, err := simulate(row, config, p, call{m: 48, root: root(row, p/3)}, nil)
			require.NoError(t, err)
			require.Equal(t, float64((ts+tw*24)*bits.Len(uint(p-1))), r.Time, "%s, p=%d", id, p)
		}
	}
}

// Nodes with all ports use both directions at the same time. They send half the words in each direction,
// (p-1)/2 blocks, in half the steps. A crossed algorithm sends half of the data along rows first and the
// other half along columns first. On a square with even extents it needs a quarter of the one-port time, and
// all four links of a node carry equally many words.
func TestOnAllPorts(t *testing.T) {
	ring := func(p int) topo.Mesh { return topo.Mesh{1, p} }
	tests := []struct {
		id              string
		g               topo.Mesh
		m, steps, words int // words on each link in a crossed algorithm, if the extents are equal
	}{
		{"ring/allgather-bidir", ring(8), 6, 4, 7 * 6 / 2},
		{"ring/allgather-bidir", ring(9), 6, 4, 8 * 6 / 2},
		{"ring/reducescatter-bidir", ring(8), 6, 4, 7 * 6 / 2},
		{"ring/reducescatter-bidir", ring(9), 6, 4, 8 * 6 / 2},
		{"ring/allreduce-bidir", ring(3), 6, 2, 4 * 6 / 3 / 2},
		{"mesh/allgather-bidir", topo.Mesh{4, 4}, 6, 4, 15 * 6 / 2},
		{"mesh/allgather-bidir", topo.Mesh{3, 5}, 6, 3, 14 * 6 / 2},
		{"mesh/reducescatter-bidir", topo.Mesh{4, 4}, 6, 4, 15 * 6 / 2},
		{"mesh/reducescatter-bidir", topo.Mesh{3, 5}, 6, 3, 14 * 6 / 2},
		{"mesh/allgather-crossed", topo.Mesh{4, 4}, 8, 4, 15 * 8 / 4},
		{"mesh/allgather-crossed", topo.Mesh{6, 6}, 4, 6, 35 * 4 / 4},
		{"mesh/allgather-crossed", topo.Mesh{5, 5}, 6, 4, 24 * 6 / 4},
		{"mesh/reducescatter-crossed", topo.Mesh{4, 4}, 8, 4, 15 * 8 / 4},
		{"mesh/reducescatter-crossed", topo.Mesh{6, 6}, 4, 6, 35 * 4 / 4},
		{"mesh/reducescatter-crossed", topo.Mesh{5, 5}, 6, 4, 24 * 6 / 4},
		{"mesh/allreduce-crossed", topo.Mesh{4, 4}, 4 * 16, 8, 2 * 15 * 4 / 4},
		{"mesh/allreduce-crossed", topo.Mesh{5, 5}, 2 * 25, 8, 2 * 24 * 2 / 4},
		{"mesh/alltoall-crossed", topo.Mesh{4, 4}, 8, 4, 4 * 4 * 8 / 2},
		{"mesh/alltoall-crossed", topo.Mesh{6, 6}, 2, 6, 6 * 9 * 2 / 2},
		{"mesh/alltoall-crossed", topo.Mesh{5, 5}, 2, 4, 5 * 6 * 2 / 2},
		// the longest message of every step
		{"mesh/allgather-crossed", topo.Mesh{4, 6}, 4, 6, 2 + 2 + 1 + 12 + 8 + 4},
	}
	for _, test := range tests {
		row, _ := catalog.Find[none](test.id)
		config := sim.Config{Ts: ts, Tw: tw, Network: topo.NewTorus(test.g), Ports: sim.AllPort,
			Contention: true}
		r, err := simulate(row, config, test.g.Size(), call{m: test.m}, test.g)
		require.NoError(t, err)
		assert.Equal(t, float64(ts*test.steps+tw*test.words), r.Time, "%+v", test)
		if strings.HasSuffix(test.id, "-crossed") && test.g[0] == test.g[1] {
			assert.Equal(t, slices.Repeat([]int{test.words}, len(r.LinkWords)), r.LinkWords, "%+v", test)
		}
	}
}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

func TestNetworkOfEachKind(t *testing.T) {
	for _, kind := range topo.Kinds() {
		network, err := catalog.Home(kind).Network(12, nil)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, network.Nodes(), 12, kind)
	}
	_, err := catalog.Home("butterfly").Network(12, nil)
	assert.ErrorContains(t, err, `network "butterfly", want ring:P`)
	assert.True(t, slices.Contains(topo.Kinds(), string(catalog.Row[none]{}.Model().Home)))
}

// The description of a formula's condition names the condition that the parameters do not meet.
func TestUnmet(t *testing.T) {
	for _, test := range []struct {
		id   string
		a    cost.Params
		want string
	}{
		{"hcube/bcast-scatter", cost.Params{P: 64, M: 1000}, "m divisible by p = 64"},
		{"hcube/bcast-scatter", cost.Params{P: 6, M: 6}, "p = 2^d"},
		{"hcube/bcast-scatter", cost.Params{P: 8, M: 16}, ""},
		{"hcube/bcast-trees", cost.Params{P: 2, M: 16}, "p > 2"},
		{"ring/scan", cost.Params{P: 8, M: 20000, K: 11}, "m divisible by the number of segments, K = 11"},
		{"tree/reduce-binary", cost.Params{P: 8, M: 1}, "p = 2^d - 1"},
		{"tree/bcast-split-binary", cost.Params{P: 7, M: 1}, "m divisible by 2"},
		{"tree/scatter-knomial=3", cost.Params{P: 8, M: 1}, "p = r^d with r = 3"},
		{"mesh/alltoall-crossed", cost.Params{P: 8, M: 1, Mesh: topo.Mesh{2, 2, 2}}, "a mesh of two dimensions"},
	} {
		row, ok := catalog.FindByteRow(test.id)
		require.True(t, ok, test.id)
		assert.Equal(t, test.want, row.Model().Unmet(row.Info, test.a), "%s %+v", test.id, test.a)
		assert.Equal(t, test.want == "", row.Model().Exact(row.Info, test.a), test.id)
	}
}
