// Package cost is the closed formulas of the textbook and nothing else: the time of each operation in
// µs, rows as in docs/textbook.md section 1.
//
// Formulas hold under store-and-forward (SF) with Th = 0, as the book counts SF, and under cut-through
// (CT) with Th, on the topology of their name. Where every message goes to a neighbour the book leaves
// th out; here such a step costs th too, and Th = 0 gives the printed form. Ports are one-port and full
// duplex unless a formula says otherwise.
//
// log p is the whole number of dimensions of the smallest hypercube with p nodes, d = ceil(log2 p).
package cost

import "math/bits"

// Params are the letters of the formulas. Not every formula uses each of them.
type Params struct {
	P          int     // processes
	M          int     // words of a message; of a block in allgather, scatter, alltoall
	Ts, Tw, Th float64 // start-up µs, µs/word, µs/link
	Tr         float64 // µs to read and write a word when blocks are regrouped in memory
	Mesh       []int   // extents of a mesh, their product P
	Q          int     // the circular shift, 0 < Q < P
	K          int     // parts a message is cut in
}

// log is log p.
func (a Params) log() float64 { return logarithm(a.P) }

func logarithm(p int) float64 { return float64(bits.Len(uint(p - 1))) }

// over is the time of one message of a number of words over a number of links.
func (a Params) over(words, links float64) float64 { return a.Ts + a.Tw*words + a.Th*links }

// step is the time of one message of M words to a neighbour.
func (a Params) step() float64 { return a.over(float64(a.M), 1) }

// steps is the time of n messages to a neighbour with altogether a number of words.
func (a Params) steps(n, words float64) float64 { return (a.Ts+a.Th)*n + a.Tw*words }

// others is p - 1.
func (a Params) others() float64 { return float64(a.P - 1) }

// foreign is m(p-1): the words of all blocks but one.
func (a Params) foreign() float64 { return float64(a.M) * a.others() }

// perimeter is the sum of extent - 1 over the dimensions of the mesh, 2(sqrt p - 1) on a square.
func (a Params) perimeter() float64 {
	sum := 0
	for _, extent := range a.Mesh {
		sum += extent - 1
	}
	return float64(sum)
}
