package conform

// Without a network, all nodes are on one switch: each sends to each other one.
var networkPatterns = map[string]pattern{
	"network/bcast":         {anyP, in(twoSteps), relayed, anyLink, ofOthers},
	"network/reduce":        {anyP, in(twoSteps), reversed(relayed), anyLink, ofOthers},
	"network/allgather":     {anyP, in(one), allAtOnce, anyLink, some},
	"network/reducescatter": {anyP, in(one), allAtOnce, anyLink, some},
	"network/allreduce":     {anyP, in(twice(one)), ofParts(after(allAtOnce, allAtOnce)), anyLink, ofAll},

	"network/allreduce-rooted": {anyP, in(twice(twoSteps)), after(reversed(relayed), relayed), anyLink, ofOthers},

	"network/scatter":  {anyP, in(one), fromRoot, anyLink, some},
	"network/gather":   {anyP, in(one), reversed(fromRoot), anyLink, some},
	"network/alltoall": {anyP, in(one), allAtOnce, anyLink, some},
}

// twoSteps: to one other node there is no other way round.
func twoSteps(p int) int { return min(2, p-1) }

// ofOthers is lengths that can be cut into a part for each node but one; empty parts are not sent.
func ofOthers(p int) []int { return []int{max(1, p-1), 5 * max(1, p-1)} }

func ofAll(p int) []int { return []int{p, 5 * p} }

func some(int) []int { return []int{1, 7} }

// relayed: the source sends a part to every node, which passes it on to all others but the source.
func relayed(v int, k Case) counts {
	n, part := k.P-1, k.M/max(1, k.P-1)
	if v == 0 {
		return counts{Rounds: min(1, n), Sent: n, Out: n * part}
	}
	return counts{Rounds: min(2, n), Sent: n - 1, Recv: n, Out: (n - 1) * part, In: n * part}
}

// fromRoot: a block from the source to every node.
func fromRoot(v int, k Case) counts {
	if n := k.P - 1; v == 0 {
		return counts{Rounds: 1, Sent: n, Out: n * k.M}
	}
	return counts{Rounds: 1, Recv: 1, In: k.M}
}
