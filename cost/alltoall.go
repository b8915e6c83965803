package cost

// Formulas for all-to-all personalised communication (total exchange).

// RingAlltoall sends in one direction, with m(p-i) words in step i: (ts + tw·m·p/2)(p-1). Row 42.
func RingAlltoall(a Params) float64 {
	return a.steps(a.otherNodes(), a.remoteWords()*float64(a.P)/2)
}

// RingAlltoallBidirectional sends every block the shorter way; the messages in the two directions are in
// sequence: ts(p-1) + tw·m floor(p²/4). Row 43; the sources only remark that the tw term is halved.
func RingAlltoallBidirectional(a Params) float64 {
	return a.steps(a.otherNodes(), float64(a.M)*float64(a.P*a.P/4))
}

// MeshAlltoall takes (ts + tw·m·p/2) times the sum of extent - 1, on a square (2ts + tw·m·p)(sqrt(p) - 1),
// and tr·m·p to regroup the blocks between two phases. Row 44; F2 prints tw·ln(sqrt p) for tw·m·sqrt p, m_p
// for m·p.
func MeshAlltoall(a Params) float64 {
	blocks := float64(a.M) * float64(a.P)
	return a.steps(a.sumOfExtents(), a.sumOfExtents()*blocks/2) + a.Tr*blocks*float64(max(0, len(a.Mesh)-1))
}

// MeshAlltoallCrossed sends one half of every block in each order of the dimensions. Each half goes in both
// directions along a line; of the words for the opposite node, half go each way. The four messages of a step
// are in sequence: 4ts times the sum of floor(extent/2) + tw·m·p times the sum of floor(extent²/4)/extent, on
// a square of even extents 4ts·sqrt p + tw·m·p·sqrt p/2, and tr·m·p to regroup the blocks between the two
// phases. Not in the sources.
func MeshAlltoallCrossed(a Params) float64 {
	blocks := 0
	for _, extent := range a.Mesh {
		blocks += extent * extent / 4 * (a.P / extent)
	}
	return a.steps(4*a.sumOfHalves(), float64(a.M*blocks)) + a.Tr*float64(a.M*a.P)
}

// HcubeAlltoall sends p/2 blocks in every dimension, (ts + tw·m·p/2) log p, and takes tr·m·p log p to regroup
// the blocks. Row 45.
func HcubeAlltoall(a Params) float64 {
	blocks := float64(a.M) * float64(a.P)
	return a.steps(a.logP(), a.logP()*blocks/2) + a.Tr*blocks*a.logP()
}

// HcubeAlltoallECube has p-1 exchanges, (ts + tw·m)(p-1) + (th/2)p log p, CT. Row 46; F4 omits th, F2 prints
// l·th.
func HcubeAlltoallECube(a Params) float64 {
	return a.messageTime(float64(a.M), 0)*a.otherNodes() + a.Th*float64(a.P)*a.logP()/2
}
