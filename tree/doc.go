// Package tree has collective operations over trees of processes that send to each other directly: k-nomial trees of any radix,
// binary trees, two binary trees at once, and Bine trees.
//
// They are not in the book, whose binomial tree is hcube.Bcast. A doc comment names the paper and, for example, the libraries
// that have the algorithm; docs/reference/algorithms.md compares them. A message goes down or up as a whole: a pipeline of segments is made
// of the plan of a procedure, see plan.Plan.Segment.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 6)
//		return tree.GatherKnomial(c, 2, 4, mine, all) // all on node 2: a b c d e f
//	})
//
// A refused call has sent nothing: see [comm.ErrArgument].
package tree
