package catalog

import (
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/topo"
)

// The following functions build the models for the tables of algorithms.

// model returns a model that is valid under both kinds of routing.
func model(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, Form: form, Cost: formula}
}

// modelCT returns a model that is valid only under cut-through routing.
func modelCT(home Home, form string, formula func(cost.Params) float64) Model {
	return Model{Home: home, CT: true, Form: form, Cost: formula}
}

// A partCount is the number of parts into which a message is divided. The field `form` is the number as
// descriptions print it, such as "p", or "" for a constant.
type partCount struct {
	count func(a cost.Params) int
	form  string
}

// splitInto returns a model for an algorithm that divides its message into n parts. The model's formula is
// exact only if all parts have the same length.
func (m Model) splitInto(n partCount) Model {
	return m.exactIf(condition{
		func(a cost.Params) bool { return n.count(a) > 0 && a.M%n.count(a) == 0 },
		func(a cost.Params) string {
			switch count := n.count(a); {
			case count == 0:
				return "p > 1"
			case n.form == "":
				return fmt.Sprintf("m divisible by %d", count)
			default:
				return fmt.Sprintf("m divisible by %s = %d", n.form, count)
			}
		}})
}

// pipelined returns a model with Parts and Telling, for a pipeline over 1 + links(p) links.
func (m Model) pipelined(links, telling func(p int) int) Model {
	m.Telling = telling
	m.Parts = func(p, words, segment int) int { return comm.Segments(words, links(p), segment).Count() }
	return m.splitInto(partCount{func(a cost.Params) int { return a.K }, "the number of segments, K"})
}

// onGrayRing returns a model in which label i is on node Gray(i).
func (m Model) onGrayRing() Model {
	m.Gray = true
	return m
}

// exactIf returns the model with c as an additional condition for its formula to be exact.
func (m Model) exactIf(c condition) Model {
	m.conditions = append(slices.Clone(m.conditions), c)
	return m
}

// fixedCondition returns a condition whose description does not depend on the parameters.
func fixedCondition(text string, holds func(cost.Params) bool) condition {
	return condition{holds, func(cost.Params) string { return text }}
}

var (
	twoDimMesh = fixedCondition("a mesh of two dimensions",
		func(a cost.Params) bool { return len(a.Mesh) == 2 })
	powerOfTwo = fixedCondition("p = 2^d", func(a cost.Params) bool { return topo.IsPowerOfTwo(a.P) })

	// moreThanTwo is the condition p > 2. On two nodes, the last step of an ESBT broadcast only returns the
	// message to the source, and the reduce-scatter with mirrored blocks has no last step.
	moreThanTwo = fixedCondition("p > 2", func(a cost.Params) bool { return a.P > 2 })

	// powerOfRadix is the condition that p is a power of the radix, so that all groups of a tree are complete.
	powerOfRadix = condition{
		func(a cost.Params) bool {
			n := 1
			for n < a.P {
				n *= a.Radix
			}
			return n == a.P
		},
		func(a cost.Params) string { return fmt.Sprintf("p = r^d with r = %d", a.Radix) }}

	// usesAllNodes is the condition that the rounds use all p nodes, without folding.
	usesAllNodes = condition{
		func(a cost.Params) bool { return topo.FoldRadix(a.P, a.Radix).Extra == 0 },
		func(a cost.Params) string { return fmt.Sprintf("p = q·r^d with r = %d and q < r", a.Radix) }}

	// fullTree is the condition that all levels of a binary tree are full.
	fullTree = fixedCondition("p = 2^d - 1", func(a cost.Params) bool { return topo.IsPowerOfTwo(a.P + 1) })

	// shortExtents is the condition that no extent exceeds 4, so that every message of Swing goes to a
	// neighbour.
	shortExtents = fixedCondition("extents of at most 4",
		func(a cost.Params) bool { return len(a.Mesh) > 0 && slices.Max(a.Mesh) <= 4 })

	// cubeExtents is the condition that all extents are powers of two, so that recursive doubling halves each
	// extent.
	cubeExtents = fixedCondition("extents that are powers of two", func(a cost.Params) bool {
		return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsPowerOfTwo(extent) })
	})
)

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}

func twiceTime(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 { return 2 * formula(a) }
}

// forBlocks returns the formula with m/p in place of m, for messages of m/p words.
func forBlocks(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M /= a.P
		return formula(a)
	}
}

var (
	pParts    = partCount{func(a cost.Params) int { return a.P }, "p"}
	twoHalves = partCount{func(cost.Params) int { return 2 }, ""}

	// twicePParts is the number of parts of a message in which each half is divided into p parts.
	twicePParts = partCount{func(a cost.Params) int { return 2 * a.P }, "2p"}

	logPParts = partCount{func(a cost.Params) int { return topo.CubeDim(a.P) }, "log p"}
)

// twoParts returns 2, the smallest number of parts that shows the effect of pipelining: a node forwards one
// part while it receives the next.
func twoParts(int) int { return 2 }
