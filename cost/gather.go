package cost

// Formulas for all-to-all broadcast and its dual, all-to-all reduction, and for one-to-all personalised
// communication (scatter) and its dual, gather.

// RingAllgather returns the time of an allgather around a ring: T = (ts + tw·m)(p-1). See rows 25 and 30 of
// docs/reference/textbook.md. Row 37 is a scatter in which the root sends the block of the farthest node
// first, and row 41 is its reverse.
func RingAllgather(a Params) float64 { return a.neighbourTime() * a.pMinus1() }

// MeshAllgather returns the time of an allgather along the rows of a mesh, in (ts + tw·m)(C-1), then along
// its columns, in (ts + tw·m·C)(R-1), and so on. On a square, T = 2ts(sqrt(p) - 1) + tw·m(p-1). See rows 26,
// 31, 38 and 41 of docs/reference/textbook.md.
func MeshAllgather(a Params) float64 { return a.totalTime(a.sumOfExtents(), a.remoteWords()) }

// RingAllgatherBidirectional returns the time of an allgather in both directions around a ring. A node sends
// two messages, one after the other, in each of floor(p/2) steps: T = 2ts floor(p/2) + tw·m(p-1). The
// algorithm is not in the book.
func RingAllgatherBidirectional(a Params) float64 {
	return a.totalTime(float64(a.P/2*2), a.remoteWords())
}

// MeshAllgatherBidirectional returns the time of RingAllgatherBidirectional along every dimension of a mesh:
// T = 2ts·H + tw·m(p-1), where H is the sum of floor(extent/2) over the dimensions. The algorithm is not in
// the book.
func MeshAllgatherBidirectional(a Params) float64 {
	return a.totalTime(2*a.sumOfHalves(), a.remoteWords())
}

// MeshAllgatherCrossed returns the time of two simultaneous allgathers as in MeshAllgatherBidirectional, each
// with half of every block. One begins with the rows, the other with the columns. The four messages of a step
// are sent one after the other: T = 4ts·H + tw·m(p-1), where H is the sum of floor(extent/2) over the
// dimensions. The algorithm is not in the book.
func MeshAllgatherCrossed(a Params) float64 { return a.totalTime(4*a.sumOfHalves(), a.remoteWords()) }

// HcubeAllgather returns the time of an allgather by recursive doubling: T = ts log p + tw·m(p-1). See rows
// 27 and 32 of docs/reference/textbook.md, and rows 39 and 41, which source F2 (docs/reference/sources.md)
// labels as all-to-all. Source F4 prints -l_s log p + l_w·m(p-1), where l_s and l_w stand for ts and tw, and
// the minus sign is wrong.
func HcubeAllgather(a Params) float64 { return a.totalTime(a.logP(), a.remoteWords()) }

// RingScatterHalving returns the time of a scatter by recursive halving on a ring: T = ts log p + tw·m(p-1) +
// th(p-1) under CT. See row 40 of docs/reference/textbook.md. Source F4 omits the th term.
func RingScatterHalving(a Params) float64 {
	return a.Ts*a.logP() + a.Tw*a.remoteWords() + a.Th*a.pMinus1()
}

// MeshScatterHalving returns the time of a scatter by recursive halving on a mesh: T = ts log p + tw·m(p-1) +
// th·S under CT, where S is the sum of extent - 1 over the dimensions. On a square, S = 2(sqrt(p) - 1). See
// row 40 of docs/reference/textbook.md. Source F4 omits the th term.
func MeshScatterHalving(a Params) float64 {
	return a.Ts*a.meshLog() + a.Tw*a.remoteWords() + a.Th*a.sumOfExtents()
}

// meshLog returns the sum of ceil(log2 extent) over the dimensions of the mesh.
func (a Params) meshLog() float64 {
	sum := 0.0
	for _, extent := range a.Mesh {
		sum += ceilLog2(extent)
	}
	return sum
}
