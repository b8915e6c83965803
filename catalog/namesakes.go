package catalog

import "strings"

// A Namesake is the name under which another library has an algorithm of the catalog, where one can force it by that name
// (native:NAME). The same name, the same messages: what differs in time is how it is carried out.
type Namesake struct {
	ID      string // of the row, with its radix if it is not the row's own one
	Library string // "Open MPI" or "MPICH"
	Name    string
}

// Op returns the operation.
func (n Namesake) Op() Collective {
	_, method, _ := strings.Cut(n.ID, "/")
	return Collective(method[:len(method)-len(strings.TrimLeft(method, "abcdefghijklmnopqrstuvwxyz"))])
}

// SameAs returns the id of the row that is the algorithm which a library calls by a name; without one, "".
func SameAs(op Collective, name string) string {
	for _, n := range Namesakes() {
		if n.Name == name && n.Op() == op {
			return n.ID
		}
	}
	return ""
}

// Namesakes lists them. docs/algorithms.md says the same of more libraries, and of names that cannot be forced.
func Namesakes() []Namesake {
	const open, mpich = "Open MPI", "MPICH"
	return []Namesake{
		{"ring/bcast-linear", open, "basic_linear"},
		{"ring/bcast-pipelined", open, "pipeline"},
		{"ring/bcast-scatter", open, "scatter_allgather_ring"},
		{"ring/bcast-scatter", mpich, "scatter_ring_allgather"},
		{"hcube/bcast", open, "binomial"},
		{"hcube/bcast", mpich, "binomial"},
		{"hcube/bcast-scatter", open, "scatter_allgather"},
		{"hcube/bcast-scatter", mpich, "scatter_recursive_doubling_allgather"},
		{"circulant/bcast", mpich, "circ_graph"},
		{"tree/bcast-binary", open, "binary_tree"},
		{"tree/bcast-split-binary", open, "split_binary_tree"},
		{"tree/bcast-knomial", open, "knomial"},

		{"ring/reduce-linear", open, "linear"},
		{"ring/reduce-pipelined", open, "pipeline"},
		{"hcube/reduce", open, "binomial"},
		{"hcube/reduce", mpich, "binomial"},
		{"hcube/reduce-gather", open, "rabenseifner"},
		{"hcube/reduce-gather", mpich, "reduce_scatter_gather"},
		{"circulant/reduce", mpich, "circ_graph"},
		{"tree/reduce-binary", open, "binary"},
		{"tree/reduce-knomial", open, "knomial"},

		{"ring/allgather", open, "ring"},
		{"ring/allgather", mpich, "ring"},
		{"hcube/allgather", open, "recursive_doubling"},
		{"hcube/allgather", mpich, "recursive_doubling"},
		{"circulant/allgather-bruck", open, "bruck"},
		{"circulant/allgather-bruck", mpich, "brucks"},
		{"circulant/allgather-bruck", mpich, "k_brucks"},
		{"circulant/allgather-neighbour", open, "neighbor"},
		{"circulant/allgather-sparbit", open, "sparbit"},
		{"butterfly/allgather=2", mpich, "recexch_doubling"},

		{"hcube/reducescatter", open, "recursive_halving"},
		{"hcube/reducescatter", mpich, "recursive_halving"},
		{"circulant/reducescatter-pairwise", mpich, "pairwise"},
		{"butterfly/reducescatter-inorder", open, "butterfly"},
		{"butterfly/reducescatter-inorder", mpich, "noncommutative"},

		{"ring/allreduce", open, "ring"},
		{"ring/allreduce", mpich, "ring"},
		{"hcube/allreduce", open, "recursive_doubling"},
		{"hcube/allreduce", mpich, "recursive_doubling"},
		{"hcube/allreduce-reduce-bcast", open, "nonoverlapping"},
		{"hcube/allreduce-rabenseifner", open, "rabenseifner"},
		{"hcube/allreduce-rabenseifner", mpich, "reduce_scatter_allgather"},
		{"butterfly/allreduce=2", mpich, "recursive_multiplying"},
		{"butterfly/allreduce=2", mpich, "recexch"},
		{"butterfly/allreduce-rabenseifner=2", mpich, "k_reduce_scatter_allgather"},

		{"ring/scan", open, "linear"},
		{"hcube/scan", open, "recursive_doubling"},
		{"hcube/scan", mpich, "recursive_doubling"},
		{"ring/exscan", open, "linear"},
		{"hcube/exscan", open, "recursive_doubling"},
		{"hcube/exscan", mpich, "recursive_doubling"},

		{"ring/scatter-linear", open, "basic_linear"},
		{"hcube/scatter", open, "binomial"},
		{"hcube/scatter", mpich, "binomial"},
		{"ring/gather-linear", open, "basic_linear"},
		{"hcube/gather", open, "binomial"},
		{"hcube/gather", mpich, "binomial"},

		{"ring/alltoall-linear", open, "linear"},
		{"ring/alltoall-pairwise", open, "pairwise"},
		{"ring/alltoall-pairwise", mpich, "pairwise"},
		{"circulant/alltoall-bruck", open, "modified_bruck"},
		{"circulant/alltoall-bruck", mpich, "brucks"},
		{"circulant/alltoall-bruck", mpich, "k_brucks"},

		{"hcube/barrier", open, "bruck"},
		{"hcube/barrier", mpich, "k_dissemination"},
	}
}
