package catalog

import (
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// A Model is a machine for which the textbook says what an algorithm takes, and the formula. Nodes have
// one port, full duplex.
type Model struct {
	Home Home
	// CT: the messages cross several links, and the formula is for cut-through routing. Otherwise they go
	// from neighbour to neighbour and the formula is for both routings, under SF with Th = 0.
	CT bool
	// Gray: label i is the place on a ring and lives on node Gray(i) of the hypercube.
	Gray bool
	Form string // the formula in the letters of the book
	Cost func(cost.Params) float64
	// Parts returns K, the parts that m words are cut in with segments of a given length (Args.Segment); nil
	// where the formula has no K.
	Parts func(p, m, segment int) int
	// Telling returns the fewest parts that show what the algorithm is about; nil where Parts is.
	Telling func(p int) int
	// Holds reports whether the formula is exact for these parameters, besides Info.Accepts; nil: always.
	Holds func(cost.Params) bool
}

// Exact reports whether the formula gives the exact time of info's algorithm.
func (m Model) Exact(info Info, a cost.Params) bool {
	return info.Accepts.Has(a.P) && (m.Holds == nil || m.Holds(a))
}

// Placement returns the node of the network each of p labels is on; nil is the identity.
func (m Model) Placement(p int) []int {
	if !m.Gray || !topo.IsCube(p) {
		return nil
	}
	nodes := make([]int, p)
	for i := range nodes {
		nodes[i] = topo.Gray(i)
	}
	return nodes
}

// A Home is a kind of network.
type Home string

// The kinds of networks.
const (
	Ring      Home = "ring"
	Torus     Home = "torus"
	OpenMesh  Home = "mesh"
	Hypercube Home = "hypercube"
	Tree      Home = "tree"
	Crossbar  Home = "crossbar"
)

// Homes lists the kinds of networks.
func Homes() []Home { return []Home{Ring, Torus, OpenMesh, Hypercube, Tree, Crossbar} }

// Network returns the network for p processes. Extents are for the torus and the open mesh; nil is as
// square as p allows. A hypercube and a tree have a power of two of nodes, p or more.
func (h Home) Network(p int, extents topo.Mesh) (topo.Network, error) {
	if extents == nil {
		extents = topo.NearSquare(p, 2)
	}
	switch h {
	case Ring:
		return topo.NewRing(p), nil
	case Torus:
		return topo.NewTorus(extents), nil
	case OpenMesh:
		return topo.NewOpenMesh(extents), nil
	case Hypercube:
		return topo.NewHypercube(p), nil
	case Tree:
		return topo.NewTree(p), nil
	case Crossbar:
		return topo.Crossbar{Size: p}, nil
	}
	return nil, fmt.Errorf("catalog: Network: kind %q, want one of %v", string(h), Homes())
}

// Models returns the machines for which there is a formula for this algorithm, its own topology first.
func (info Info) Models() []Model {
	for _, of := range slices.Concat(ringModels(), meshModels(), hcubeModels()) {
		if of.id == info.ID {
			return of.models
		}
	}
	return nil
}

// Model returns the first of Models. Without any, Home is where the algorithm is at home and Cost is nil.
func (info Info) Model() Model {
	if models := info.Models(); models != nil {
		return models[0]
	}
	home := map[string]Home{"ring": Ring, "mesh": Torus, "hcube": Hypercube, "tree": Tree}[info.Topology()]
	if home == "" {
		home = Crossbar
	}
	return Model{Home: home}
}

type modelsOf struct {
	id     string
	models []Model
}

// at is what the book says of one machine; ct is the same for cut-through only.
func at(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, Form: form, Cost: formula}
}

func ct(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, CT: true, Form: form, Cost: formula}
}

// split is m for an algorithm that cuts its message in n(a) parts. They must be equally long: only then
// can the book's m/n be a number of words.
func (m Model) split(n func(a cost.Params) int) Model {
	holds := m.Holds
	return m.where(func(a cost.Params) bool {
		return n(a) > 0 && a.M%n(a) == 0 && (holds == nil || holds(a))
	})
}

// pipelined is m for a pipeline with a number of links behind the first, shown by some parts at least.
func (m Model) pipelined(links, telling func(p int) int) Model {
	m.Telling = telling
	m.Parts = func(p, words, segment int) int { return comm.Segments(words, links(p), segment).Count() }
	return m.split(func(a cost.Params) int { return a.K })
}

// onGrayRing is m with label i on node Gray(i).
func (m Model) onGrayRing() Model {
	m.Gray = true
	return m
}

func (m Model) where(holds func(cost.Params) bool) Model {
	m.Holds = holds
	return m
}

func of(id string, models ...Model) modelsOf { return modelsOf{id, models} }
