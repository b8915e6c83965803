package scene

import (
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/explain"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A setup is a view with defaults in place of its empty fields.
type setup struct {
	View
	row          catalog.Row[emptyWord]
	model        catalog.Model
	machine      sim.Config
	mesh         topo.Mesh
	packed       *pack.Network
	otherNetwork bool // the formula is for a different network
}

func (v View) setup() (s setup, err error) {
	s.View = v
	s.row, _ = catalog.Find[emptyWord](v.Row)
	s.model = s.row.Model()
	network, err := s.chooseNetwork()
	if err != nil {
		return s, err
	}
	s.machine = sim.Config{Ts: v.Ts, Tw: v.Tw, Th: v.Th, Network: network, Contention: true}
	s.chooseModel()
	if s.machine.Ports, err = portsOf(v.Ports); err != nil {
		return s, err
	}
	switch v.Routing {
	case "":
		if s.model.CT || s.otherNetwork {
			s.machine.Routing = sim.CT
		}
	case "ct":
		s.machine.Routing = sim.CT
	case "sf":
	default:
		return s, fmt.Errorf("routing %.20q, want sf or ct", v.Routing)
	}
	if s.row.Topology() == "network" {
		s.packed, err = pack.IntoRanks(network, v.P, nil)
	}
	return s, err
}

// maxPipelineMessages is the maximum number of messages in a pipeline. A run with more messages takes over a
// minute.
const maxPipelineMessages = 1 << 17

// checkParts returns an error for a pipeline with more parts than a page can show.
func (s *setup) checkParts() error {
	if s.model.Parts == nil {
		return nil
	}
	if parts, most := s.model.Parts(s.P, s.M, s.Segment), maxPipelineMessages/s.P; parts > most {
		by := fmt.Sprintf("segment %d", s.Segment)
		if s.Segment == 0 {
			by = s.row.ID
		}
		return fmt.Errorf("%s divides m into %d parts, but at most %d are allowed on %d nodes", by, parts, most,
			s.P)
	}
	return nil
}

// chooseNetwork returns the network between the nodes, and sets the extents of a mesh.
func (s *setup) chooseNetwork() (topo.Network, error) {
	name := strings.TrimSpace(s.Network)
	if name == "" {
		name = string(s.model.Home)
	}
	spec, err := topo.ParseSpec(name)
	if err != nil {
		return nil, err
	}
	dims := topo.Mesh(nil)
	if text := strings.TrimSpace(s.Dims); text != "" {
		if dims, err = topo.ParseMesh(text); err != nil {
			return nil, err
		}
	}
	if dims == nil && s.row.OnMesh() {
		dims = topo.NearSquare(s.P, 2)
	}
	fabric := spec.With(s.P, dims)
	if grid := fabric.FilledExtents(); s.row.OnMesh() {
		if s.mesh = dims; s.Dims == "" && grid != nil && fabric.Ranks() == s.P && s.row.TakesMesh(grid) {
			s.mesh = grid
		}
		if s.mesh.Size() != s.P || !s.row.TakesMesh(s.mesh) {
			return nil, fmt.Errorf("extents %v, want a mesh of %d nodes (p) that %s accepts", s.mesh, s.P,
				s.row.ID)
		}
	}
	switch n := fabric.Between(); {
	case n.Nodes() < s.P:
		return nil, fmt.Errorf("network %.40v has %d nodes, but p is %d", n, n.Nodes(), s.P)
	case n.Nodes() > explain.MaxP:
		return nil, fmt.Errorf("network %.40v, want at most %d nodes", n, explain.MaxP)
	default:
		return n, nil
	}
}

// chooseModel selects the formula for the network, if there is one.
func (s *setup) chooseModel() {
	model, own := s.row.ModelOn(s.machine.Network, s.P, s.mesh)
	if s.model, s.otherNetwork = model, !own; own {
		s.machine.Placement = model.Placement(s.P)
	}
}

// portsOf returns the port model with the given name. The default is one port, so that the times of all
// algorithms are comparable.
func portsOf(name string) (sim.Ports, error) {
	if name == "" {
		return sim.OnePort, nil
	}
	for _, ports := range []sim.Ports{sim.OnePort, sim.HalfDuplex, sim.AllPort} {
		if name == ports.String() {
			return ports, nil
		}
	}
	return 0, fmt.Errorf("ports %.20q, want one, half or all", name)
}

func (s setup) args(me int) catalog.Args[emptyWord] {
	return catalog.Args[emptyWord]{Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed,
		Segment: s.Segment, Op: noOp,
		In:  make([]emptyWord, s.row.Op.In(s.P, s.M, me, s.Root)),
		Out: make([]emptyWord, s.row.Op.Out(s.P, s.M, me, s.Root))}
}

var noOp = comm.Op[emptyWord]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []emptyWord) {}}
