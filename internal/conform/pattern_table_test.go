package conform

import (
	"math/bits"

	"topocoll/cost"
	"topocoll/topo"
)

// A pattern holds the total numbers of messages and words that some algorithms share. The totals are closed
// formulas from the textbook, not from the code. An algorithm and its reverse have the same totals. The
// formula for the time gives the number of steps.
type pattern struct {
	ids      string
	of       unit
	messages count // of all nodes; in a pipeline for each segment
	words    count // of all nodes
	most     count // the words that the busiest node sends or receives, whichever is more
}

// A unit is a number of words that the formulas count as one.
type unit struct {
	lengths func(p int) []int // lengths of calls for which the formulas hold
	words   func(k Case) int  // number of words of a unit
	cut     bool              // the message is divided into segments
}

// A count is a function of p, its square root n, its logarithm d, or the shift distance q.
type count func(k Case) int

// segment is the length of the segments of pipelined algorithms.
const segment = 3

func whole(k Case) int { return k.M }
func part(k Case) int  { return k.M / k.P }
func other(k Case) int { return k.M / (k.P - 1) }

var (
	// m words, or a block of m words
	message = unit{func(int) []int { return []int{0, 1, 5} }, whole, false}
	// m words, divided into segments
	segments = unit{func(int) []int { return []int{0, segment, 6 * segment} }, whole, true}
	// m words divided over four trees
	quarters = unit{func(int) []int { return []int{4 * segment, 20 * segment} }, whole, true}
	// m words divided over d trees
	chunks = unit{func(p int) []int { d := topo.CubeDim(p); return []int{segment * d, 4 * segment * d} },
		whole, true}
	// m words in d parts
	inD = unit{func(p int) []int { d := topo.CubeDim(p); return []int{0, d, 5 * d} }, whole, false}
	// m words in blocks of one segment
	inBlocks = unit{segments.lengths, func(k Case) int { return min(k.M, segment) }, false}
	// m/2 words
	halves = unit{func(int) []int { return []int{0, 2, 10} }, func(k Case) int { return k.M / 2 }, false}
	parts  = unit{func(p int) []int { return []int{0, 2 * p, 10 * p} }, part, false} // m/p words
	// blocks that divide into p-1 non-empty parts
	filled  = unit{func(p int) []int { return []int{p * (p - 1)} }, whole, false}
	partsP  = unit{filled.lengths, part, false}
	partsP1 = unit{filled.lengths, other, false} // m/(p-1) words
)

func none(Case) int       { return 0 }
func one(Case) int        { return 1 }
func two(Case) int        { return 2 }
func less1(k Case) int    { return k.P - 1 }
func half(k Case) int     { return k.P / 2 }
func toBoth(k Case) int   { return min(2, k.P-1) }       // to the left and to the right
func triangle(k Case) int { return k.P * (k.P - 1) / 2 } // 1 + ... + (p-1)
func square(k Case) int   { return (k.P - 1) * (k.P - 1) }
func shorter(k Case) int  { return k.P * k.P / 4 } // the sum of the distances to all nodes of a ring
func log(k Case) int      { return topo.CubeDim(k.P) }

func plus(a, b count) count      { return func(k Case) int { return a(k) + b(k) } }
func times(i int, c count) count { return func(k Case) int { return i * c(k) } }

// each returns a count that each of the p nodes contributes.
func each(c count) count { return func(k Case) int { return k.P * c(k) } }

// pairs returns a count that each of the p/2 pairs contributes.
func pairs(c count) count { return func(k Case) int { return k.P * c(k) / 2 } }

// both returns the sum of a count along a row and the same count along a column.
func both(c count) count { return func(k Case) int { return 2 * c(Case{P: n(k)}) } }

// n returns the number of nodes of a row.
func n(k Case) int { return topo.NearSquare(k.P, 2)[0] }

