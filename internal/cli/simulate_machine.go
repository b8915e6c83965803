package cli

import (
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/memory"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// machine is the flags that describe the simulated machine.
type machine struct {
	Network network `help:"ring, torus:4x4x4, mesh:4x8, hypercube, tree, star, crossbar, or file:FILE with a list of links (default: the network of the formula)." placeholder:"KIND[:RxC]" predictor:"home"`
	Dims    string  `help:"Extents of the mesh of a mesh algorithm (default: those of the network, else as square as possible)." placeholder:"RxC"`
	Routing string  `help:"sf (store-and-forward) or ct (cut-through) (default: that of the formula; on another network ct)." enum:",sf,ct" default:"" placeholder:"sf|ct"`
	Ports   string  `help:"What a node can do at the same time: one (one send and one receive), half (one of these) or all (send and receive on all links) (default: one; to explain network/*: all)." enum:",one,half,all" default:"" placeholder:"one|half|all"`
	Ts      float64 `help:"Start-up time of a message, in µs (default: ${default})." default:"10"`
	Tw      float64 `help:"Time per word, in µs (default: ${default})." default:"0.01"`
	Th      float64 `help:"Time per hop under ct, in µs (default: ${default})." default:"0.1"`
	Map     string  `help:"Which label is on which node: identity, gray, snake, random[:SEED] or a list of nodes such as 3,1,0,2 (default: that of the formula; on another network identity)." placeholder:"MAP" predictor:"place"`
	Free    bool    `help:"Ignore contention: messages do not wait for each other on a link."`
}

// A setup is a machine for one algorithm, and the formula for this machine.
type setup struct {
	config  sim.Config
	model   catalog.Model
	extents topo.Mesh     // of the algorithm's mesh
	packed  *pack.Network // of an algorithm for any network
	away    bool          // the network is not the one of the formula
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
	kind, dims, _ := strings.Cut(string(f.Network), ":")
	listed, err := f.Network.listed()
	if err != nil {
		return s, err
	}
	if listed != nil {
		dims = ""
	}
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
	var network topo.Network = listed
	if listed == nil {
		if network, err = home.Network(p, networkExtents); err != nil {
			return s, unknown("network", kind, homes())
		}
	}
	if network.Nodes() < p {
		return s, usagef("--network %.60s holds %d processes, want at least -p %d", f.Network, network.Nodes(), p)
	}
	half := memory.Free() / 2
	s.config = sim.Config{Ts: f.Ts, Tw: f.Tw, Th: f.Th, Network: network, Contention: !f.Free, Repeatable: true, Oblivious: true, Memory: half}
	if few, all := sim.Memory(p, s.config); half > 0 && (few > half || all > half && allAlive(info.Op)) {
		return s, noRoom(info, p, network, half)
	}
	s.away = home != s.model.Home
	for _, other := range info.Models() {
		if s.away && other.Home == home {
			s.model, s.away = other, false
		}
	}
	s.config.Ports = sim.Ports(max(0, slices.Index([]string{"one", "half", "all"}, f.Ports)))
	if f.Routing == "ct" || f.Routing == "" && (s.model.CT || s.away) {
		s.config.Routing = sim.CT
	}
	switch {
	case f.Map != "":
		s.config.Placement, err = placement(f.Map, p, network)
	case !s.away:
		s.config.Placement = s.model.Placement(p)
	}
	if err == nil && info.Topology() == "network" {
		s.packed, err = packed(network, p, s.config.Placement)
	}
	return s, err
}

// packed returns the network between p processes, of which each has a node to itself; place is the nodes, or nil for the
// identity.
func packed(network topo.Network, p int, place []int) (*pack.Network, error) {
	if place == nil {
		if network.Nodes() == p {
			return pack.Into(network), nil
		}
		for i := range p {
			place = append(place, i)
		}
	}
	placed, err := topo.NewPlaced(network, place)
	if err != nil {
		return nil, usage(err)
	}
	return pack.Into(placed), nil
}

// longest is the maximum of --ts, --tw and --th in µs: twelve days. With this maximum no sum of times overflows.
const longest = 1e12

// allAlive reports whether all nodes of an operation are alive at once, because each needs data from every other. In the
// other operations this depends on the algorithm, and the run stops when there is no memory for one more node.
func allAlive(op catalog.Collective) bool { return !op.Rooted() && op != catalog.Shift }

// noRoom returns the error of a run that needs more memory than it may use.
func noRoom(info catalog.Info, p int, network topo.Network, limit int64) error {
	return usagef("%s with -p %d on %s takes more than %s of memory, half of what is free", info.ID, p, topo.Title(network), memory.Size(limit))
}

func homes() []string {
	var names []string
	for _, home := range catalog.Homes() {
		names = append(names, string(home))
	}
	return names
}

// formula returns the time of the run by the book's formula, or false if the book has none for these parameters.
func (s setup) formula(info catalog.Info, p, m, q, segment int) (float64, bool) {
	if s.model.Cost == nil {
		return 0, false
	}
	a := cost.Params{P: p, M: m, Ts: s.config.Ts, Tw: s.config.Tw, Th: s.config.Th, Mesh: s.extents, Q: topo.Mod(q, p)}
	if s.model.Parts != nil {
		a.K = s.model.Parts(p, m, segment)
	}
	if s.config.Routing == sim.SF && !s.model.CT {
		a.Th = 0 // the formulas of the book have no th under SF
	}
	if !s.model.Exact(info, a) {
		return 0, false
	}
	return s.model.Cost(a), true
}
