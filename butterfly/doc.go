// Package butterfly has collective operations in which, round by round, groups of nodes exchange what they hold, and each group is
// part of a larger one in the next round: with two nodes in a group those of a hypercube, with r nodes those of recursive
// multiplying, or exchange.
//
// Swing is a butterfly for rings and tori: its partners are nearer than those of a hypercube.
//
// They are not in the book, which has the first with r = 2. A doc comment names the paper and, for example, the libraries that have the
// algorithm; docs/reference/algorithms.md compares them.
//
// p nodes have r^d·q places, with q < r and as large as there are nodes for: d rounds among r nodes, and one among q. The nodes that
// are left are folded in and out, each by a neighbour. In a round a node has r-1 messages, which a node with as many ports sends at
// once: r is about the number of ports, plus one.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		word := []string{string(rune('a' + c.Label()))}
//		return butterfly.Allreduce(c, comm.Concat(), 3, word, word) // abcdef: a round among 3 nodes, and one among 2
//	})
//
// A refused call has sent nothing: see [comm.ErrArgument].
package butterfly