// The row numbers refer to docs/reference/textbook.md.
var patterns = []pattern{
	// rows 2, 18
	{"ring/bcast ring/reduce", message, less1, less1, toBoth},
	// rows 3, 18; 7, 8, 20, 21
	{"ring/bcast-doubling ring/reduce-doubling hcube/bcast hcube/reduce", message, less1, less1, log},
	// row 1
	{"ring/bcast-linear ring/reduce-linear", message, less1, less1, less1},
	// rows 17, 36
	{"ring/bcast-pipelined ring/reduce-pipelined ring/scan ring/exscan", segments, less1, less1, one},
	// rows 12, 23, on a ring
	{"ring/bcast-scatter ring/reduce-gather", parts, times(3, triangle), times(3, triangle), times(2, less1)},
	// rows 25, 30, 24
	{"ring/allgather ring/reducescatter ring/allgather-baseline", message, each(less1), each(less1), less1},
	// row 46
	{"ring/alltoall-pairwise ring/alltoall-linear hcube/alltoall-ecube", message, each(less1), each(less1),
		less1},
	{"ring/allgather-bidir ring/reducescatter-bidir", message, each(times(2, half)), each(less1), less1},
	{"ring/allreduce", parts, each(times(2, less1)), each(times(2, less1)), times(2, less1)}, // rows 30, 25
	{"ring/allreduce-bidir", parts, each(times(4, half)), each(times(2, less1)), times(2, less1)},
	{"ring/allreduce-reduce-bcast", message, times(2, less1), times(2, less1), toBoth}, // row 33
	{"ring/allreduce-linear", message, times(2, less1), times(2, less1), less1},
	{"ring/scatter ring/gather", message, triangle, triangle, less1}, // rows 37, 41
	{"ring/scatter-linear ring/gather-linear", message, less1, less1, less1},
	{"ring/alltoall", message, each(less1), each(triangle), triangle},     // row 42: m(p-i) words in step i
	{"ring/alltoall-bidir", message, each(less1), each(shorter), shorter}, // row 43

	// rows 4, 19
	{"mesh/bcast mesh/reduce", message, less1, less1, both(toBoth)},
	// rows 6, 19
	{"mesh/bcast-doubling mesh/reduce-doubling", message, less1, less1, both(log)},
	// row 12, on a mesh
	{"mesh/bcast-scatter", parts, plus(meshScatter, each(both(less1))), plus(pairs(both(less1)), each(less1)),
		times(2, less1)},
	{"mesh/bcast-trees", quarters, less1, less1, one},
	{"mesh/allgather mesh/reducescatter", message, each(both(less1)), each(less1), less1}, // rows 26, 31
	{"mesh/allgather-bidir mesh/reducescatter-bidir", message, each(times(2, both(half))), each(less1),
		less1},
	{"mesh/allgather-crossed mesh/reducescatter-crossed", message, each(times(4, both(half))), each(less1),
		less1},
	// rows 31, 26
	{"mesh/allreduce", parts, each(times(2, both(less1))), each(times(2, less1)), times(2, less1)},
	{"mesh/allreduce-bidir", parts, each(times(4, both(half))), each(times(2, less1)), times(2, less1)},
	{"mesh/allreduce-crossed", parts, each(times(8, both(half))), each(times(2, less1)), times(2, less1)},
	// row 33
	{"mesh/allreduce-reduce-bcast", message, times(2, less1), times(2, less1), both(toBoth)},
	// row 36: rows, the last column, rows again
	{"mesh/scan mesh/exscan", message, both(each(less1)), both(each(less1)),
		func(k Case) int { return min(3, n(k)) }},
	// rows 38, 41
	{"mesh/scatter mesh/gather", message, meshScatter, pairs(both(less1)), less1},
	{"mesh/alltoall", message, each(both(less1)), each(pairs(both(less1))), pairs(both(less1))}, // row 44
	{"mesh/alltoall-crossed", message, each(times(4, both(half))), each(crossed), crossed},
	{"mesh/shift", message, meshShift, meshShift, steps(cost.MeshShift)}, // row 49

	// rows 12, 23
	{"hcube/bcast-scatter hcube/reduce-gather", parts, plus(less1, each(log)), plus(pairs(log), each(less1)),
		times(2, less1)},
	// row 13: d parts
	{"hcube/bcast-trees", inD, func(k Case) int { return log(k) * less1(k) }, less1, one},
	// row 15
	{"hcube/bcast-esbt", chunks, less1, less1, one},
	// rows 27, 32
	{"hcube/allgather hcube/reducescatter", message, each(log), each(less1), less1},
	// rows 34, 35
	{"hcube/allreduce hcube/scan hcube/exscan", message, each(log), each(log), log},
	// row 33
	{"hcube/allreduce-reduce-bcast", message, times(2, less1), times(2, less1), log},
	// rows 32, 27
	{"hcube/allreduce-rabenseifner", parts, each(times(2, log)), each(times(2, less1)), times(2, less1)},
	{"hcube/scatter hcube/gather", message, less1, pairs(log), less1},         // rows 39, 41
	{"hcube/alltoall", message, each(log), each(pairs(log)), pairs(log)},      // row 45: p/2 blocks a step
	{"hcube/barrier hcube/barrier-butterfly", message, each(log), none, none}, // row 34

	{"circulant/bcast circulant/reduce", inBlocks, blocksSent, blocksSent,
		func(k Case) int { return max(1, k.M/segment) - 1 + log(k) }},
	{"circulant/reducescatter circulant/allgather", message, each(log), each(less1), less1},
	{"circulant/allreduce", parts, each(times(2, log)), each(times(2, less1)), times(2, less1)},
	{"circulant/allgather-neighbour", message, each(half), each(less1), less1},
	{"circulant/reducescatter-pairwise", message, each(less1), each(less1), less1},
	{"circulant/allgather-bruck", message, each(peers), each(less1), less1},
	{"circulant/exscan", message, toHigher, toHigher, log},
	{"circulant/alltoall-bruck", message, each(peers), each(digits), digits},
	{"circulant/barrier", message, each(peers), none, none},

	{"tree/bcast-knomial tree/reduce-knomial network/bcast-short network/reduce-short", message, less1, less1,
		children},
	{"tree/scatter-knomial tree/gather-knomial", message, less1, blocksHandedDown, less1},
	{"tree/allgather-pat tree/reducescatter-pat", message, each(log), each(less1), less1},
	{"tree/reduce-binary", message, less1, less1, toBoth},
	{"tree/bcast-split-binary", halves, times(2, less1), times(2, less1), splitBinary},
	{"tree/bcast-bine tree/reduce-bine", message, less1, less1, log},
	{"tree/scatter-bine tree/gather-bine", message, less1, pairs(log), less1},
	{"tree/bcast-two-tree tree/reduce-two-tree", halves, times(2, less1), times(2, less1), two},

	{"butterfly/allreduce network/allreduce-short", message, each(peers), each(peers), peers},
	{"butterfly/allgather butterfly/reducescatter", message, each(peers), each(less1), less1},
	{"butterfly/allreduce-rabenseifner", parts, each(times(2, peers)), each(times(2, less1)),
		times(2, less1)},

	{"butterfly/allgather-swing butterfly/reducescatter-swing", message, each(log), each(less1), less1},
	{"butterfly/reducescatter-inorder", message, plus(each(log), unmirrored), plus(each(less1), unmirrored),
		plus(less1, func(k Case) int { return min(1, unmirrored(k)) })},
	{"butterfly/allreduce-swing-latency", message, each(log), each(log), log},
	{"butterfly/allreduce-swing", parts, each(times(2, log)), each(times(2, less1)), times(2, less1)},

	// row 48
	{"ring/shift", message, each(steps(cost.RingShift)), each(steps(cost.RingShift)), steps(cost.RingShift)},
	// row 50
	{"hcube/shift", message, each(steps(cost.HcubeShiftGray)), each(steps(cost.HcubeShiftGray)),
		steps(cost.HcubeShiftGray)},
	// row 52
	{"hcube/shift-signed", message, each(steps(cost.HcubeShiftSigned)), each(steps(cost.HcubeShiftSigned)),
		steps(cost.HcubeShiftSigned)},
	// row 51
	{"hcube/shift-ecube", message, each(steps(cost.HcubeShiftECube)), each(steps(cost.HcubeShiftECube)),
		steps(cost.HcubeShiftECube)},

	// Without a network, all nodes are on one switch, and each node sends to every other node.
	{"network/bcast network/reduce", partsP1, square, square, less1},
	{"network/allreduce-rooted-short", message, times(2, less1), times(2, less1), children},
	{"network/allreduce-rooted", partsP1, times(2, square), times(2, square),
		func(k Case) int { return 2*k.P - 3 }},
	{"network/allgather network/reducescatter network/alltoall", filled, each(less1), each(less1), less1},
	{"network/allreduce", partsP, each(times(2, less1)), each(times(2, less1)), times(2, less1)},
	{"network/scatter network/gather", filled, less1, less1, less1},
}

