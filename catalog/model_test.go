package catalog_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/sim"
	"topocoll/topo"
)

// With these no two terms of a sum can be confused, and every sum is exact in a float64.
const (
	ts = 1 << 40
	tw = 1 << 14
	th = 1
)

type none = struct{}

// Rows for which the book has no formula, with the reason.
var withoutFormula = map[string]string{}

func TestEveryRowHasAFormulaOrAReason(t *testing.T) {
	var ids []string
	for _, row := range catalog.Rows[none]() {
		ids = append(ids, row.ID)
		reason, without := withoutFormula[row.ID]
		assert.NotEqual(t, without, row.Models() != nil, "%s has no model and no reason, or both (%s)", row.ID, reason)
	}
	for id := range withoutFormula {
		assert.Contains(t, ids, id)
	}
}

// The simulated time of every row on its home network is its formula, for every p it is made for.
func TestTimeIsTheFormula(t *testing.T) {
	for _, row := range catalog.Rows[none]() {
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			for _, model := range row.Models() {
				runs := 0
				for _, p := range sizes() {
					for _, extents := range meshes(row.Info, p) {
						runs += equal(t, row, model, p, extents)
					}
				}
				assert.Greater(t, runs, 10, "the formula holds nowhere")
			}
		})
	}
}

func sizes() []int {
	sizes := []int{128, 144, 256}
	for p := 1; p <= 64; p++ {
		sizes = append(sizes, p)
	}
	return sizes
}

func meshes(info catalog.Info, p int) []topo.Mesh {
	if info.Topology() != "mesh" {
		return []topo.Mesh{nil}
	}
	return []topo.Mesh{{1, p}, topo.NearSquare(p, 2), topo.NearSquare(p, 3)}
}

// equal compares time and formula for all lengths, routings, and a few roots or shifts.
func equal(t *testing.T, row catalog.Row[none], model catalog.Model, p int, extents topo.Mesh) (runs int) {
	network, err := model.Home.Network(p, extents)
	require.NoError(t, err)
	for _, m := range []int{1, 7, 1000} {
		for _, q := range []int{0, 1, p / 3, p - 1} {
			params := cost.Params{P: p, M: m, Ts: ts, Tw: tw, Mesh: extents, Q: topo.Mod(q, p)}
			if !row.Takes(p) || !model.Exact(row.Info, params) {
				continue
			}
			if q >= p || q > 0 && !row.Op.Rooted() && row.Op != catalog.Shift {
				continue
			}
			for _, routing := range []sim.Routing{sim.SF, sim.CT} {
				if routing == sim.SF && model.CT {
					continue
				}
				params.Th = float64(th * int(routing)) // the book counts SF without th
				config := sim.Config{Ts: ts, Tw: tw, Th: th, Network: network, Routing: routing, Contention: p <= 64}
				r, err := simulate(row, config, p, m, q, extents)
				require.NoError(t, err)
				require.Equal(t, model.Cost(params), r.Time, "%v p=%d m=%d root or shift %d, %v", network, p, m, q, routing)
				runs++
			}
		}
	}
	return runs
}

func simulate(row catalog.Row[none], config sim.Config, p, m, q int, extents topo.Mesh) (*sim.Result, error) {
	return sim.Run(context.Background(), p, config, func(port comm.Port[none]) error {
		c := comm.New(port)
		args := catalog.Args[none]{Shift: q, Op: nothing, Mesh: extents}
		if row.Op.Rooted() {
			args.Root = q
		}
		args.In = make([]none, row.Op.In(p, m, c.Rank(), args.Root))
		args.Out = make([]none, row.Op.Out(p, m, c.Rank(), args.Root))
		return row.Run(c, args)
	})
}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

func TestNetworkOfEachKind(t *testing.T) {
	for _, home := range catalog.Homes() {
		network, err := home.Network(12, nil)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, network.Nodes(), 12, home)
	}
	_, err := catalog.Home("star").Network(12, nil)
	assert.ErrorContains(t, err, fmt.Sprint(catalog.Homes()))
	assert.True(t, slices.Contains(catalog.Homes(), catalog.Row[none]{}.Model().Home))
}
