package catalog

import "strings"

// A Namesake is an algorithm of the catalog that a different library provides under a name of that library.
// In benchmarks, native:NAME forces the library's implementation. Both implementations send the same
// messages, so a difference in time comes from the implementation.
type Namesake struct {
	ID      string // id of the row, including the radix if it is not the row's default
	Library string // "Open MPI" or "MPICH"
	Name    string
	// From is the first version that is known to have the algorithm under this name. Before is the first later
	// version that does not have it. "" means that there is no such limit among the tested versions.
	From, Before string
}

// Op returns the operation of the row that ID names.
func (n Namesake) Op() Collective {
	_, method, _ := strings.Cut(n.ID, "/")
	return Collective(method[:len(method)-len(strings.TrimLeft(method, "abcdefghijklmnopqrstuvwxyz"))])
}

// SameAs returns the id of the row whose algorithm a library provides under this name, or "" if there is
// none.
func SameAs(op Collective, name string) string {
	for _, n := range Namesakes() {
		if n.Name == name && n.Op() == op {
			return n.ID
		}
	}
	return ""
}

// Namesakes lists all namesakes. docs/reference/algorithms.md lists more libraries, and names that cannot be
// forced.
func Namesakes() []Namesake {
	const open, mpich = "Open MPI", "MPICH"
	of := func(id, library, name string) Namesake { return Namesake{ID: id, Library: library, Name: name} }
	from := func(version string, n Namesake) Namesake {
		n.From = version
		return n
	}
	before := func(version string, n Namesake) Namesake {
		n.Before = version
		return n
	}
	return []Namesake{
		of("ring/bcast-linear", open, "basic_linear"),
		of("ring/bcast-pipelined", open, "pipeline"),
		of("ring/bcast-scatter", open, "scatter_allgather_ring"),
		of("ring/bcast-scatter", mpich, "scatter_ring_allgather"),
		of("hcube/bcast", open, "binomial"),
		of("hcube/bcast", mpich, "binomial"),
		of("hcube/bcast-scatter", open, "scatter_allgather"),
		of("hcube/bcast-scatter", mpich, "scatter_recursive_doubling_allgather"),
		from("5.0", of("circulant/bcast", mpich, "circ_graph")),
		of("tree/bcast-binary", open, "binary_tree"),
		of("tree/bcast-split-binary", open, "split_binary_tree"),
		of("tree/bcast-knomial", open, "knomial"),

		of("ring/reduce-linear", open, "linear"),
		of("ring/reduce-pipelined", open, "pipeline"),
		of("hcube/reduce", open, "binomial"),
		of("hcube/reduce", mpich, "binomial"),
		of("hcube/reduce-gather", open, "rabenseifner"),
		of("hcube/reduce-gather", mpich, "reduce_scatter_gather"),
		from("5.0", of("circulant/reduce", mpich, "circ_graph")),
		of("tree/reduce-binary", open, "binary"),
		from("6.0", of("tree/reduce-knomial", open, "knomial")),

		of("ring/allgather", open, "ring"),
		of("ring/allgather", mpich, "ring"),
		of("hcube/allgather", open, "recursive_doubling"),
		of("hcube/allgather", mpich, "recursive_doubling"),
		of("circulant/allgather-bruck", open, "bruck"),
		of("circulant/allgather-bruck", mpich, "brucks"),
		from("4.2", of("circulant/allgather-bruck", mpich, "k_brucks")),
		of("circulant/allgather-neighbour", open, "neighbor"),
		from("5.0", of("circulant/allgather-sparbit", open, "sparbit")),
		from("4.2", of("butterfly/allgather=2", mpich, "recexch_doubling")),

		of("ring/reducescatter", open, "ring"),
		of("hcube/reducescatter", open, "recursive_halving"),
		of("hcube/reducescatter", mpich, "recursive_halving"),
		of("circulant/reducescatter-pairwise", mpich, "pairwise"),
		of("butterfly/reducescatter-inorder", open, "butterfly"),
		of("butterfly/reducescatter-inorder", mpich, "noncommutative"),

		of("ring/allreduce-linear", open, "basic_linear"),
		of("ring/allreduce", open, "ring"),
		from("4.2", of("ring/allreduce", mpich, "ring")),
		of("hcube/allreduce", open, "recursive_doubling"),
		of("hcube/allreduce", mpich, "recursive_doubling"),
		of("hcube/allreduce-reduce-bcast", open, "nonoverlapping"),
		of("hcube/allreduce-rabenseifner", open, "rabenseifner"),
		of("hcube/allreduce-rabenseifner", mpich, "reduce_scatter_allgather"),
		from("4.3", of("butterfly/allreduce=2", mpich, "recursive_multiplying")),
		from("4.2", of("butterfly/allreduce=2", mpich, "recexch")),
		from("4.2", of("butterfly/allreduce-rabenseifner=2", mpich, "k_reduce_scatter_allgather")),

		of("ring/scan", open, "linear"),
		of("hcube/scan", open, "recursive_doubling"),
		of("hcube/scan", mpich, "recursive_doubling"),
		of("ring/exscan", open, "linear"),
		of("hcube/exscan", open, "recursive_doubling"),
		of("hcube/exscan", mpich, "recursive_doubling"),

		of("ring/scatter-linear", open, "basic_linear"),
		of("ring/scatter-linear", mpich, "linear"),
		of("hcube/scatter", open, "binomial"),
		of("hcube/scatter", mpich, "binomial"),
		of("ring/gather-linear", open, "basic_linear"),
		of("ring/gather-linear", mpich, "linear"),
		of("hcube/gather", open, "binomial"),
		of("hcube/gather", mpich, "binomial"),

		of("ring/alltoall-linear", open, "linear"),
		of("ring/alltoall-linear", open, "basic_linear"),
		of("ring/alltoall-pairwise", open, "pairwise"),
		of("ring/alltoall-pairwise", mpich, "pairwise"),
		of("circulant/alltoall-bruck", open, "modified_bruck"),
		of("circulant/alltoall-bruck", mpich, "brucks"),
		from("4.2", of("circulant/alltoall-bruck", mpich, "k_brucks")),

		of("hcube/barrier", open, "bruck"),
		from("4.2", of("hcube/barrier", mpich, "k_dissemination")),
		before("4.1", of("hcube/barrier", mpich, "dissemination")),
	}
}
