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
	K          int     // parts of a message
	Radix      int     // r of a tree or a circulant graph, 2 or more
}

// log is log p.
func (a Params) log() float64 { return logarithm(a.P) }

func logarithm(p int) float64 { return float64(bits.Len(uint(p - 1))) }

// over is the time of one message of the given number of words over the given number of links.
func (a Params) over(words, links float64) float64 { return a.Ts + a.Tw*words + a.Th*links }

// step is the time of one message of M words to a neighbour.
func (a Params) step() float64 { return a.over(float64(a.M), 1) }

// steps is the time of n messages to a neighbour, with the given number of words in total.
func (a Params) steps(n, words float64) float64 { return (a.Ts+a.Th)*n + a.Tw*words }

// others is p - 1.
func (a Params) others() float64 { return float64(a.P - 1) }

// remote is m(p-1): the words of all blocks but one.
func (a Params) remote() float64 { return float64(a.M) * a.others() }

// sumOfExtents is the sum of extent - 1 over the dimensions of the mesh, 2(sqrt p - 1) on a square.
func (a Params) sumOfExtents() float64 {
	sum := 0
	for _, extent := range a.Mesh {
		sum += extent - 1
	}
	return float64(sum)
}

// sumOfHalves is the sum of floor(extent/2) over the dimensions of the mesh, 2 floor(sqrt p/2) on a square.
func (a Params) sumOfHalves() float64 {
	sum := 0
	for _, extent := range a.Mesh {
		sum += extent / 2
	}
	return float64(sum)
}
