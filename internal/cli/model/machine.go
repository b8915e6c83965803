// Package model defines the flags that the commands explain, simulate and plan share.
package model

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/virtual"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// Links holds the flags that select a network, the message times of the network, and the mapping of ranks to
// nodes.
type Links struct {
	Network option.Network `help:"${for}, such as torus:4x4, star:8@1gbit,slots=4, file:FILE or slurm." placeholder:"KIND[:RxC]" predictor:"network"`
	Dims    string         `help:"Extents of the mesh (default: the network's extents, else as square as possible)." placeholder:"RxC"`
	Map     string         `help:"How labels (virtual ranks) are placed on nodes: identity, gray, snake, random[:SEED] or a list." placeholder:"MAP" predictor:"map"`
	Ts      float64        `help:"Start-up time of a message, in µs (default: ${default})." default:"10"`
	Tw      *float64       `help:"Time per word, in µs (default: 8 bytes at the network's rate, else 0.01)."`
}

// MachineFlags are the flags for the simulated machine.
type MachineFlags struct {
	Links        `set:"for=The network (default: the formula's network)"`
	Th           float64 `help:"Time per hop with cut-through routing, in µs (default: ${default})." default:"0.1"`
	Routing      string  `help:"sf (store-and-forward) or ct (cut-through) (default: the formula's routing, else ct)." enum:",sf,ct" default:"" placeholder:"sf|ct"`
	Ports        string  `help:"Ports of a node: one (a send and a receive), half (either) or all." enum:",one,half,all" default:"" placeholder:"one|half|all"`
	NoContention bool    `help:"Let messages share a link without waiting."`
}

// maxMicros is the maximum of a time in µs, about twelve days. Sums of such times do not overflow.
const maxMicros = 1e12

// CheckTimes checks --ts, --tw and a third time. The argument `flag` is the name of the flag for the third
// time.
func (l Links) CheckTimes(flag string, third float64) error {
	tw, _ := l.PerWord()
	for _, t := range []float64{l.Ts, tw, third} {
		if !(t >= 0 && t <= maxMicros) {
			return exit.Usagef("--ts %v --tw %v --%s %v, want 0 or more and at most %v", l.Ts, tw, flag,
				third, maxMicros)
		}
	}
	return nil
}

// Machine returns the machine for an algorithm on p ranks.
func (f MachineFlags) Machine(info catalog.Info, p int) (s virtual.Machine, err error) {
	if err := f.CheckTimes("th", f.Th); err != nil {
		return s, err
	}
	tw, source := f.PerWord()
	s.Model, s.TwSource = info.Model(), source
	network, err := f.network(&s, info, p)
	if err != nil {
		return s, err
	}
	if network.Nodes() < p {
		return s, exit.Usagef("--network %.60s has room for only %d processes, but -n is %d", f.Network.Text,
			network.Nodes(), p)
	}
	s.Config = sim.Config{Ts: f.Ts, Tw: tw, Th: f.Th, Network: network, Contention: !f.NoContention,
		Repeatable: true, Oblivious: true, Memory: host.FreeMemory() / 2}
	if err := s.CheckMemory(info, p); err != nil {
		return s, err
	}
	s.SelectFormula(info, p)
	s.Config.Ports = sim.Ports(max(0, slices.Index([]string{"one", "half", "all"}, f.Ports)))
	if f.Routing == "ct" || f.Routing == "" && (s.Model.CT || s.Away) {
		s.Config.Routing = sim.CT
	}
	switch {
	case f.Map != "":
		s.Config.Placement, err = option.Placement(f.Map, p, network)
	case !s.Away:
		s.Config.Placement = s.Model.Placement(p)
	}
	if err == nil && info.Topology() == "network" {
		s.Packed, err = pack.IntoRanks(network, p, s.Config.Placement)
		err = exit.Usage(err)
	}
	return s, err
}

// network returns the network between the ranks, and sets the extents of the mesh in s.
func (f MachineFlags) network(s *virtual.Machine, info catalog.Info, p int) (n topo.Network, err error) {
	dims, err := option.ParseDims(f.Dims)
	if err != nil {
		return nil, err
	}
	spec := f.Network.Spec
	if spec.String() == "" {
		spec = topo.Spec{Kind: string(s.Model.Home), Fabric: topo.Fabric{Slots: 1}}
	}
	fabric := spec.With(p, dims)
	if !info.OnMesh() {
		return fabric.Between(), nil
	}
	if s.Extents = dims; dims == nil && fabric.Ranks() == p {
		s.Extents = fabric.FilledExtents()
	}
	if s.Extents == nil {
		s.Extents = topo.NearSquare(p, 2)
	}
	if s.Extents.Size() != p {
		return nil, exit.Usagef("--dims %v is a mesh of %d processes, but -n is %d", s.Extents,
			s.Extents.Size(), p)
	}
	return fabric.Between(), nil
}

// PerWord returns the time per word in µs: --tw if it was given, otherwise the time for 8 bytes at the rate
// of the links, or 0.01 if they have no rate. The result `source` describes the choice if the network has a
// rate.
func (l Links) PerWord() (tw float64, source string) {
	bits, rate := l.Network.UnitRate(), l.Network.Rate
	if rate == "" { // the network is a list of links
		rate = fmt.Sprintf("%gmbit", bits/1e6)
	}
	switch {
	case l.Tw != nil && bits > 0:
		return *l.Tw, " from --tw, not from " + rate
	case l.Tw != nil:
		return *l.Tw, ""
	case bits > 0:
		return 64e6 / bits, ": 8 bytes at " + rate
	}
	return 0.01, ""
}