// unmirrored returns the number of labels that change when their d bits are reversed. 2^ceil(d/2) labels do
// not change.
func unmirrored(k Case) int { return k.P - 1<<((log(k)+1)/2) }

// toHigher returns the number of messages to higher labels in d rounds. Their distances are 1, 2, 4, ... in
// the inclusive rounds. In the e exclusive rounds the distance is the number of nodes in a sum, and node 0
// sends nothing.
func toHigher(k Case) int {
	d, e := log(k), bits.Len(uint(1<<log(k)-k.P+1))-1
	return k.P*d - (1<<d - 1<<e) - e
}

// splitBinary returns the number of halves that a node with two children sends: two to the next level and one
// to its partner. If p is even, the root sends one half to the node without a partner.
func splitBinary(k Case) int {
	if k.P >= 7 || k.P%2 == 0 && k.P > 2 {
		return 3
	}
	return 2
}

// meshScatter returns the number of messages around the source's column, where n blocks count as one, and
// around every row.
func meshScatter(k Case) int { return (n(k) + 1) * triangle(Case{P: n(k)}) }

// crossed returns the number of blocks of both phases. Each phase has floor(n²/4) groups of n blocks, as in
// row 43.
func crossed(k Case) int { return 2 * n(k) * shorter(Case{P: n(k)}) }

// steps returns the number of steps of a shift, computed from the formula for its time.
func steps(formula func(cost.Params) float64) count {
	return func(k Case) int {
		return int(formula(
			cost.Params{P: k.P, Mesh: topo.NearSquare(k.P, 2), Ts: 1, Q: topo.Mod(k.Shift, k.P)}))
	}
}

// meshShift returns the number of messages of a shift. Every node sends in every step except the compensation
// step. In that step, either the nodes that wrapped around in their row send, or the other nodes send
// backwards.
func meshShift(k Case) int {
	q, sent := topo.Mod(k.Shift, k.P), k.P*steps(cost.MeshShift)(k)
	along, down := q%n(k), q/n(k)
	around := func(q int) int { return min(q%n(k), (n(k)-q%n(k))%n(k)) }
	switch {
	case along == 0:
		return sent
	case around(down) > around(down+1):
		return sent - along*n(k)
	}
	return sent - (n(k)-along)*n(k)
}
