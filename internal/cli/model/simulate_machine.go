package model

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/host"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// Links are the flags for a network, its times and the mapping.
type Links struct {
	Network option.Network `help:"${for}: torus:4x4, star:8@1gbit,slots=4, file:FILE or another." placeholder:"KIND[:RxC]" predictor:"network"`
	Dims    string         `help:"Extents of the mesh (default: the network's, else as square as possible)." placeholder:"RxC"`
	Map     string         `help:"The node of each label: identity, gray, snake, random[:SEED] or a list." placeholder:"MAP" predictor:"map"`
	Ts      float64        `help:"Start-up time of a message, in µs (default: ${default})." default:"10"`
	Tw      *float64       `help:"Time per word, in µs (default: 8 bytes at the network's rate, else 0.01)."`
}

// Machine are the flags for the simulated machine.
type Machine struct {
	Links        `set:"for=The network (default: the formula's)"`
	Th           float64 `help:"Time per hop with cut-through routing, in µs (default: ${default})." default:"0.1"`
	Routing      string  `help:"sf (store-and-forward) or ct (cut-through) (default: the formula's, else ct)." enum:",sf,ct" default:"" placeholder:"sf|ct"`
	Ports        string  `help:"Ports of a node: one (a send and a receive), half (either) or all." enum:",one,half,all" default:"" placeholder:"one|half|all"`
	NoContention bool    `help:"Let messages share a link without waiting."`
}

// longest is the maximum of --ts, --tw and the others in µs: twelve days. Sums of such times do not overflow.
const longest = 1e12

// timesInRange checks --ts, --tw and a third time.
func (l Links) timesInRange(flag string, third float64) error {
	tw, _ := l.tw()
	for _, t := range []float64{l.Ts, tw, third} {
		if !(t >= 0 && t <= longest) {
			return exit.Usagef("--ts %v --tw %v --%s %v, want 0 or more and at most %v", l.Ts, tw, flag, third, longest)
		}
	}
	return nil
}

// A setup is a machine for one algorithm, and the formula for this machine.
type setup struct {
	config  sim.Config
	model   catalog.Model
	rate    string        // the origin of tw
	extents topo.Mesh     // extents of the mesh
	packed  *pack.Network // for network/*
	home    string        // the network of the formula
	away    bool          // the network is not that of the formula
}

// Setup returns the machine for an algorithm on p ranks.
func (f Machine) Setup(info catalog.Info, p int) (s setup, err error) {
	if err := f.timesInRange("th", f.Th); err != nil {
		return s, err
	}
	tw, rate := f.tw()
	s.model, s.rate = info.Model(), rate
	network, err := f.between(&s, info, p)
	if err != nil {
		return s, err
	}
	if network.Nodes() < p {
		return s, exit.Usagef("--network %.60s holds %d processes, want at least -n %d", f.Network.Text, network.Nodes(), p)
	}
	half := host.FreeMemory() / 2
	s.config = sim.Config{Ts: f.Ts, Tw: tw, Th: f.Th, Network: network, Contention: !f.NoContention, Repeatable: true, Oblivious: true, Memory: half}
	if few, all := sim.Memory(p, s.config); half > 0 && (few > half || all > half && allAlive(info.Op)) {
		return s, noRoom(info, p, network, half)
	}
	s.choose(info, p)
	s.config.Ports = sim.Ports(max(0, slices.Index([]string{"one", "half", "all"}, f.Ports)))
	if f.Routing == "ct" || f.Routing == "" && (s.model.CT || s.away) {
		s.config.Routing = sim.CT
	}
	switch {
	case f.Map != "":
		s.config.Placement, err = option.Placement(f.Map, p, network)
	case !s.away:
		s.config.Placement = s.model.Placement(p)
	}
	if err == nil && info.Topology() == "network" {
		s.packed, err = packed(network, p, s.config.Placement)
	}
	return s, err
}

// between returns the network between the ranks, and sets the extents of the mesh.
func (f Machine) between(s *setup, info catalog.Info, p int) (n topo.Network, err error) {
	dims, err := option.ParseDims(f.Dims)
	if err != nil {
		return nil, err
	}
	spec := f.Network.Spec
	if spec.String() == "" {
		spec = topo.Spec{Kind: string(s.model.Home), Fabric: topo.Fabric{Slots: 1}}
	}
	fabric := spec.With(p, dims)
	if !info.OnMesh() {
		return fabric.Between(), nil
	}
	if s.extents = dims; dims == nil && fabric.Ranks() == p {
		s.extents = fabric.FilledExtents()
	}
	if s.extents == nil {
		s.extents = topo.NearSquare(p, 2)
	}
	if s.extents.Size() != p {
		return nil, exit.Usagef("--dims %v holds %d processes, want -n %d", s.extents, s.extents.Size(), p)
	}
	return fabric.Between(), nil
}

// choose selects the formula of the book for the network, if there is one.
func (s *setup) choose(info catalog.Info, p int) {
	model, own := info.ModelOn(s.config.Network, p, s.extents)
	s.model, s.away = model, !own
	if home, err := model.Home.Network(p, s.extents); err == nil {
		s.home = home.String()
	}
}

// packed returns the packed network between p ranks, one on a node. on has their nodes; nil is the identity.
func packed(network topo.Network, p int, on []int) (*pack.Network, error) {
	if on == nil {
		if network.Nodes() == p {
			return pack.Into(network), nil
		}
		for i := range p {
			on = append(on, i)
		}
	}
	placed, err := topo.NewPlaced(network, on)
	if err != nil {
		return nil, exit.Usage(err)
	}
	return pack.Into(placed), nil
}

// allAlive reports whether all nodes of an operation exist at once, because each one needs data from all others. For the other
// operations this depends on the algorithm, and the run stops when there is no memory for one more node.
func allAlive(op catalog.Collective) bool { return !op.Rooted() && op != catalog.Shift }

// noRoom returns the error of a run that needs too much memory.
func noRoom(info catalog.Info, p int, network topo.Network, limit int64) error {
	return exit.Usagef("%s with -n %d on %s takes more than %s of memory, half of what is free", info.ID, p, topo.Title(network), host.FormatMemory(limit))
}

// formula returns the time of the run by the book's formula, or false if the book has no formula for these parameters.
func (s setup) formula(c Call, segment int) (float64, bool) {
	if s.model.Cost == nil {
		return 0, false
	}
	a := cost.Params{P: c.P, M: c.M, Ts: s.config.Ts, Tw: s.config.Tw, Th: s.config.Th, Mesh: s.extents, Q: topo.Mod(c.shift, c.P)}
	if s.model.Parts != nil {
		a.K = s.model.Parts(c.P, c.M, segment)
	}
	if s.config.Routing == sim.SF && !s.model.CT {
		a.Th = 0 // the formulas of the book have no th under SF
	}
	if !s.model.Exact(c.Info, a) {
		return 0, false
	}
	return s.model.Cost(a), true
}

// tw returns the time per word in µs: --tw, or the time of 8 bytes at the rate of the links. by describes the choice if the network
// has a rate.
func (l Links) tw() (tw float64, by string) {
	bits, rate := l.Network.UnitRate(), l.Network.Rate
	if rate == "" { // of a list of links
		rate = fmt.Sprintf("%gmbit", bits/1e6)
	}
	switch {
	case l.Tw != nil && bits > 0:
		return *l.Tw, " by --tw, not by " + rate
	case l.Tw != nil:
		return *l.Tw, ""
	case bits > 0:
		return 64e6 / bits, ": 8 bytes at " + rate
	}
	return 0.01, ""
}
