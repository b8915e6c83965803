package cost

// Formulas for all-to-all broadcast and its dual, all-to-all reduction, and for one-to-all personalised
// communication (scatter) and its dual, gather.

// RingAllgather is an allgather around the ring: T = (ts + tw·m)(p-1). See rows 25 and 30 of textbook.md, and
// row 37, in which the root sends the block of the farthest node first, and row 41, its reverse.
func RingAllgather(a Params) float64 { return a.neighbourTime() * a.pMinus1() }

// MeshAllgather takes (ts + tw·m)(C-1) along the rows of the mesh, (ts + tw·m·C)(R-1) along the columns, and
// so on. On a square, T = 2ts(sqrt(p) - 1) + tw·m(p-1). See rows 26, 31, 38 and 41 of textbook.md.
func MeshAllgather(a Params) float64 { return a.totalTime(a.sumOfExtents(), a.remoteWords()) }

// RingAllgatherBidirectional sends two messages, one after the other, in each of floor(p/2) steps: T = 2ts
// floor(p/2) + tw·m(p-1). F0 to F4 do not contain this algorithm.
func RingAllgatherBidirectional(a Params) float64 {
	return a.totalTime(float64(a.P/2*2), a.remoteWords())
}

// MeshAllgatherBidirectional is RingAllgatherBidirectional along every dimension: T = 2ts·H + tw·m(p-1),
// where H is the sum of floor(extent/2) over the dimensions. F0 to F4 do not contain this algorithm.
func MeshAllgatherBidirectional(a Params) float64 {
	return a.totalTime(2*a.sumOfHalves(), a.remoteWords())
}

// MeshAllgatherCrossed consists of two simultaneous runs of MeshAllgatherBidirectional, each with half of
// every block. One run begins with the rows, the other with the columns. The four messages of a step are sent
// one after the other: T = 4ts·H + tw·m(p-1), where H is the sum of floor(extent/2) over the dimensions. F0
// to F4 do not contain this algorithm.
func MeshAllgatherCrossed(a Params) float64 { return a.totalTime(4*a.sumOfHalves(), a.remoteWords()) }

// HcubeAllgather is recursive doubling: T = ts log p + tw·m(p-1). See rows 27 and 32 of textbook.md, and rows
// 39 and 41, which F2 labels as all-to-all. F4 prints -l_s log p + l_w·m(p-1): l_s and l_w stand for ts and
// tw, and the minus sign is wrong.
func HcubeAllgather(a Params) float64 { return a.totalTime(a.logP(), a.remoteWords()) }

// RingScatterHalving halves recursively: T = ts log p + tw·m(p-1) + th(p-1) under CT. See row 40 of
// textbook.md; F4 omits th.
func RingScatterHalving(a Params) float64 {
	return a.Ts*a.logP() + a.Tw*a.remoteWords() + a.Th*a.pMinus1()
}

// MeshScatterHalving is recursive halving on a mesh: T = ts log p + tw·m(p-1) + th·S under CT, where S is the
// sum of extent - 1 over the dimensions. On a square, S = 2(sqrt(p) - 1). See row 40 of textbook.md; F4 omits
// th.
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
