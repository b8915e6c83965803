package catalog

import "topocoll/topo"

// Processes identifies the process counts for which an algorithm is designed, and its behaviour for other
// counts.
type Processes int

// The values of Processes. Each comment gives the process counts p for which an algorithm is designed. d is
// any integer >= 0.
const (
	AnyP           Processes = iota
	MeshP                    // the product of the extents; without extents, any p (for a prime p, 1 x p)
	CubeOnly                 // 2^d; any other p is rejected
	CubeTruncates            // 2^d; otherwise the hypercube is incomplete
	CubeFolds                // 2^d; otherwise the spare nodes are folded into the next smaller hypercube
	CubeSkips                // 2^d; otherwise a node is idle in steps in which its partner does not exist
	CubeSkipsPairs           // like CubeSkips; each node exchanges messages with all others
	EvenOnly                 // even, or 1; any other p is rejected
	RadixFolds               // q·r^d with the radix r and q < r; otherwise nodes are folded as in CubeFolds
)

// String returns a description of the process counts for which the algorithm is designed.
func (n Processes) String() string {
	switch n {
	case AnyP:
		return "any p"
	case MeshP:
		return "p = product of the extents"
	case EvenOnly:
		return "p even"
	case RadixFolds:
		return "p = q·r^d"
	}
	return "p = 2^d"
}

// Otherwise returns a description of the algorithm's behaviour for all other process counts. For AnyP it
// returns "".
func (n Processes) Otherwise() string {
	return [...]string{
		AnyP:           "",
		MeshP:          "for a prime p, the mesh is 1 x p",
		CubeOnly:       "refused",
		CubeTruncates:  "incomplete hypercube, ceil(log p) steps",
		CubeFolds:      "the p - 2^d spare nodes are folded in and out",
		CubeSkips:      "missing partners are skipped; ceil(log p) steps",
		CubeSkipsPairs: "missing partners are skipped; 2^ceil(log p) - 1 steps",
		EvenOnly:       "refused",
		RadixFolds:     "r is the radix and q < r; the spare nodes are folded in and out",
	}[n]
}

// Has reports whether the algorithm is designed for p processes. For an algorithm with a radix it returns
// true, because every p has a suitable radix.
func (n Processes) Has(p int) bool {
	switch n {
	case AnyP, MeshP, RadixFolds:
		return true
	case EvenOnly:
		return p%2 == 0 || p == 1
	}
	return topo.IsPowerOfTwo(p)
}
