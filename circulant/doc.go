// Package circulant provides collective operations on circulant graphs: node i is linked to the nodes i ± s,
// mod p, for a few distances s that are the same for all nodes. Every p is treated in the same way, so these
// operations take ceil(log p) rounds for any p. If p is not a power of two, a hypercube has missing partners,
// or its spare nodes must be folded in and out.
//
// Two operations need more rounds: the pairwise exchange has p-1 rounds, with every distance s, and the
// neighbour exchange has p/2 rounds, with s = 1.
//
// These operations are not in the book. Each doc comment names the paper that describes the algorithm and the
// libraries that provide it; docs/reference/algorithms.md compares them. Costs are in the notation of
// [topocoll/cost.Params].
//
// In algorithms with a radix r, the distances are j·r^k with 0 < j < r: 1, 2, 4, ... for r = 2. In each round
// a node sends r-1 messages. A node with r-1 ports sends them at the same time, so a larger radix is useful
// with several ports. In an all-to-all, a larger radix also sends fewer words.
//
// Bcast, Reduce, Allgather, ReduceScatter and Allreduce have no radix. Their largest distance is half of p,
// and each other distance is half of the next larger one, always rounded up. Exscan uses other distances, and
// no links from the last nodes to the first nodes.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 6)
//		return circulant.AllgatherBruck(c, 2, mine, all) // all: a b c d e f
//	})
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument].
package circulant
