// Package butterfly provides collective operations by recursive exchange. In each round the nodes of a group
// exchange their data, and the group becomes part of a larger group in the next round. With groups of two
// nodes these are the operations of a hypercube; with groups of r nodes they are called recursive
// multiplying. Swing is a butterfly for rings and tori: its partners are nearer than a hypercube's partners.
//
// These operations are not in the textbook, except for r = 2. Each doc comment names the paper that describes
// the algorithm and the libraries that provide it; docs/reference/algorithms.md compares them. Costs are in
// the notation of [topocoll/cost.Params].
//
// The number of logical nodes is the largest r^d·q, with q < r, that is at most p: d rounds have groups of r
// nodes, and one round has groups of q nodes. Each of the remaining nodes sends its data to a neighbour
// before the first round, and receives its result from that neighbour after the last round. Such a node is
// said to be folded in and out. In each round a node sends r-1 messages. A node with r-1 ports sends them at
// the same time, so choose r as the number of ports plus one.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		word := []string{string(rune('a' + c.Label()))}
//		// abcdef: a round among 3 nodes, and one among 2
//		return butterfly.Allreduce(c, comm.Concat(), 3, word, word)
//	})
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument].
package butterfly
