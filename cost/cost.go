package cost

import (
	"math/bits"
	"strings"
)

// Params holds the parameters of the formulas. The fields have the names of the letters in the formulas. Each
// formula uses only the parameters that it needs.
type Params struct {
	P          int     // number of processes
	M          int     // words of a message; in allgather, scatter and alltoall, words of a block
	Ts, Tw, Th float64 // start-up time in µs, µs per word, µs per link
	Tr         float64 // µs per word for regrouping blocks in memory (one read and one write)
	Mesh       []int   // extents of a mesh, whose product is P
	Q          int     // distance of the circular shift, 0 <= Q < P
	K          int     // number of parts of a message
	Radix      int     // radix r of a tree or circulant graph, 2 or more
}

// logP returns ceil(log2 p), written log p in the formulas.
func (a Params) logP() float64 { return ceilLog2(a.P) }

func ceilLog2(p int) float64 { return float64(bits.Len(uint(p - 1))) }

func (a Params) messageTime(words, links float64) float64 { return a.Ts + a.Tw*words + a.Th*links }

// neighbourTime returns the time of one message of M words to a neighbour.
func (a Params) neighbourTime() float64 { return a.messageTime(float64(a.M), 1) }

// totalTime returns the time of n messages to neighbours, with the given number of words in total.
func (a Params) totalTime(n, words float64) float64 { return (a.Ts+a.Th)*n + a.Tw*words }

func (a Params) pMinus1() float64 { return float64(a.P - 1) }

// remoteWords returns m(p-1), the total number of words in the blocks of all other nodes.
func (a Params) remoteWords() float64 { return float64(a.M) * a.pMinus1() }

// sumOfExtents returns the sum of extent - 1 over the dimensions of the mesh.
func (a Params) sumOfExtents() float64 {
	sum := 0
	for _, extent := range a.Mesh {
		sum += extent - 1
	}
	return float64(sum)
}

// sumOfHalves returns the sum of floor(extent/2) over the dimensions of the mesh.
func (a Params) sumOfHalves() float64 {
	sum := 0
	for _, extent := range a.Mesh {
		sum += extent / 2
	}
	return float64(sum)
}

// WithTh replaces every ts in a formula of the textbook by ts + th, and returns the formula for cut-through
// routing. The textbook omits th from its formulas for messages between neighbours.
func WithTh(form string) string {
	const own = "\x00"
	form = strings.ReplaceAll(form, "(ts + tw", "("+own+" + th + tw")
	return strings.ReplaceAll(strings.ReplaceAll(form, "ts", "(ts + th)"), own, "ts")
}
