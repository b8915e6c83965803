// Package circulant has collective operations on circulant graphs: node i is linked with the nodes i ± s, mod p, for a few
// distances s, which are the same for all nodes. No number of nodes is special there, so these take any p in ceil(log p) rounds,
// where the operations of a hypercube leave out partners or fold spare nodes in and out.
//
// Two are as old as rings: the neighbour exchange, along s = 1 alone, and the pairwise exchange, along every s.
//
// They are not in the book. A doc comment names the paper and, for example, the libraries that have the algorithm;
// docs/reference/algorithms.md compares them.
//
// In algorithms with a radix r the distances are powers of r, times 1 to r-1: 1, 2, 4, ... for r = 2. In a round a node has r-1
// messages, which a node with as many ports sends at once. So a larger radix is for several ports; in an all-to-all it also saves
// words. In the others every distance is half of the next one, rounded up, and the last but one is half of p.
//
//	err := local.Run(6, func(port comm.AsyncPort[string]) error {
//		c := comm.New(port)
//		mine, all := []string{string(rune('a' + c.Label()))}, make([]string, 6)
//		return circulant.AllgatherBruck(c, 2, mine, all) // all: a b c d e f
//	})
//
// A refused call has sent nothing: see [comm.ErrArgument].
package circulant
