package catalog

import (
	"fmt"

	"topocoll/cost"
	"topocoll/topo"
)

// A Model is a formula for the time of an algorithm, and a description of the machine on which the formula
// holds. Nodes have one full-duplex port.
type Model struct {
	Home Home
	// CT is true if messages cross several links, so that the formula holds only under cut-through routing. If
	// CT is false, messages go from neighbour to neighbour, and the formula holds under either kind of routing.
	// Under store-and-forward routing, set Th = 0.
	CT bool
	// Gray is true if the labels form a ring that is embedded in a hypercube, with label i on node Gray(i).
	Gray bool
	Form string // the formula in the notation of the book
	Cost func(cost.Params) float64
	// Parts returns K, the number of parts into which segments of a given length (Args.Segment) divide m
	// words. It is nil if the formula has no K.
	Parts func(p, m, segment int) int
	// Telling returns the smallest number of parts for which a simulated run shows the effect of pipelining. It
	// is nil if Parts is nil.
	Telling func(p int) int
	// conditions lists what must hold for the formula to be exact, in addition to Info.Accepts.
	conditions []condition
}

// A condition is a requirement for a formula to be exact. text returns its description, such as "m divisible
// by p = 64".
type condition struct {
	holds func(cost.Params) bool
	text  func(cost.Params) string
}

// Exact reports whether the formula gives the exact time, for the parameters `a`, of the algorithm that
// `info` describes.
func (m Model) Exact(info Info, a cost.Params) bool {
	return m.Unmet(info, a) == ""
}

// Unmet returns a description of a condition of the formula that the parameters `a` do not meet, such as "p =
// 2^d" or "m divisible by p = 64". It returns "" if the formula is exact.
func (m Model) Unmet(info Info, a cost.Params) string {
	if !info.Accepts.Has(a.P) {
		return info.Accepts.String()
	}
	for _, c := range m.conditions {
		if !c.holds(a) {
			return c.text(a)
		}
	}
	return ""
}

// Complete returns the parameters `a` with Q set to the distance of a circular shift. If the formula has a K,
// it also sets K to the number of parts for segments of the given length.
func (m Model) Complete(a cost.Params, shift, segment int) cost.Params {
	a.Q = topo.Mod(shift, a.P)
	if m.Parts != nil {
		a.K = m.Parts(a.P, a.M, segment)
	}
	return a
}

// Placement returns the network node of each of p labels. Nil means that label i is on node i.
func (m Model) Placement(p int) []int {
	if !m.Gray || !topo.IsPowerOfTwo(p) {
		return nil
	}
	nodes := make([]int, p)
	for i := range nodes {
		nodes[i] = topo.Gray(i)
	}
	return nodes
}

// A Home is the kind of network for which a formula is valid. topo.Kinds lists the values.
type Home string

// The kinds of networks for which there are formulas.
const (
	Ring      Home = "ring"
	Torus     Home = "torus"
	OpenMesh  Home = "mesh"
	Hypercube Home = "hypercube"
	Tree      Home = "tree"
	Star      Home = "star"
	Crossbar  Home = "crossbar"
)

// Network returns the network for p processes. The argument `extents` applies to the torus and the open mesh.
// If it is nil, the mesh is as nearly square as p allows. The number of nodes of a hypercube or a tree is the
// smallest power of two that is at least p.
func (h Home) Network(p int, extents topo.Mesh) (topo.Network, error) {
	spec, err := topo.ParseSpec(string(h))
	if err != nil {
		return nil, fmt.Errorf("catalog: Network: %w", err)
	}
	return spec.With(p, extents).Network, nil
}

// ModelOn returns the algorithm's model for the given network and p processes, and true. If there is no such
// model, it returns Model() and false. The argument `extents` gives the extents of a torus or an open mesh.
func (info Info) ModelOn(network topo.Network, p int, extents topo.Mesh) (m Model, own bool) {
	for _, m := range append([]Model{info.Model()}, info.models...) {
		if home, err := m.Home.Network(p, extents); err == nil && home.String() == network.String() {
			return m, true
		}
	}
	return info.Model(), false
}

// Models returns the models of this algorithm. The first is the model for the algorithm's own topology.
func (info Info) Models() []Model { return info.models }

// Model returns the first of Models. If the algorithm has no model, it returns a Model whose Home is the
// topology in the id and whose Cost is nil.
func (info Info) Model() Model {
	if info.models != nil {
		return info.models[0]
	}
	home := map[string]Home{"ring": Ring, "mesh": Torus, "hcube": Hypercube}[info.Topology()]
	if home == "" {
		home = Crossbar
	}
	return Model{Home: home}
}
