// Package catalog is the one table of algorithms. Tests, bench, verify, simulate and list loop over it;
// a new algorithm is one file and one row.
package catalog

// A Kind is a collective operation, under MPI's word in lower case.
type Kind string

// The collective operations, with the textbook's names.
const (
	Bcast         Kind = "bcast"         // one-to-all broadcast
	Reduce        Kind = "reduce"        // all-to-one reduction, single-node accumulation
	Allgather     Kind = "allgather"     // all-to-all broadcast
	ReduceScatter Kind = "reducescatter" // all-to-all reduction, multinode accumulation
	Allreduce     Kind = "allreduce"     // reduction, every node has the result
	Scan          Kind = "scan"          // prefix sums
	Exscan        Kind = "exscan"        // prefix sums without the own value
	Scatter       Kind = "scatter"       // one-to-all personalised
	Gather        Kind = "gather"        // concatenation at one node
	Alltoall      Kind = "alltoall"      // all-to-all personalised, total exchange
	Shift         Kind = "shift"         // circular q-shift
	Barrier       Kind = "barrier"
)

// Kinds lists the operations in the order of the textbook.
func Kinds() []Kind {
	return []Kind{Bcast, Reduce, Allgather, ReduceScatter, Allreduce, Scan, Exscan, Scatter, Gather,
		Alltoall, Shift, Barrier}
}

// MPI returns the name of the native call.
func (k Kind) MPI() string {
	return map[Kind]string{Bcast: "MPI_Bcast", Reduce: "MPI_Reduce", Allgather: "MPI_Allgather",
		ReduceScatter: "MPI_Reduce_scatter_block", Allreduce: "MPI_Allreduce", Scan: "MPI_Scan",
		Exscan: "MPI_Exscan", Scatter: "MPI_Scatter", Gather: "MPI_Gather", Alltoall: "MPI_Alltoall",
		Shift: "MPI_Sendrecv", Barrier: "MPI_Barrier"}[k]
}

// Rooted reports whether one node has a part of its own in k.
func (k Kind) Rooted() bool { return k == Bcast || k == Reduce || k == Scatter || k == Gather }

// Reduces reports whether k combines values with an Op.
func (k Kind) Reduces() bool {
	return k == Reduce || k == ReduceScatter || k == Allreduce || k == Scan || k == Exscan
}

// In returns how many words node me brings, for blocks of m words on p nodes.
func (k Kind) In(p, m, me, root int) int {
	switch k {
	case Barrier:
		return 0
	case Bcast:
		if me != root {
			return 0
		}
	case Scatter:
		if me != root {
			return 0
		}
		return p * m
	case ReduceScatter, Alltoall:
		return p * m
	}
	return m
}

// Out returns how many words node me has afterwards.
func (k Kind) Out(p, m, me, root int) int {
	switch k {
	case Barrier:
		return 0
	case Reduce:
		if me != root {
			return 0
		}
	case Gather:
		if me != root {
			return 0
		}
		return p * m
	case Allgather, Alltoall:
		return p * m
	}
	return m
}
