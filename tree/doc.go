// Package tree provides collective operations over trees of processes: k-nomial trees of any radix, binary
// trees, pairs of binary trees, Bine trees, and parallel aggregated trees, one rooted at each node. Messages
// go directly between parent and child.
//
// These operations are not in the book. (The book's binomial tree is hcube.Bcast.) Each doc comment names the
// paper that describes the algorithm and the libraries that provide it; docs/reference/algorithms.md compares
// them. Costs are in the notation of [topocoll/cost.Params]. A message goes down or up the tree as a whole.
// Divide the plan of a procedure into segments to pipeline it: see plan.Plan.Segment.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 6)
//		return tree.GatherKnomial(c, 2, 4, mine, all) // all on node 2: a b c d e f
//	})
//
// A call with an invalid argument returns an error and sends nothing: see [comm.ErrArgument].
package tree
