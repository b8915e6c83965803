// Package scene runs an algorithm of the catalog for a page that shows it in virtual time: which message is where on the network,
// which line of its procedure every node is at, what it holds, and the formula with numbers in it.
package scene

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/explain"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A View is what is to be seen: an algorithm, its arguments and the machine.
type View struct {
	Row                           string
	P, M, Root, Shift, Segment    int
	Network, Routing, Ports, Dims string // "": those of the formula
	Ts, Tw, Th                    float64
}

// Most words of a message, and longest time in µs: no sum of such overflows.
const (
	mostWords = 1 << 30
	longest   = 1e9
)

// ReadView reads a view from the fields of a form or of a link: row, p, m, root, shift, segment, network, routing, ports, dims, ts,
// tw, th. A field that is empty or missing has its default.
func ReadView(fields map[string]string) (v View, err error) {
	v = View{Row: fields["row"], Network: fields["network"], Routing: fields["routing"], Ports: fields["ports"], Dims: fields["dims"]}
	if v.Row == "" {
		v.Row = "hcube/bcast"
	}
	for _, n := range []struct {
		name          string
		to            *int
		usually, most int
	}{
		{"p", &v.P, 8, explain.MaxP}, {"m", &v.M, 960, mostWords}, {"root", &v.Root, 0, explain.MaxP},
		{"shift", &v.Shift, 1, explain.MaxP}, {"segment", &v.Segment, 0, mostWords},
	} {
		*n.to = n.usually
		if text := strings.TrimSpace(fields[n.name]); text != "" {
			if *n.to, err = strconv.Atoi(text); err != nil || *n.to < 0 || *n.to > n.most {
				return v, fmt.Errorf("%s %.20q, want a whole number, at most %d", n.name, text, n.most)
			}
		}
	}
	for _, n := range []struct {
		name    string
		to      *float64
		usually float64
	}{{"ts", &v.Ts, 10}, {"tw", &v.Tw, 0.01}, {"th", &v.Th, 0.1}} {
		*n.to = n.usually
		if text := strings.TrimSpace(fields[n.name]); text != "" {
			if *n.to, err = strconv.ParseFloat(text, 64); err != nil || !(*n.to >= 0 && *n.to <= longest) {
				return v, fmt.Errorf("%s %.20q, want µs from 0 to %v", n.name, text, longest)
			}
		}
	}
	return v, v.check()
}

func (v View) check() error {
	row, ok := catalog.Find[none](v.Row)
	switch {
	case !ok:
		return fmt.Errorf("no algorithm %.40q", v.Row)
	case v.P < 1:
		return fmt.Errorf("p %d, want at least 1", v.P)
	case !row.Takes(v.P):
		return fmt.Errorf("%s runs on %s, not on p %d", row.ID, row.Accepts, v.P)
	case v.Root >= v.P:
		return fmt.Errorf("root %d, want 0 to %d", v.Root, v.P-1)
	}
	return nil
}

// A setup is a view with everything that it leaves open.
type setup struct {
	View
	row     catalog.Row[none]
	model   catalog.Model
	machine sim.Config
	mesh    topo.Mesh
	packed  *pack.Network
	away    bool // the network is not that of the formula
}

func (v View) setup() (s setup, err error) {
	s.View = v
	s.row, _ = catalog.Find[none](v.Row)
	s.model = s.row.Model()
	network, err := s.between()
	if err != nil {
		return s, err
	}
	s.machine = sim.Config{Ts: v.Ts, Tw: v.Tw, Th: v.Th, Network: network, Contention: true}
	s.choose()
	if s.machine.Ports, err = portsOf(v.Ports, s.row.Topology() == "network"); err != nil {
		return s, err
	}
	switch v.Routing {
	case "":
		if s.model.CT || s.away {
			s.machine.Routing = sim.CT
		}
	case "ct":
		s.machine.Routing = sim.CT
	case "sf":
	default:
		return s, fmt.Errorf("routing %.20q, want sf or ct", v.Routing)
	}
	if s.row.Topology() == "network" {
		s.packed, err = packed(network, v.P)
	}
	return s, err
}

// between returns the network between the nodes, and sets the extents of a mesh.
func (s *setup) between() (topo.Network, error) {
	name := strings.TrimSpace(s.Network)
	switch {
	case name == "" && s.row.Topology() == "network":
		name = string(catalog.Torus) // where there is more than one tree
	case name == "":
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
	if dims == nil && s.row.Topology() == "mesh" {
		dims = topo.NearSquare(s.P, 2)
	}
	fabric := spec.With(s.P, dims)
	if grid := fabric.FilledExtents(); s.row.Topology() == "mesh" {
		if s.mesh = dims; s.Dims == "" && grid != nil && fabric.Ranks() == s.P && s.row.TakesMesh(grid) {
			s.mesh = grid
		}
		if s.mesh.Size() != s.P || !s.row.TakesMesh(s.mesh) {
			return nil, fmt.Errorf("extents %v, want a mesh of p %d nodes that %s takes", s.mesh, s.P, s.row.ID)
		}
	}
	switch n := fabric.Between(); {
	case n.Nodes() < s.P:
		return nil, fmt.Errorf("network %.40v has %d nodes, want at least p %d", n, n.Nodes(), s.P)
	case n.Nodes() > explain.MaxP:
		return nil, fmt.Errorf("network %.40v, want at most %d nodes", n, explain.MaxP)
	default:
		return n, nil
	}
}

// choose takes the formula for the network, if there is one.
func (s *setup) choose() {
	s.away = true
	for _, m := range append([]catalog.Model{s.model}, s.row.Models()...) {
		home, err := m.Home.Network(s.P, s.mesh)
		if err == nil && home.String() == s.machine.Network.String() {
			s.model, s.away, s.machine.Placement = m, false, m.Placement(s.P)
			return
		}
	}
}

func portsOf(name string, any bool) (sim.Ports, error) {
	for _, ports := range []sim.Ports{sim.OnePort, sim.HalfDuplex, sim.AllPort} {
		if name == ports.String() {
			return ports, nil
		}
	}
	switch {
	case name != "":
		return 0, fmt.Errorf("ports %.20q, want one, half or all", name)
	case any:
		return sim.AllPort, nil
	}
	return sim.OnePort, nil
}

// packed returns the network between p nodes for an algorithm that packs trees into it.
func packed(network topo.Network, p int) (*pack.Network, error) {
	if network.Nodes() == p {
		return pack.Into(network), nil
	}
	on := make([]int, p)
	for node := range on {
		on[node] = node
	}
	placed, err := topo.NewPlaced(network, on)
	if err != nil {
		return nil, err
	}
	return pack.Into(placed), nil
}

// rounded is a time without what the order of its sums has left in the last digits.
func rounded(us float64) float64 {
	if us == 0 {
		return 0
	}
	scale := math.Pow(10, 11-math.Ceil(math.Log10(us)))
	return math.Round(us*scale) / scale
}
