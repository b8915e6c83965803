package catalog

import (
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// These functions build the models in the tables.

// model returns a model that holds under both routings, and modelCT one that holds under cut-through only.
func model(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, Form: form, Cost: formula}
}

func modelCT(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, CT: true, Form: form, Cost: formula}
}

// split returns m for an algorithm that divides its message into n(a) parts. The formula is exact only if m/n
// is a whole number, so that the parts have equal lengths.
func (m Model) split(n func(a cost.Params) int) Model {
	holds := m.Holds
	return m.exactIf(func(a cost.Params) bool {
		return n(a) > 0 && a.M%n(a) == 0 && (holds == nil || holds(a))
	})
}

// pipelined returns m for a pipeline in which links(p) links follow the first one. It sets Parts, and it sets
// Telling to the function telling.
func (m Model) pipelined(links, telling func(p int) int) Model {
	m.Telling = telling
	m.Parts = func(p, words, segment int) int { return comm.Segments(words, links(p), segment).Count() }
	return m.split(func(a cost.Params) int { return a.K })
}

// onGrayRing returns m with label i on node Gray(i).
func (m Model) onGrayRing() Model {
	m.Gray = true
	return m
}

func (m Model) exactIf(holds func(cost.Params) bool) Model {
	m.Holds = holds
	return m
}

func plane(a cost.Params) bool { return len(a.Mesh) == 2 }

func cube(a cost.Params) bool { return topo.IsPowerOfTwo(a.P) }

// twoDims reports whether the trees have two dimensions. With one dimension, the last step only returns the
// message to the source.
func twoDims(a cost.Params) bool { return a.P > 2 }

// powerOfRadix reports whether p is a power of the radix, so that all groups of a tree are complete.
func powerOfRadix(a cost.Params) bool {
	n := 1
	for n < a.P {
		n *= a.Radix
	}
	return n == a.P
}

// usesAllNodes reports whether the rounds use all nodes, without folding.
func usesAllNodes(a cost.Params) bool { return topo.FoldRadix(a.P, a.Radix).Extra == 0 }

// fullTree reports whether all levels of a binary tree are full.
func fullTree(a cost.Params) bool { return topo.IsPowerOfTwo(a.P + 1) }

// shortExtents reports whether every round of Swing is between neighbours.
func shortExtents(a cost.Params) bool { return len(a.Mesh) > 0 && slices.Max(a.Mesh) <= 4 }

// cubeExtents reports whether all extents are powers of two, so that recursive doubling halves each.
func cubeExtents(a cost.Params) bool {
	return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsPowerOfTwo(extent) })
}

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}

// twiceTime returns the formula for two consecutive operations that take the same time.
func twiceTime(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 { return 2 * formula(a) }
}

// ofParts returns the formula for messages of m/p words.
func ofParts(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M /= a.P
		return formula(a)
	}
}

func processes(a cost.Params) int { return a.P }

// halfParts returns the number of parts if each half of a message is divided into p parts.
func halfParts(a cost.Params) int { return 2 * a.P }

func dimensions(a cost.Params) int { return topo.CubeDim(a.P) }

// twoParts is enough to show a pipeline: one part is forwarded while the next is received.
func twoParts(int) int { return 2 }
