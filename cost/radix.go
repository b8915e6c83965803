package cost

// Formulas for algorithms with a radix r: trees in which a node has r-1 children in every round, and
// circulant graphs in which node i is linked to i ± j·r^k for all digits j. Messages go directly to their
// receivers. With one port, the r-1 messages of a round take r-1 steps.

// greatestPower returns the greatest power n = r^d of the radix that is at most p, and d.
func (a Params) greatestPower() (n, d int) {
	n = 1
	for n <= a.P/a.Radix {
		n, d = n*a.Radix, d+1
	}
	return n, d
}

// maxSends returns the number N of messages that the busiest node sends if every round multiplies the number
// of reached nodes by r. With the greatest r^d <= p, N = (r-1)d + ceil(p/r^d) - 1. The last two terms are for
// a partial round. If p is a power of r, N = (r-1) log_r p.
func (a Params) maxSends() float64 {
	n, d := a.greatestPower()
	return float64((a.Radix-1)*d + (a.P+n-1)/n - 1)
}

// KnomialBcast takes T = (ts + tw·m)N for every p and every root, with N = (r-1)d + ceil(p/r^d) - 1 for the
// greatest r^d <= p. F0 to F4 do not contain the general algorithm; for r = 2, see row 7 of textbook.md.
func KnomialBcast(a Params) float64 { return a.neighbourTime() * a.maxSends() }

// KnomialScatter takes T = ts·N + tw·m(p-1), with N = (r-1) log_r p, if p is a power of r. For any other p,
// the time depends on the root. F0 to F4 do not contain the general algorithm; for r = 2, see row 39 of
// textbook.md.
func KnomialScatter(a Params) float64 { return a.totalTime(a.maxSends(), a.remoteWords()) }

// BruckAllgather takes T = ts·N + tw·m(p-1) for every p, with the N of KnomialBcast. F0 to F4 do not contain
// this algorithm; see Bruck et al. 1997.
func BruckAllgather(a Params) float64 { return a.totalTime(a.maxSends(), a.remoteWords()) }

// BruckAlltoall takes T = ts·N + tw·m·B + 2tr·m·B, with the N of KnomialBcast. B is the number of nonzero
// digits of all numbers below p in base r. If p is a power of r, B = (r-1)/r·p log_r p. The tr term is the
// time to gather the blocks of each message and to put them back. F0 to F4 do not contain this algorithm; see
// Bruck et al. 1997.
func BruckAlltoall(a Params) float64 {
	blocks := 0
	for i := range a.P {
		for ; i > 0; i /= a.Radix {
			if i%a.Radix > 0 {
				blocks++
			}
		}
	}
	words := float64(a.M * blocks)
	return a.totalTime(a.maxSends(), words) + 2*a.Tr*words
}

// BinaryBcast sends down a complete binary tree: T = 2(ts + tw·m)(log(p+1) - 1), if all levels are full. F0
// to F4 do not contain this algorithm.
func BinaryBcast(a Params) float64 { return 2 * a.neighbourTime() * (ceilLog2(a.P+1) - 1) }

// SplitBinaryBcast sends half of the message down each of two complete binary trees. Then nodes exchange
// their halves: T = (ts + tw·m/2)(2 log(p+1) - 1), if all levels are full. F0 to F4 do not contain this
// algorithm.
func SplitBinaryBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.messageTime(float64(a.M)/2, 1) * (2*ceilLog2(a.P+1) - 1)
}

// NeighbourAllgather takes T = ts·p/2 + tw·m(p-1), for an even p. F0 to F4 do not contain this algorithm; see
// Chen et al. 2005.
func NeighbourAllgather(a Params) float64 { return a.totalTime(float64(a.P/2), a.remoteWords()) }

// MirroredReduceScatter takes T = ts(log p + 1) + tw·m·p for p > 2: recursive halving from the lowest
// dimension, and a message of one block to the mirror node. For p = 2, each node is its own mirror and sends
// no such message. F0 to F4 do not contain this algorithm; see Träff 2005.
func MirroredReduceScatter(a Params) float64 { return HcubeAllgather(a) + a.neighbourTime() }

// CirculantBcast sends K parts over a circulant graph: T = (ts + tw·m/K)(K - 1 + ceil(log p)). F0 to F4 do
// not contain this algorithm; see Träff 2024.
func CirculantBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.messageTime(float64(a.M)/float64(a.K), 1) * (float64(a.K) - 1 + a.logP())
}
