// Package cost provides the textbook's closed formulas for the time of each operation, in µs. Row numbers
// refer to docs/reference/textbook.md. F0 to F4 are five texts about the textbook, which
// docs/reference/sources.md lists. A formula is a function of [Params]:
//
//	a := cost.Params{P: 8, M: 1000, Ts: 10, Tw: 0.01}
//	cost.HcubeBcast(a) // 60: (ts + tw·m) log p
//	cost.RingBcast(a)  // 80: (ts + tw·m) ceil(p/2)
//
// A formula is valid for the topology in its name. Th = 0 gives the time under store-and-forward routing
// (SF), as in the book, and any other Th gives the time under cut-through routing (CT). If every message goes
// to a neighbour, the book omits th. In this package such a step also costs th, and Th = 0 gives the printed
// form. A node has one full-duplex port unless a formula states otherwise. log p is d = ceil(log2 p), the
// dimension of the smallest hypercube with p nodes or more.
//
// [topocoll/catalog.Info.Models] gives the formula of each algorithm. [topocoll/sim.Run] computes the same
// times by running the algorithm.
package cost
