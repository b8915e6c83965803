package conform

import "topocoll/topo"

// n is sqrt p, and node v is at row v/n and column v%n.
var meshPatterns = map[string]pattern{
	"mesh/bcast":          {squares, in(meshReach), whole(rowThenColumns(arms)), meshLink, anyM},               // row 4
	"mesh/bcast-doubling": {both, in(log), whole(rowThenColumns(binomial)), meshPower, anyM},                   // row 6
	"mesh/bcast-scatter":  {squares, in(twice(meshSide)), ofParts(after(meshScatter, meshAll)), meshLink, ofP}, // row 12 on a mesh
	"mesh/bcast-trees":    {squares, treesSteps, fourTrees, meshLink, inQuarters},                              // not in the book

	"mesh/reduce":          {squares, in(meshReach), reversed(whole(rowThenColumns(arms))), meshLink, anyM}, // row 19
	"mesh/reduce-doubling": {both, in(log), reversed(whole(rowThenColumns(binomial))), meshPower, anyM},     // row 19

	"mesh/allgather":             {squares, in(meshSide), meshAll, meshLink, anyM},                                                  // row 26: 2ts(n-1) + tw m(p-1)
	"mesh/allgather-bidir":       {squares, in(meshHalf), bothSides(meshHalf, less1), meshLink, anyM},                               // not in the book
	"mesh/allgather-crossed":     {squares, in(meshHalf), fourSides(meshHalf, less1), meshLink, anyM},                               // not in the book
	"mesh/reducescatter-bidir":   {squares, in(meshHalf), bothSides(meshHalf, less1), meshLink, anyM},                               // its dual
	"mesh/reducescatter-crossed": {squares, in(meshHalf), fourSides(meshHalf, less1), meshLink, anyM},                               // its dual
	"mesh/allreduce-bidir":       {squares, in(twice(meshHalf)), ofParts(bothSides(twice(meshHalf), twice(less1))), meshLink, ofP},  // the two
	"mesh/allreduce-crossed":     {squares, in(twice(meshHalf)), ofParts(fourSides(twice(meshHalf), twice(less1))), meshLink, of2P}, // the two
	"mesh/reducescatter":         {squares, in(meshSide), meshAll, meshLink, anyM},                                                  // row 31

	"mesh/allreduce":              {squares, in(twice(meshSide)), ofParts(after(meshAll, meshAll)), meshLink, ofP},                                            // rows 31, 26
	"mesh/allreduce-reduce-bcast": {squares, in(twice(meshReach)), after(reversed(whole(rowThenColumns(arms))), whole(rowThenColumns(arms))), meshLink, anyM}, // row 33

	"mesh/scan":   {squares, meshScanSteps, meshScan, meshLink, anyM}, // row 36
	"mesh/exscan": {squares, meshScanSteps, meshScan, meshLink, anyM}, // row 36

	"mesh/scatter": {squares, in(meshSide), meshScatter, meshLink, anyM},           // row 38
	"mesh/gather":  {squares, in(meshSide), reversed(meshScatter), meshLink, anyM}, // row 41

	"mesh/alltoall":         {squares, in(meshSide), everyone(meshSide, meshExchange), meshLink, anyM}, // row 44
	"mesh/alltoall-crossed": {squares, in(meshHalf), fourSides(meshHalf, meshShorter), meshLink, anyM}, // not in the book

	"mesh/shift": {squares, meshShiftSteps, meshShift, meshLink, anyM}, // row 49
}

// meshAll: m words in each step of the rows, m n in each of the columns, or the reverse.
var meshAll = everyone(meshSide, less1)

// meshExchange: in both phases n(n-1)/2 groups of n blocks, so that T is (2ts + tw m p)(n-1).
func meshExchange(p int) int { return p * (sqrt(p) - 1) }

// meshShorter: in both phases floor(n²/4) groups of n blocks, as in row 43.
func meshShorter(p int) int { return 2 * sqrt(p) * (p / 4) }

// meshScatter: round the column of the source with n blocks as one, then round every row.
func meshScatter(v int, k Case) counts {
	n := sqrt(k.P)
	row := func(_ int, _ Case) counts { return ringScatter(v%n, Case{P: n, M: k.M}) }
	if v%n > 0 {
		return row(v, k)
	}
	column := func(_ int, _ Case) counts { return ringScatter(v/n, Case{P: n, M: n * k.M}) }
	return after(column, row)(v, k)
}

// meshScan: along every row in one segment, the totals along the last column, and what comes before a row
// from its last node to the others, in both directions.
func meshScan(v int, k Case) counts {
	n := sqrt(k.P)
	line := Case{P: n, M: k.M, Segment: max(1, k.M)}
	node := func(int, Case) counts { return chain(v%n, line) }
	if v%n == n-1 {
		node = after(node, func(int, Case) counts { return chain(v/n, line) })
	}
	if v/n > 0 {
		node = after(node, func(int, Case) counts { return whole(arms)((v+1)%n, line) })
	}
	return node(v, k)
}

func meshScanSteps(k Case) int { return meshSide(k.P) + halfUp(sqrt(k.P)) }

// A shift by q = down n + along goes the shorter way in both dimensions. What wraps around in a row has
// one step more to go down; or everything has, and the rest one step less.

func meshShiftSteps(k Case) int {
	n, q := sqrt(k.P), topo.Mod(k.Shift, k.P)
	if q%n == 0 {
		return around(q/n, n)
	}
	return around(q%n, n) + 1 + min(around(q/n, n), around(q/n+1, n))
}

func meshShift(v int, k Case) counts {
	steps, n, q := meshShiftSteps(k), sqrt(k.P), topo.Mod(k.Shift, k.P)
	wrapped := v%n < q%n // is in this column after the step along the rows
	if q%n > 0 && wrapped != (around(q/n, n) <= around(q/n+1, n)) {
		steps-- // no compensation here
	}
	return counts{Rounds: steps, Sent: steps, Recv: steps, Out: steps * k.M, In: steps * k.M}
}

// around is the steps of a shift on a ring of n.
func around(q, n int) int { return min(q%n, (n-q%n)%n) }
