package conform

import (
	"math/bits"

	"topocoll/topo"
)

var hcubePatterns = map[string]pattern{
	"hcube/bcast":         {cubes, in(log), whole(binomial), cubeLink, anyM},                                // rows 7, 8
	"hcube/bcast-scatter": {cubes, in(twice(log)), ofParts(after(parts(binomial), cubeAll)), cubeLink, ofP}, // row 12
	"hcube/bcast-trees":   {cubes4, in(twice(log)), edgeDisjoint(in(log)), cubeLink, ofD},                   // row 13: K = d chunks
	"hcube/bcast-esbt":    {cubes4, esbtSteps, edgeDisjoint(pieces), cubeLink, inRounds},                    // row 15: K + d steps

	"hcube/reduce":        {cubes, in(log), reversed(whole(binomial)), cubeLink, anyM},                                // rows 20, 21
	"hcube/reduce-gather": {cubes, in(twice(log)), ofParts(after(cubeAll, reversed(parts(binomial)))), cubeLink, ofP}, // row 23

	"hcube/allgather":     {cubes, in(log), cubeAll, cubeLink, anyM}, // row 27: m, 2m, ..., mp/2 words
	"hcube/reducescatter": {cubes, in(log), cubeAll, cubeLink, anyM}, // row 32: mp/2, ..., m words

	"hcube/allreduce":              {cubes, in(log), everyone(log, log), cubeLink, anyM},                                       // row 34
	"hcube/allreduce-reduce-bcast": {cubes, in(twice(log)), after(reversed(whole(binomial)), whole(binomial)), cubeLink, anyM}, // row 33
	"hcube/allreduce-rabenseifner": {cubes, in(twice(log)), ofParts(after(cubeAll, cubeAll)), cubeLink, ofP},                   // rows 32, 27

	"hcube/scan":   {cubes, in(log), everyone(log, log), cubeLink, anyM}, // row 35
	"hcube/exscan": {cubes, in(log), everyone(log, log), cubeLink, anyM}, // row 35

	"hcube/scatter": {cubes, in(log), parts(binomial), cubeLink, anyM},           // row 39
	"hcube/gather":  {cubes, in(log), reversed(parts(binomial)), cubeLink, anyM}, // row 41

	"hcube/alltoall":       {cubes, in(log), everyone(log, halfLog), cubeLink, anyM},  // row 45: p/2 blocks a step
	"hcube/alltoall-ecube": {cubes, in(less1), everyone(less1, less1), anyLink, anyM}, // row 46

	"hcube/shift":        {cubes, binarySteps, hops(binarySteps), grayLink, anyM}, // row 50
	"hcube/shift-signed": {cubes, signedSteps, hops(signedSteps), grayLink, anyM}, // row 52
	"hcube/shift-ecube":  {cubes, oneStep, hops(oneStep), anyLink, anyM},          // row 51

	"hcube/barrier":           {anyP, in(logUp), everyone(logUp, none), ringPower, anyM}, // row 34's remark, for any p
	"hcube/barrier-butterfly": {cubes, in(log), everyone(log, none), cubeLink, anyM},     // row 34
}

// cubeAll: what each node has doubles, or halves, from m to mp/2 words.
var cubeAll = everyone(log, less1)

func halfLog(p int) int { return p / 2 * log(p) }

// cubes4: on 2 nodes there is one tree of one link, and no last step.
var cubes4 = []int{4, 8, 16, 32}

// inRounds: every tree gets as many chunks.
func inRounds(p int) []int { return []int{segment * log(p), 4 * segment * log(p)} }

func esbtSteps(k Case) int { return pieces(k) + log(k.P) }

// edgeDisjoint: K chunks in turn over d edge-disjoint trees, for K a multiple of d. Over all trees a node
// has d children, one for each link, so it forwards what it receives; but a neighbour of the source, being the
// root of a tree, does not send that tree's chunks back to it. A node can go on receiving after the last
// chunk it sends on, for the bits above its highest.
func edgeDisjoint(chunks func(k Case) int) func(int, Case) counts {
	return func(v int, k Case) counts {
		d, n := log(k.P), chunks(k)
		switch above := d - bits.Len(uint(v)); {
		case v == 0:
			return counts{Rounds: n, Sent: n, Out: k.M}
		case bits.OnesCount(uint(v)) == 1:
			return counts{Rounds: n + above, Sent: n - n/d, Recv: n, Out: k.M - k.M/d, In: k.M}
		default:
			return counts{Rounds: n + above + 1, Sent: n, Recv: n, Out: k.M, In: k.M}
		}
	}
}

// Nodes at a distance of 2^k on the Gray-coded ring are two links apart, and one for k = 0.

func binarySteps(k Case) int { return linksOf(topo.Mod(k.Shift, k.P)) }

// signedSteps counts the digits of the non-adjacent form: they are where 3q and q differ, one place down.
func signedSteps(k Case) int {
	q := topo.Mod(k.Shift, k.P)
	return linksOf((3*q ^ q) >> 1 & (k.P - 1)) // 2^d is no way at all
}

// linksOf is two for every digit, and one for that of 2^0.
func linksOf(digits int) int { return 2*bits.OnesCount(uint(digits)) - digits&1 }

func oneStep(k Case) int { return min(1, topo.Mod(k.Shift, k.P)) }

// hops: every node sends and receives its message once a step.
func hops(steps func(k Case) int) func(int, Case) counts {
	return func(_ int, k Case) counts {
		n := steps(k)
		return counts{Rounds: n, Sent: n, Recv: n, Out: n * k.M, In: n * k.M}
	}
}

// grayLink: place i of the ring is node Gray(i) of the cube.
func grayLink(from, to, p int) bool { return cubeLink(from^from>>1, to^to>>1, p) }
