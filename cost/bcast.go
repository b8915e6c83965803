package cost

import "math"

// One-to-all broadcast. The dual reduction takes the same time, computation excluded.

// LinearBcast: the source sends to every other node, each a neighbour: (ts + tw·m)(p-1). Row 1; the
// sources give no formula.
func LinearBcast(a Params) float64 { return a.step() * a.others() }

// RingBcast: in both directions around the ring, (ts + tw·m) ceil(p/2). Rows 2 and 18. F1 prints p/2, which is
// wrong for odd p.
func RingBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.step() * float64((a.P+1)/2)
}

// RingBcastDoubling: (ts + tw·m) log p + th(p-1), CT. Rows 3 and 18. An earlier line of F2 has th·p.
func RingBcastDoubling(a Params) float64 {
	return a.over(float64(a.M), 0)*a.log() + a.Th*a.others()
}

// MeshBcast: dimension by dimension, (ts + tw·m) times the sum of ceil(extent/2); on a k-D cube of p
// nodes k(ts + tw·m) ceil(p^(1/k)/2). Rows 4, 5 and 19. F1 prints (p 1/2/2) for ceil(sqrt(p)/2).
func MeshBcast(a Params) float64 {
	t := 0.0
	for _, extent := range a.Mesh {
		a.P = extent
		t += RingBcast(a)
	}
	return t
}

// MeshBcastDoubling: doubling in each dimension, (ts + tw·m) log p + th times the sum of extent - 1; on a
// square (ts + tw·m) log p + 2th(sqrt(p) - 1), CT. Rows 6, 10 and 19.
func MeshBcastDoubling(a Params) float64 {
	t := 0.0
	for _, extent := range a.Mesh {
		a.P = extent
		t += RingBcastDoubling(a)
	}
	return t
}

// HcubeBcast: (ts + tw·m) log p. Rows 7, 8, 20 and 21; 33 is this twice; 34, the butterfly, which F2 prints for one word, and 35.
func HcubeBcast(a Params) float64 { return a.step() * a.log() }

// TreeBcast: on a balanced binary tree of switches, (ts + tw·m + th(log p + 1)) log p, CT. Rows 9 and 22.
func TreeBcast(a Params) float64 { return a.over(float64(a.M), a.log()+1) * a.log() }

// HcubeBcastScatterAllgather: 2(ts log p + tw(m/p)(p-1)). Rows 12 and 23 (reduce-scatter, then gather).
func HcubeBcastScatterAllgather(a Params) float64 {
	return 2 * a.steps(a.log(), float64(a.M)/float64(a.P)*a.others())
}

// HcubeBcastTrees: log p parts over as many binomial trees rooted at the log p neighbours of the source,
// 2(ts log p + tw·m). Rows 13, 14 (the bound for one message to one node in log p parts over disjoint paths, which F2 puts among
// the broadcasts) and 16: the caption of Table 3.1 reads 2(ts + tw·m + th ceil(log p)), which
// would beat the bound of log p start-ups.
func HcubeBcastTrees(a Params) float64 { return 2 * a.steps(a.log(), float64(a.M)) }

// HcubeBcastESBT: K parts pipelined over log p edge-disjoint trees, (ts + tw·m/K)(K + log p). Row 15,
// reconstructed in section 4.
func HcubeBcastESBT(a Params) float64 {
	return a.over(float64(a.M)/float64(a.K), 1) * (float64(a.K) + a.log())
}

// BestPartsESBT is the real number of parts sqrt(m·d·tw/(ts + th)) for which HcubeBcastESBT is least:
// tw·m + (ts + th)d + 2 sqrt((ts + th)·tw·m·d). Section 4.
func BestPartsESBT(a Params) float64 {
	return math.Sqrt(float64(a.M) * a.log() * a.Tw / (a.Ts + a.Th))
}

// ChainBcast: K parts pipelined along the ring in one direction, (ts + tw·m/K)(p - 2 + K). Row 17, which
// the sources only mention, and 36, prefix sums from node to node, for which the sources give no formula.
func ChainBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.over(float64(a.M)/float64(a.K), 1) * float64(a.P-2+a.K)
}
