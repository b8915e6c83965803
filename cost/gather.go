package cost

// Formulas for all-to-all broadcast and its dual, all-to-all reduction, and for one-to-all personalised
// communication (scatter) and its dual, gather.

// RingAllgather takes (ts + tw·m)(p-1). Rows 25 and 30, and rows 37 and 41, in which the source sends the
// block of the farthest node first.
func RingAllgather(a Params) float64 { return a.step() * a.otherNodes() }

// MeshAllgather takes (ts + tw·m)(C-1) along the rows, (ts + tw·m·C)(R-1) along the columns, and so on; on a
// square 2ts(sqrt(p) - 1) + tw·m(p-1). Rows 26 and 31, 38 and 41.
func MeshAllgather(a Params) float64 { return a.steps(a.sumOfExtents(), a.remoteWords()) }

// RingAllgatherBidirectional sends two messages in each of floor(p/2) steps, in sequence: 2ts floor(p/2) +
// tw·m(p-1). Not in the sources.
func RingAllgatherBidirectional(a Params) float64 { return a.steps(float64(a.P/2*2), a.remoteWords()) }

// MeshAllgatherBidirectional is RingAllgatherBidirectional along every dimension, 2ts times the sum of
// floor(extent/2) + tw·m(p-1). Not in the sources.
func MeshAllgatherBidirectional(a Params) float64 { return a.steps(2*a.sumOfHalves(), a.remoteWords()) }

// MeshAllgatherCrossed is MeshAllgatherBidirectional twice at the same time, each with half of every block.
// The four messages of a step are in sequence: 4ts times the sum of floor(extent/2) + tw·m(p-1). Not in the
// sources.
func MeshAllgatherCrossed(a Params) float64 { return a.steps(4*a.sumOfHalves(), a.remoteWords()) }

// HcubeAllgather takes ts log p + tw·m(p-1). Rows 27 and 32, and rows 39 and 41, which F2 labels as
// all-to-all. F4 prints l_s, l_w and a minus sign.
func HcubeAllgather(a Params) float64 { return a.steps(a.logP(), a.remoteWords()) }

// RingScatterHalving is recursive halving on a ring, ts log p + tw·m(p-1) + th(p-1), CT. Row 40; F4 omits th.
func RingScatterHalving(a Params) float64 {
	return a.Ts*a.logP() + a.Tw*a.remoteWords() + a.Th*a.otherNodes()
}

// MeshScatterHalving takes ts log p + tw·m(p-1) + th times the sum of extent - 1, on a square 2th(sqrt(p) -
// 1), CT. Row 40; F4 omits th.
func MeshScatterHalving(a Params) float64 {
	return a.Ts*a.meshLog() + a.Tw*a.remoteWords() + a.Th*a.sumOfExtents()
}

// meshLog returns log p summed over the dimensions of the mesh.
func (a Params) meshLog() float64 {
	sum := 0.0
	for _, extent := range a.Mesh {
		sum += logarithm(extent)
	}
	return sum
}
