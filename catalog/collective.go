package catalog

// A Collective is the name of a collective operation: MPI's name in lower case without the prefix.
type Collective string

// The collective operations. The comments give their names in the textbook.
const (
	Bcast         Collective = "bcast"         // one-to-all broadcast
	Reduce        Collective = "reduce"        // all-to-one reduction, single-node accumulation
	Allgather     Collective = "allgather"     // all-to-all broadcast
	ReduceScatter Collective = "reducescatter" // all-to-all reduction, multinode accumulation
	Allreduce     Collective = "allreduce"     // reduction whose result is on every node
	Scan          Collective = "scan"          // prefix sums
	Exscan        Collective = "exscan"        // exclusive prefix sums
	Scatter       Collective = "scatter"       // one-to-all personalised communication
	Gather        Collective = "gather"        // concatenation at one node
	Alltoall      Collective = "alltoall"      // all-to-all personalised communication, total exchange
	Shift         Collective = "shift"         // circular q-shift
	Barrier       Collective = "barrier"
)

// Collectives lists the operations in the order of the textbook.
func Collectives() []Collective {
	return []Collective{Bcast, Reduce, Allgather, ReduceScatter, Allreduce, Scan, Exscan, Scatter, Gather,
		Alltoall, Shift, Barrier}
}

// MPI returns the name of the MPI function, such as MPI_Bcast.
func (c Collective) MPI() string {
	return map[Collective]string{Bcast: "MPI_Bcast", Reduce: "MPI_Reduce", Allgather: "MPI_Allgather",
		ReduceScatter: "MPI_Reduce_scatter_block", Allreduce: "MPI_Allreduce", Scan: "MPI_Scan",
		Exscan: "MPI_Exscan", Scatter: "MPI_Scatter", Gather: "MPI_Gather", Alltoall: "MPI_Alltoall",
		Shift: "MPI_Sendrecv", Barrier: "MPI_Barrier"}[c]
}

// MPIVector returns the name of the MPI function for blocks of different lengths, such as MPI_Scatterv, or ""
// if there is none.
func (c Collective) MPIVector() string {
	return map[Collective]string{Allgather: "MPI_Allgatherv", ReduceScatter: "MPI_Reduce_scatter",
		Scatter: "MPI_Scatterv",
		Gather:  "MPI_Gatherv", Alltoall: "MPI_Alltoallv"}[c]
}

// Textbook returns the names of the operation in the textbook, with the usual one first.
func (c Collective) Textbook() []string {
	return map[Collective][]string{
		Bcast:         {"one-to-all broadcast", "single-node broadcast"},
		Reduce:        {"all-to-one reduction", "single-node accumulation"},
		Allgather:     {"all-to-all broadcast", "multinode broadcast"},
		ReduceScatter: {"all-to-all reduction", "multinode accumulation"},
		Allreduce:     {"all-reduce"},
		Scan:          {"prefix sums", "prefix sum"},
		Exscan:        {"exclusive prefix sums", "exclusive prefix sum"},
		Scatter:       {"one-to-all personalised communication", "one-to-all personalised", "scatter"},
		Gather:        {"gather", "concatenation"},
		Alltoall: {"all-to-all personalised communication", "all-to-all personalised",
			"total exchange"},
		Shift:   {"circular shift", "circular q-shift"},
		Barrier: {"barrier"},
	}[c]
}

// Rooted reports whether the operation has a root.
func (c Collective) Rooted() bool { return c == Bcast || c == Reduce || c == Scatter || c == Gather }

// Reduces reports whether the operation combines values with an Op.
func (c Collective) Reduces() bool {
	return c == Reduce || c == ReduceScatter || c == Allreduce || c == Scan || c == Exscan
}

// In returns the number of input words of node `me` in an operation of p nodes with blocks of m words.
func (c Collective) In(p, m, me, root int) int {
	switch c {
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

// Out returns the number of output words of node `me` in an operation of p nodes with blocks of m words.
func (c Collective) Out(p, m, me, root int) int {
	switch c {
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

// Coarse scales a call with p nodes and blocks of m words down to a call with at most about `most` words in
// all buffers. It returns the number of words in a block of the smaller call, and the grain. The grain is the
// approximate number of words that one word of the smaller call represents.
func (c Collective) Coarse(p, m, root, most int) (words, grain int) {
	all := 0
	for rank := range p {
		all += c.In(p, m, rank, root) + c.Out(p, m, rank, root)
	}
	grain = 1 + (all-1)/most
	return m / grain, grain
}
