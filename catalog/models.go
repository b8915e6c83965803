package catalog

import (
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// The following functions build the models in the tables of rows.

// model returns a model that holds under both routings. modelCT returns a model that holds only under
// cut-through routing.
func model(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, Form: form, Cost: formula}
}

func modelCT(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, CT: true, Form: form, Cost: formula}
}

// parts describes the number of parts of a message: a function that computes it, and the form in which
// descriptions print it, such as "p". The form is "" if the number is a constant.
type parts struct {
	number func(a cost.Params) int
	form   string
}

// split returns a model for an algorithm that divides its message into parts. The formula is exact only if
// the number of words is divisible by the number of parts, so that all parts have the same length.
func (m Model) split(n parts) Model {
	return m.exactIf(condition{
		func(a cost.Params) bool { return n.number(a) > 0 && a.M%n.number(a) == 0 },
		func(a cost.Params) string {
			switch number := n.number(a); {
			case number == 0:
				return "p > 1"
			case n.form == "":
				return fmt.Sprintf("m divisible by %d", number)
			default:
				return fmt.Sprintf("m divisible by %s = %d", n.form, number)
			}
		}})
}

// pipelined returns a model for a pipeline over 1 + links(p) links. It sets Parts and Telling.
func (m Model) pipelined(links, telling func(p int) int) Model {
	m.Telling = telling
	m.Parts = func(p, words, segment int) int { return comm.Segments(words, links(p), segment).Count() }
	return m.split(parts{func(a cost.Params) int { return a.K }, "the number of segments, K"})
}

// onGrayRing returns a model with Gray set, so that label i is on node Gray(i).
func (m Model) onGrayRing() Model {
	m.Gray = true
	return m
}

// exactIf returns a model with c as an additional condition.
func (m Model) exactIf(c condition) Model {
	m.conditions = append(slices.Clone(m.conditions), c)
	return m
}

// saying returns a condition whose description does not depend on the parameters.
func saying(text string, holds func(cost.Params) bool) condition {
	return condition{holds, func(cost.Params) string { return text }}
}

var (
	plane = saying("a mesh of two dimensions", func(a cost.Params) bool { return len(a.Mesh) == 2 })
	cube  = saying("p = 2^d", func(a cost.Params) bool { return topo.IsPowerOfTwo(a.P) })

	// twoDims requires a hypercube of at least two dimensions. With one dimension, the last step only returns
	// the message to the source.
	twoDims = saying("p > 2", func(a cost.Params) bool { return a.P > 2 })

	// powerOfRadix requires p to be a power of the radix, so that all groups of a tree are complete.
	powerOfRadix = condition{
		func(a cost.Params) bool {
			n := 1
			for n < a.P {
				n *= a.Radix
			}
			return n == a.P
		},
		func(a cost.Params) string { return fmt.Sprintf("p = r^d with r = %d", a.Radix) }}

	// usesAllNodes requires a p for which the rounds use all nodes, without folding.
	usesAllNodes = condition{
		func(a cost.Params) bool { return topo.FoldRadix(a.P, a.Radix).Extra == 0 },
		func(a cost.Params) string { return fmt.Sprintf("p = q·r^d with r = %d and q < r", a.Radix) }}

	// fullTree requires all levels of a binary tree to be full.
	fullTree = saying("p = 2^d - 1", func(a cost.Params) bool { return topo.IsPowerOfTwo(a.P + 1) })

	// shortExtents requires extents for which every message of Swing goes to a neighbour.
	shortExtents = saying("extents of at most 4",
		func(a cost.Params) bool { return len(a.Mesh) > 0 && slices.Max(a.Mesh) <= 4 })

	// cubeExtents requires all extents to be powers of two, so that recursive doubling halves each extent.
	cubeExtents = saying("extents that are powers of two", func(a cost.Params) bool {
		return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsPowerOfTwo(extent) })
	})
)

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}

// twiceTime returns the formula for two consecutive operations that each take the time of the given formula.
func twiceTime(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 { return 2 * formula(a) }
}

// ofParts returns the formula for messages of m/p words instead of m.
func ofParts(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M /= a.P
		return formula(a)
	}
}

var (
	processes = parts{func(a cost.Params) int { return a.P }, "p"}
	twoHalves = parts{func(cost.Params) int { return 2 }, ""}

	// halfParts describes messages in which each half is divided into p parts.
	halfParts = parts{func(a cost.Params) int { return 2 * a.P }, "2p"}

	dimensions = parts{func(a cost.Params) int { return topo.CubeDim(a.P) }, "log p"}
)

// twoParts returns 2, the smallest number of parts that shows pipelining: one part is forwarded while the
// next is received.
func twoParts(int) int { return 2 }
