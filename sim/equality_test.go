package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/hcube"
	"topocoll/mesh"
	"topocoll/ring"
	"topocoll/sim"
	"topocoll/topo"
)

// A procedure is run on its home network and must take exactly what its formula says.
type procedure struct {
	name    string
	home    func(p int) []topo.Network
	ctOnly  bool // its messages cross several links
	formula func(cost.Params) float64
	body    func(c *comm.Comm[none], at site) error
}

// A site is where and on what a procedure runs.
type site struct {
	network topo.Network
	root, m int
}

func (s site) mesh() topo.Mesh   { return s.network.(*topo.Grid).Mesh() }
func (s site) x() []none         { return make([]none, s.m) }
func (s site) all(p int) []none  { return make([]none, s.m*p) }
func rings(p int) []topo.Network { return []topo.Network{topo.NewRing(p)} }

func cubeRings(p int) []topo.Network { return onlyCubes(p, topo.NewRing(p)) }
func cubes(p int) []topo.Network     { return onlyCubes(p, topo.NewHypercube(p)) }
func trees(p int) []topo.Network     { return onlyCubes(p, topo.NewTree(p)) }

func onlyCubes(p int, network topo.Network) []topo.Network {
	if !topo.IsCube(p) {
		return nil
	}
	return []topo.Network{network}
}

// tori are the torus nearest to a square in two and in three dimensions, and the ring as one row.
func tori(p int) []topo.Network {
	return []topo.Network{topo.NewTorus(topo.Mesh{1, p}), topo.NewTorus(topo.NearSquare(p, 2)), topo.NewTorus(topo.NearSquare(p, 3))}
}

func cubeTori(p int) []topo.Network {
	if !topo.IsCube(p) {
		return nil
	}
	return tori(p)
}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

var procedures = []procedure{
	{"ring/bcast", rings, false, cost.RingBcast, func(c *comm.Comm[none], at site) error { return ring.Bcast(c, at.root, at.x()) }},
	{"ring/bcast-doubling", cubeRings, true, cost.RingBcastDoubling, func(c *comm.Comm[none], at site) error { return ring.BcastDoubling(c, at.root, at.x()) }},
	{"ring/reduce", rings, false, cost.RingBcast, func(c *comm.Comm[none], at site) error { return ring.Reduce(c, at.root, nothing, at.x(), at.x()) }},
	{"ring/reduce-doubling", cubeRings, true, cost.RingBcastDoubling, func(c *comm.Comm[none], at site) error {
		return ring.ReduceDoubling(c, at.root, nothing, at.x(), at.x())
	}},
	{"ring/allgather", rings, false, cost.RingAllgather, func(c *comm.Comm[none], at site) error { return ring.Allgather(c, at.x(), at.all(c.Size())) }},
	{"mesh/bcast", tori, false, cost.MeshBcast, func(c *comm.Comm[none], at site) error { return mesh.Bcast(c, at.mesh(), at.root, at.x()) }},
	{"mesh/bcast-doubling", cubeTori, true, cost.MeshBcastDoubling, func(c *comm.Comm[none], at site) error {
		return mesh.BcastDoubling(c, at.mesh(), at.root, at.x())
	}},
	{"mesh/reduce", tori, false, cost.MeshBcast, func(c *comm.Comm[none], at site) error {
		return mesh.Reduce(c, at.mesh(), at.root, nothing, at.x(), at.x())
	}},
	{"mesh/reduce-doubling", cubeTori, true, cost.MeshBcastDoubling, func(c *comm.Comm[none], at site) error {
		return mesh.ReduceDoubling(c, at.mesh(), at.root, nothing, at.x(), at.x())
	}},
	{"mesh/allgather", tori, false, cost.MeshAllgather, func(c *comm.Comm[none], at site) error {
		return mesh.Allgather(c, at.mesh(), at.x(), at.all(c.Size()))
	}},
	{"hcube/bcast", cubes, false, cost.HcubeBcast, func(c *comm.Comm[none], at site) error { return hcube.Bcast(c, at.root, at.x()) }},
	{"hcube/bcast on a tree", trees, true, cost.TreeBcast, func(c *comm.Comm[none], at site) error { return hcube.Bcast(c, at.root, at.x()) }},
	{"hcube/reduce", cubes, false, cost.HcubeBcast, func(c *comm.Comm[none], at site) error { return hcube.Reduce(c, at.root, nothing, at.x(), at.x()) }},
	{"hcube/reduce on a tree", trees, true, cost.TreeBcast, func(c *comm.Comm[none], at site) error { return hcube.Reduce(c, at.root, nothing, at.x(), at.x()) }},
	{"hcube/allgather", cubes, false, cost.HcubeAllgather, func(c *comm.Comm[none], at site) error { return hcube.Allgather(c, at.x(), at.all(c.Size())) }},
}

func TestTimeEqualsFormula(t *testing.T) {
	for _, proc := range procedures {
		t.Run(proc.name, func(t *testing.T) {
			for _, p := range sizes() {
				for _, network := range proc.home(p) {
					for _, m := range []int{1, 7, 1000} {
						equal(t, proc, site{network, p / 3, m}, p)
					}
				}
			}
		})
	}
}

func sizes() []int {
	sizes := []int{81, 100, 128, 256}
	for p := 1; p <= 64; p++ {
		sizes = append(sizes, p)
	}
	return sizes
}

// equal runs a procedure under both routings, with and without contention, as far as its formula goes.
func equal(t *testing.T, proc procedure, at site, p int) {
	for _, routing := range []sim.Routing{sim.SF, sim.CT} {
		params := cost.Params{P: p, M: at.m, Ts: ts, Tw: tw}
		if grid, ok := at.network.(*topo.Grid); ok {
			params.Mesh = grid.Mesh()
		}
		if routing == sim.CT {
			params.Th = th
		} else if proc.ctOnly {
			continue
		}
		for _, contention := range []bool{false, true} {
			r := run(t, p, sim.Config{Network: at.network, Routing: routing, Contention: contention},
				func(c *comm.Comm[none]) error { return proc.body(c, at) })
			assert.Equal(t, proc.formula(params), r.Time, fmt.Sprint(at.network, " m=", at.m, " ", routing, " contention=", contention))
		}
	}
}
