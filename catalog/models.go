package catalog

import (
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// The functions with which the tables describe models.

// at returns a model for both routings, ct one for cut-through only.
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

func plane(a cost.Params) bool { return len(a.Mesh) == 2 }

func cube(a cost.Params) bool { return topo.IsPowerOfTwo(a.P) }

// twoDims: with one dimension, the last step of the trees would only return the message to the source.
func twoDims(a cost.Params) bool { return a.P > 2 }

// powerOfRadix: the groups of a tree of this radix are whole.
func powerOfRadix(a cost.Params) bool {
	n := 1
	for n < a.P {
		n *= a.Radix
	}
	return n == a.P
}

// unfolded: no node is left over where a round is among r nodes each, and the last one among fewer.
func unfolded(a cost.Params) bool { return topo.FoldRadix(a.P, a.Radix).Extra == 0 }

// fullTree: all levels of a binary tree are full.
func fullTree(a cost.Params) bool { return topo.IsPowerOfTwo(a.P + 1) }

// shortExtents: a round of Swing is between neighbours.
func shortExtents(a cost.Params) bool { return len(a.Mesh) > 0 && slices.Max(a.Mesh) <= 4 }

// cubeExtents: doubling halves every extent.
func cubeExtents(a cost.Params) bool {
	return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsPowerOfTwo(extent) })
}

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}

// twice is for two operations in sequence that take the same time.
func twice(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 { return 2 * formula(a) }
}

// ofParts is for p parts of a message, each of m/p words.
func ofParts(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M /= a.P
		return formula(a)
	}
}

func processes(a cost.Params) int { return a.P }

// halfParts: each half of a message is cut into p parts.
func halfParts(a cost.Params) int { return 2 * a.P }

func dimensions(a cost.Params) int { return topo.CubeDim(a.P) }

// Two parts show a pipeline: one is forwarded while the next is received.
func two(int) int { return 2 }
