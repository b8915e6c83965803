package cost

import "math"

// Formulas for one-to-all broadcast. The dual reduction takes the same time, not counting the computation.
// The sources F0 to F4 are texts about the textbook (see docs/reference/sources.md). Row numbers refer to
// docs/reference/textbook.md.

// LinearBcast returns the time of a broadcast in which the root sends to every other node in turn, and all
// nodes are neighbours of the root: T = (ts + tw·m)(p-1). See row 1 of docs/reference/textbook.md. None of
// the sources for this row gives the formula.
func LinearBcast(a Params) float64 { return a.neighbourTime() * a.pMinus1() }

// RingBcast returns the time of a broadcast in both directions around a ring: T = (ts + tw·m) ceil(p/2). See
// rows 2 and 18 of docs/reference/textbook.md. Source F1 prints p/2, which is wrong for odd p.
func RingBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.neighbourTime() * float64((a.P+1)/2)
}

// RingBcastDoubling returns the time of a broadcast by recursive doubling on a ring: T = (ts + tw·m) log p +
// th(p-1) under CT. See rows 3 and 18 of docs/reference/textbook.md. One line of source F2 prints th·p, which
// is wrong.
func RingBcastDoubling(a Params) float64 {
	return a.messageTime(float64(a.M), 0)*a.logP() + a.Th*a.pMinus1()
}

// MeshBcast returns the time of a broadcast on a mesh, along one dimension after the other: T = (ts + tw·m)H,
// where H is the sum of ceil(extent/2) over the dimensions. On a k-D cube of p nodes, T = k(ts + tw·m)
// ceil(p^(1/k)/2). See rows 4, 5 and 19 of docs/reference/textbook.md. Source F1 prints (p 1/2/2) instead of
// ceil(sqrt(p)/2).
func MeshBcast(a Params) float64 {
	t := 0.0
	for _, extent := range a.Mesh {
		a.P = extent
		t += RingBcast(a)
	}
	return t
}

// MeshBcastDoubling returns the time of a broadcast by recursive doubling in each dimension of a mesh: T =
// (ts + tw·m) log p + th·S under CT, where S is the sum of extent - 1 over the dimensions. On a square, S =
// 2(sqrt(p) - 1). See rows 6, 10 and 19 of docs/reference/textbook.md.
func MeshBcastDoubling(a Params) float64 {
	t := 0.0
	for _, extent := range a.Mesh {
		a.P = extent
		t += RingBcastDoubling(a)
	}
	return t
}

// HcubeBcast returns the time of a broadcast on a hypercube: T = (ts + tw·m) log p. See rows 7, 8, 20, 21 and
// 35 of docs/reference/textbook.md. The algorithm of row 33 takes twice this time. Row 34 is the butterfly,
// for which source F2 prints the formula for one word.
func HcubeBcast(a Params) float64 { return a.neighbourTime() * a.logP() }

// TreeBcast returns the time of a broadcast on a balanced binary tree of switches: T = (ts + tw·m + th(log p
// + 1)) log p under CT. See rows 9 and 22 of docs/reference/textbook.md.
func TreeBcast(a Params) float64 { return a.messageTime(float64(a.M), a.logP()+1) * a.logP() }

// HcubeBcastScatterAllgather returns the time of a scatter followed by an allgather: T = 2(ts log p +
// tw(m/p)(p-1)). See row 12 of docs/reference/textbook.md. Row 23, a reduce-scatter followed by a gather,
// takes the same time.
func HcubeBcastScatterAllgather(a Params) float64 {
	return 2 * a.totalTime(a.logP(), float64(a.M)/float64(a.P)*a.pMinus1())
}

// HcubeBcastTrees returns the time of a broadcast of log p parts over log p binomial trees, which are rooted
// at the neighbours of the root: T = 2(ts log p + tw·m). See rows 13, 14 and 16 of
// docs/reference/textbook.md.
//
// The formula is also the bound for one message to one node in log p parts over disjoint paths (row 14). The
// caption of Table 3.1 (row 16) says 2(ts + tw·m + th ceil(log p)). This is too low, because a broadcast
// needs at least log p start-ups.
func HcubeBcastTrees(a Params) float64 { return 2 * a.totalTime(a.logP(), float64(a.M)) }

// HcubeBcastESBT returns the time of a pipelined broadcast of K parts over log p edge-disjoint trees: T = (ts
// + tw·m/K)(K + log p). See row 15 of docs/reference/textbook.md. The formula is a reconstruction.
func HcubeBcastESBT(a Params) float64 {
	return a.messageTime(float64(a.M)/float64(a.K), 1) * (float64(a.K) + a.logP())
}

// BestPartsESBT returns the K that minimises HcubeBcastESBT, as a real number: K = sqrt(m·d·tw/(ts + th)).
// The time is then T = tw·m + (ts + th)d + 2 sqrt((ts + th)·tw·m·d).
func BestPartsESBT(a Params) float64 {
	return math.Sqrt(float64(a.M) * a.logP() * a.Tw / (a.Ts + a.Th))
}

// ChainBcast returns the time of a pipelined broadcast of K parts along a ring in one direction: T = (ts +
// tw·m/K)(p - 2 + K). See rows 17 and 36 (prefix sums from node to node) of docs/reference/textbook.md. The
// sources give no formula for either row.
func ChainBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.messageTime(float64(a.M)/float64(a.K), 1) * float64(a.P-2+a.K)
}
