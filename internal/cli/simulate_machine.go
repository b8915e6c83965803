package cli

import (
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/memory"
	"topocoll/sim"
	"topocoll/topo"
)

// machine is the flags that describe the simulated machine.
type machine struct {
	Network string  `help:"ring, torus:4x4x4, mesh:4x8, hypercube, tree or crossbar (where the algorithm is at home)." placeholder:"KIND[:RxC]"`
	Dims    string  `help:"Extents of the mesh of a mesh algorithm (those of the network, or as square as can be)." placeholder:"RxC"`
	Routing string  `help:"Store-and-forward or cut-through (that of the formula; ct away from home)." enum:",sf,ct" default:"" placeholder:"sf|ct"`
	Ports   string  `help:"What a node does at a time: one send and one receive, half of that, or all links: ${enum} (${default})." enum:"one,half,all" default:"one"`
	Ts      float64 `help:"Start-up of a message in µs (${default})." default:"10"`
	Tw      float64 `help:"µs per word (${default})." default:"0.01"`
	Th      float64 `help:"µs per hop, under ct (${default})." default:"0.1"`
	Map     string  `help:"The node each label is on: identity, gray, snake, random[:SEED] or a list 3,1,0,2 (that of the formula; identity away from home)." placeholder:"MAP"`
	Free    bool    `help:"Let messages pass through each other: no contention for links."`
}

// A setup is a machine for one algorithm, and the formula that goes with it.
type setup struct {
	config  sim.Config
	model   catalog.Model
	extents topo.Mesh // of the algorithm's mesh
	away    bool      // the network is not the one of the formula
}

// setup completes the machine for p processes of an algorithm.
func (f machine) setup(info catalog.Info, p int) (s setup, err error) {
	for _, t := range []float64{f.Ts, f.Tw, f.Th} {
		if !(t >= 0 && t <= longest) {
			return s, usagef("--ts %v --tw %v --th %v, want 0 or more and at most %v", f.Ts, f.Tw, f.Th, longest)
		}
	}
	s.model = info.Model()
	home := s.model.Home
	kind, dims, _ := strings.Cut(f.Network, ":")
	networkExtents, err := parseDims(dims)
	if err != nil {
		return s, err
	}
	if s.extents, err = parseDims(f.Dims); err != nil {
		return s, err
	}
	if f.Network != "" {
		home = catalog.Home(kind)
	}
	if info.Topology() == "mesh" {
		if s.extents == nil && networkExtents.Size() == p {
			s.extents = networkExtents
		}
		if s.extents == nil {
			s.extents = topo.NearSquare(p, 2)
		}
		if s.extents.Size() != p {
			return s, usagef("--dims %v holds %d processes, want -p %d", s.extents, s.extents.Size(), p)
		}
		if networkExtents == nil {
			networkExtents = s.extents
		}
	}
	if networkExtents != nil && home != catalog.Torus && home != catalog.OpenMesh && kind != "" && dims != "" {
		return s, usagef("--network %s: only torus and mesh have extents", f.Network)
	}
	network, err := home.Network(p, networkExtents)
	if err != nil {
		return s, unknown("network", kind, homes())
	}
	if network.Nodes() < p {
		return s, usagef("--network %s holds %d processes, want at least -p %d", f.Network, network.Nodes(), p)
	}
	half := memory.Free() / 2
	if few, all := sim.Memory(p, network); half > 0 && (few > half || all > half && allAlive(info.Op)) {
		return s, noRoom(info, p, network, half)
	}
	s.away = home != s.model.Home
	for _, other := range info.Models() {
		if s.away && other.Home == home {
			s.model, s.away = other, false
		}
	}
	s.config = sim.Config{Ts: f.Ts, Tw: f.Tw, Th: f.Th, Network: network, Contention: !f.Free, Repeatable: true, Memory: half}
	s.config.Ports = sim.Ports(slices.Index([]string{"one", "half", "all"}, f.Ports))
	if f.Routing == "ct" || f.Routing == "" && (s.model.CT || s.away) {
		s.config.Routing = sim.CT
	}
	switch {
	case f.Map != "":
		s.config.Placement, err = placement(f.Map, p, network)
	case !s.away:
		s.config.Placement = s.model.Placement(p)
	}
	return s, err
}

// longest is the most µs that a cost may be: twelve days. With it no sum of them overflows.
const longest = 1e12

// allAlive reports whether all nodes are alive at once, because each has to hear of every other. In the other
// operations it is up to the algorithm, and the run stops where there is no room for one more.
func allAlive(op catalog.Kind) bool { return !op.Rooted() && op != catalog.Shift }

// noRoom is the error of a run that takes more memory than it may.
func noRoom(info catalog.Info, p int, network topo.Network, limit int64) error {
	return usagef("%s with -p %d on %v takes more than %s of memory, half of what is free", info.ID, p, network, memory.Size(limit))
}

func homes() []string {
	var names []string
	for _, home := range catalog.Homes() {
		names = append(names, string(home))
	}
	return names
}

// formula returns what the book says the run takes, or false if it says nothing for these parameters.
func (s setup) formula(info catalog.Info, p, m, q, segment int) (float64, bool) {
	if s.model.Cost == nil {
		return 0, false
	}
	a := cost.Params{P: p, M: m, Ts: s.config.Ts, Tw: s.config.Tw, Th: s.config.Th, Mesh: s.extents, Q: topo.Mod(q, p)}
	if s.model.Parts != nil {
		a.K = s.model.Parts(p, m, segment)
	}
	if s.config.Routing == sim.SF && !s.model.CT {
		a.Th = 0 // the book counts SF without
	}
	if !s.model.Exact(info, a) {
		return 0, false
	}
	return s.model.Cost(a), true
}
