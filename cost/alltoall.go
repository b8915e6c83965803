package cost

// Formulas for all-to-all personalised communication (total exchange).

// RingAlltoall returns the time of an all-to-all in one direction around a ring, with m(p-i) words in step i:
// T = (ts + tw·m·p/2)(p-1). See row 42 of docs/reference/textbook.md.
func RingAlltoall(a Params) float64 {
	return a.totalTime(a.pMinus1(), a.remoteWords()*float64(a.P)/2)
}

// RingAlltoallBidirectional returns the time of an all-to-all on a ring in which every block takes the
// shorter direction. A node sends the messages in the two directions one after the other: T = ts(p-1) + tw·m
// floor(p²/4). See row 43 of docs/reference/textbook.md. The sources give no formula. They only remark that
// the tw term is halved.
func RingAlltoallBidirectional(a Params) float64 {
	return a.totalTime(a.pMinus1(), float64(a.M)*float64(a.P*a.P/4))
}

// MeshAlltoall returns the time of an all-to-all along one dimension of a mesh after the other: T = (ts +
// tw·m·p/2)S, where S is the sum of extent - 1 over the dimensions. On a square, T = (2ts + tw·m·p)(sqrt(p) -
// 1). Regrouping the blocks between two phases adds tr·m·p. See row 44 of docs/reference/textbook.md. Source
// F2 (docs/reference/sources.md) prints tw·ln(sqrt p) instead of tw·m·sqrt p, and m_p instead of m·p.
func MeshAlltoall(a Params) float64 {
	blocks := float64(a.M) * float64(a.P)
	return a.totalTime(a.sumOfExtents(), a.sumOfExtents()*blocks/2) + a.Tr*blocks*float64(max(0, len(a.Mesh)-1))
}

// MeshAlltoallCrossed returns the time of an all-to-all in which half of every block travels along the rows
// of the mesh first, and half along the columns first. Messages travel in both directions of each line. The
// four messages of a step are sent one after the other: T = 4ts·H + tw·m·p·Q, where H is the sum of
// floor(extent/2) over the dimensions, and Q the sum of floor(extent²/4)/extent. On a square of even extents,
// T = 4ts·sqrt p + tw·m·p·sqrt p/2. Regrouping the blocks between the two phases adds tr·m·p. The algorithm
// is not in the book.
func MeshAlltoallCrossed(a Params) float64 {
	blocks := 0
	for _, extent := range a.Mesh {
		blocks += extent * extent / 4 * (a.P / extent)
	}
	return a.totalTime(4*a.sumOfHalves(), float64(a.M*blocks)) + a.Tr*float64(a.M*a.P)
}

// HcubeAlltoall returns the time of an all-to-all on a hypercube with p/2 blocks in every dimension: T = (ts
// + tw·m·p/2) log p. Regrouping the blocks adds tr·m·p log p. See row 45 of docs/reference/textbook.md.
func HcubeAlltoall(a Params) float64 {
	blocks := float64(a.M) * float64(a.P)
	return a.totalTime(a.logP(), a.logP()*blocks/2) + a.Tr*blocks*a.logP()
}

// HcubeAlltoallECube returns the time of an all-to-all on a hypercube in p-1 exchanges: T = (ts + tw·m)(p-1)
// + (th/2)p log p under CT. See row 46 of docs/reference/textbook.md. Source F4 omits the th term, and source
// F2 prints l·th.
func HcubeAlltoallECube(a Params) float64 {
	return a.messageTime(float64(a.M), 0)*a.pMinus1() + a.Th*float64(a.P)*a.logP()/2
}
