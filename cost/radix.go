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

// maxSends returns the number N of messages that the busiest node sends in an algorithm in which every round
// multiplies the number of reached nodes by r. With the greatest r^d <= p, N = (r-1)d + ceil(p/r^d) - 1. The
// last two terms are for a partial round. If p is a power of r, N = (r-1) log_r p.
func (a Params) maxSends() float64 {
	n, d := a.greatestPower()
	return float64((a.Radix-1)*d + (a.P+n-1)/n - 1)
}

// KnomialBcast returns the time of a broadcast over a k-nomial tree, for every p and every root: T = (ts +
// tw·m)N, with N = (r-1)d + ceil(p/r^d) - 1 for the greatest r^d <= p. The book has only the case r = 2 (row
// 7 of docs/reference/textbook.md).
func KnomialBcast(a Params) float64 { return a.neighbourTime() * a.maxSends() }

// KnomialScatter returns the time of a scatter over a k-nomial tree if p is a power of r: T = ts·N +
// tw·m(p-1), with N = (r-1) log_r p. For any other p, the time depends on the root. The book has only the
// case r = 2 (row 39 of docs/reference/textbook.md).
func KnomialScatter(a Params) float64 { return a.totalTime(a.maxSends(), a.remoteWords()) }

// BruckAllgather returns the time of Bruck's allgather for every p: T = ts·N + tw·m(p-1), with the N of
// KnomialBcast. The algorithm is not in the book; see Bruck et al. 1997.
func BruckAllgather(a Params) float64 { return a.totalTime(a.maxSends(), a.remoteWords()) }

// BruckAlltoall returns the time of Bruck's all-to-all: T = ts·N + tw·m·B + 2tr·m·B, with the N of
// KnomialBcast. B is the number of nonzero digits of all numbers below p in base r. If p is a power of r, B =
// (r-1)/r·p log_r p. The tr term is the time to gather the blocks of each message and to put them back. The
// algorithm is not in the book; see Bruck et al. 1997.
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

// BinaryBcast returns the time of a broadcast over a complete binary tree: T = 2(ts + tw·m)(log(p+1) - 1), if
// all levels are full. The algorithm is not in the book.
func BinaryBcast(a Params) float64 { return 2 * a.neighbourTime() * (ceilLog2(a.P+1) - 1) }

// SplitBinaryBcast returns the time of a broadcast with half of the message over each of two complete binary
// trees, followed by an exchange of the halves: T = (ts + tw·m/2)(2 log(p+1) - 1), if all levels are full.
// The algorithm is not in the book.
func SplitBinaryBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.messageTime(float64(a.M)/2, 1) * (2*ceilLog2(a.P+1) - 1)
}

// NeighbourAllgather returns the time of an allgather by neighbour exchange, for an even p: T = ts·p/2 +
// tw·m(p-1). The algorithm is not in the book; see Chen et al. 2005.
func NeighbourAllgather(a Params) float64 { return a.totalTime(float64(a.P/2), a.remoteWords()) }

// MirroredReduceScatter returns the time of a reduce-scatter for p > 2: T = ts(log p + 1) + tw·m·p. The
// algorithm is recursive halving from the lowest dimension, followed by a message of one block to the mirror
// node. For p = 2, each node is its own mirror and sends no such message. The algorithm is not in the book;
// see Träff 2005.
func MirroredReduceScatter(a Params) float64 { return HcubeAllgather(a) + a.neighbourTime() }

// CirculantBcast returns the time of a broadcast of K parts over a circulant graph: T = (ts + tw·m/K)(K - 1 +
// ceil(log p)). The algorithm is not in the book; see Träff 2024.
func CirculantBcast(a Params) float64 {
	if a.P == 1 {
		return 0
	}
	return a.messageTime(float64(a.M)/float64(a.K), 1) * (float64(a.K) - 1 + a.logP())
}
