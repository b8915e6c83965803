package conform

import "topocoll/topo"

// Row numbers are those of the census of the sources; docs/textbook.md has them.
var ringPatterns = map[string]pattern{
	"ring/bcast":           {anyP, in(halfUp), whole(arms), ringLink, anyM},                                        // row 2: ceil(p/2) steps
	"ring/bcast-doubling":  {cubes, in(log), whole(binomial), ringPower, anyM},                                     // row 3: step i over p/2^i
	"ring/bcast-linear":    {anyP, in(less1), whole(star), anyLink, anyM},                                          // row 1
	"ring/bcast-pipelined": {anyP, chainSteps, chain, ringLink, inSegments},                                        // row 17: K + p-2 steps
	"ring/bcast-scatter":   {anyP, in(twice(less1)), after(ofParts(ringScatter), ofParts(ringAll)), ringLink, ofP}, // row 12 on a ring

	"ring/reduce":           {anyP, in(halfUp), reversed(whole(arms)), ringLink, anyM},                                        // row 18
	"ring/reduce-doubling":  {cubes, in(log), reversed(whole(binomial)), ringPower, anyM},                                     // row 18
	"ring/reduce-linear":    {anyP, in(one), reversed(oneToAll), anyLink, anyM},                                               // not in the book
	"ring/reduce-pipelined": {anyP, chainSteps, reversed(chain), ringLink, inSegments},                                        // dual of row 17
	"ring/reduce-gather":    {anyP, in(twice(less1)), after(ofParts(ringAll), ofParts(reversed(ringScatter))), ringLink, ofP}, // row 23 on a ring

	"ring/allgather":          {anyP, in(less1), ringAll, ringLink, anyM},                         // row 25: (ts + tw m)(p-1)
	"ring/allgather-bidir":    {anyP, in(half), bothSides(half, less1), ringLink, anyM},           // not in the book
	"ring/allgather-baseline": {anyP, nil, after(ringSends, reversed(ringSends)), ringLink, anyM}, // row 24: p broadcasts
	"ring/reducescatter":      {anyP, in(less1), ringAll, ringLink, anyM},                         // row 30

	"ring/reducescatter-bidir":    {anyP, in(half), bothSides(half, less1), ringLink, anyM},                              // its dual
	"ring/allreduce":              {anyP, in(twice(less1)), ofParts(after(ringAll, ringAll)), ringLink, ofP},             // rows 30, 25
	"ring/allreduce-bidir":        {anyP, in(twice(half)), ofParts(bothSides(twice(half), twice(less1))), ringLink, ofP}, // not in the book
	"ring/allreduce-reduce-bcast": {anyP, in(twice(halfUp)), after(reversed(whole(arms)), whole(arms)), ringLink, anyM},  // row 33

	"ring/scan":   {anyP, chainSteps, chain, ringLink, inSegments}, // row 36
	"ring/exscan": {anyP, chainSteps, chain, ringLink, inSegments}, // row 36

	"ring/scatter": {anyP, in(less1), ringScatter, ringLink, anyM},           // row 37
	"ring/gather":  {anyP, in(less1), reversed(ringScatter), ringLink, anyM}, // row 41

	"ring/scatter-linear": {anyP, in(one), oneToAll, anyLink, anyM},           // not in the book
	"ring/gather-linear":  {anyP, in(one), reversed(oneToAll), anyLink, anyM}, // its dual
	"ring/barrier-linear": {anyP, in(two), signals, anyLink, anyM},            // the two without words

	"ring/alltoall":          {anyP, in(less1), everyone(less1, triangle), ringLink, anyM}, // row 42: m(p-i) words in step i
	"ring/alltoall-bidir":    {anyP, in(half), ringBidirectional, ringLink, anyM},          // row 43
	"ring/alltoall-linear":   {anyP, in(one), allAtOnce, anyLink, anyM},                    // not in the book
	"ring/alltoall-pairwise": {anyP, in(less1), ringAll, anyLink, anyM},                    // row 46 for any p

	"ring/shift": {anyP, shorterWay, ringShift, ringLink, anyM}, // row 48: min(q, p-q) steps
}

// ringAll: one block from each neighbour to the next in p-1 steps.
var ringAll = everyone(less1, less1)

// ringSends: every node forwards the block of every other one once, and the broadcasts follow each other.
func ringSends(_ int, k Case) counts {
	return counts{Rounds: k.P - 1, Sent: k.P - 1, Out: (k.P - 1) * k.M}
}

func one(int) int { return 1 }
func two(int) int { return 2 }

// oneToAll: a message from the source to every node in a single step.
func oneToAll(v int, k Case) counts {
	if v == 0 {
		return counts{Rounds: 1, Sent: k.P - 1, Out: (k.P - 1) * k.M}
	}
	return counts{Rounds: 1, Recv: 1, In: k.M}
}

// signals: empty messages from all to one, then from one to all.
func signals(v int, k Case) counts {
	k.M = 0
	return after(reversed(oneToAll), oneToAll)(v, k)
}

// allAtOnce: a block to every node in a single step of several messages.
func allAtOnce(_ int, k Case) counts {
	n := k.P - 1
	return counts{Rounds: 1, Sent: n, Recv: n, Out: n * k.M, In: n * k.M}
}

// star: the source sends to every node.
func star(v, p int) (children, size int) {
	if v == 0 {
		return p - 1, p
	}
	return 0, 1
}

// chain: K segments from node to node, one forwarded while the next is received.
func chain(v int, k Case) counts {
	segments, n := pieces(k), counts{}
	if v > 0 {
		n.Recv, n.In = segments, k.M
	}
	if v < k.P-1 {
		n.Sent, n.Out = segments, k.M
	}
	n.Rounds = segments
	if n.Sent > 0 && n.Recv > 0 {
		n.Rounds++
	}
	return n
}

func chainSteps(k Case) int { return pieces(k) + k.P - 2 }

// pieces is K. An empty message is one segment.
func pieces(k Case) int { return max(1, k.M/k.Segment) }

// ringScatter: the blocks travel one by one, so node v receives those for v to p-1 and forwards all but
// its own.
func ringScatter(v int, k Case) counts {
	if v == 0 {
		return counts{Rounds: k.P - 1, Sent: k.P - 1, Out: (k.P - 1) * k.M}
	}
	r := k.P - v
	return counts{Rounds: r, Sent: r - 1, Recv: r, Out: (r - 1) * k.M, In: r * k.M}
}

// triangle is (p-1) + ... + 1.
func triangle(p int) int { return p * (p - 1) / 2 }

// ringBidirectional: a message to each side a step, for even p one at the end; every block its shortest way, and
// the sum of all distances is floor(p^2/4).
func ringBidirectional(_ int, k Case) counts {
	n, words := k.P-1, k.P*k.P/4*k.M
	return counts{Rounds: k.P / 2, Sent: n, Recv: n, Out: words, In: words}
}

func shorterWay(k Case) int {
	q := topo.Mod(k.Shift, k.P)
	return min(q, k.P-q)
}

func ringShift(_ int, k Case) counts {
	n := shorterWay(k)
	return counts{Rounds: n, Sent: n, Recv: n, Out: n * k.M, In: n * k.M}
}
