package catalog

import (
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// A Model is a machine for which the textbook has a formula for the time of an algorithm, and that formula. Nodes
// have one full-duplex port.
type Model struct {
	Home Home
	// CT: the messages cross several links, and the formula is for cut-through routing. Otherwise they go
	// from neighbour to neighbour, and the formula holds for both routings, under SF with Th = 0.
	CT bool
	// Gray: label i is the place on a ring, which is node Gray(i) of the hypercube.
	Gray bool
	Form string // the formula in the letters of the book
	Cost func(cost.Params) float64
	// Parts returns K, the number of parts of m words with segments of a given length (Args.Segment). It is nil
	// if the formula has no K.
	Parts func(p, m, segment int) int
	// Telling returns the smallest number of parts with which a run shows the pipelining. It is nil if Parts is.
	Telling func(p int) int
	// Holds reports whether the formula is exact for these parameters, if p is one of Info.Accepts. Nil: always.
	Holds func(cost.Params) bool
}

// Exact reports whether the formula gives the exact time of info's algorithm.
func (m Model) Exact(info Info, a cost.Params) bool {
	return info.Accepts.Has(a.P) && (m.Holds == nil || m.Holds(a))
}

// Placement returns the node of the network for each of p labels; nil is the identity.
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

// A Home is a kind of network.
type Home string

// The kinds of networks.
const (
	Ring      Home = "ring"
	Torus     Home = "torus"
	OpenMesh  Home = "mesh"
	Hypercube Home = "hypercube"
	Tree      Home = "tree"
	Star      Home = "star"
	Crossbar  Home = "crossbar"
)

// Homes lists the kinds of networks.
func Homes() []Home { return []Home{Ring, Torus, OpenMesh, Hypercube, Tree, Star, Crossbar} }

// Network returns the network for p processes. Extents are for the torus and the open mesh; with nil they are as
// nearly square as p allows. The number of nodes of a hypercube or a tree is the smallest power of two >= p.
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
	case Star:
		return topo.NewStar(p), nil
	case Crossbar:
		return topo.Crossbar{Size: p}, nil
	}
	return nil, fmt.Errorf("catalog: Network: kind %q, want one of %v", string(h), Homes())
}

// Models returns the models of this algorithm, that of its own topology first.
func (info Info) Models() []Model {
	for _, of := range slices.Concat(ringModels(), meshModels(), hcubeModels()) {
		if of.id == info.ID {
			return of.models
		}
	}
	return nil
}

// Model returns the first of Models. If there is none, Home is the algorithm's own topology and Cost is nil.
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

// at is a model for both routings; ct is one for cut-through only.
func at(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, Form: form, Cost: formula}
}

func ct(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, CT: true, Form: form, Cost: formula}
}

// split is m for an algorithm that cuts its message into n(a) parts. The formula is exact only for parts of equal
// length, where the book's m/n is a whole number of words.
func (m Model) split(n func(a cost.Params) int) Model {
	holds := m.Holds
	return m.where(func(a cost.Params) bool {
		return n(a) > 0 && a.M%n(a) == 0 && (holds == nil || holds(a))
	})
}

// pipelined is m for a pipeline with links(p) links after the first one; telling becomes Telling.
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
