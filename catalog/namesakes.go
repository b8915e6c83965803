package catalog

import "strings"

// A Namesake is an algorithm of the catalog that another library provides under a name of its own. In
// benchmarks, native:NAME forces the library's implementation. Both implementations send the same messages,
// so a difference in time comes from the implementation.
type Namesake struct {
	ID      string // id of the row, including the radix if it is not the row's default
	Library string // "Open MPI" or "MPICH"
	Name    string
	// From is the first version that is known to have the algorithm under this name. Before is the first later
	// version that does not have it. An empty string means that there is no such limit among the tested
	// versions.
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
	const openMPI, mpich = "Open MPI", "MPICH"
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
		of("ring/bcast-linear", openMPI, "basic_linear"),
		of("ring/bcast-pipelined", openMPI, "pipeline"),
		of("ring/bcast-scatter", openMPI, "scatter_allgather_ring"),
		of("ring/bcast-scatter", mpich, "scatter_ring_allgather"),
		of("hcube/bcast", openMPI, "binomial"),
		of("hcube/bcast", mpich, "binomial"),
		of("hcube/bcast-scatter", openMPI, "scatter_allgather"),
		of("hcube/bcast-scatter", mpich, "scatter_recursive_doubling_allgather"),
		from("5.0", of("circulant/bcast", mpich, "circ_graph")),
		of("tree/bcast-split-binary", openMPI, "split_binary_tree"),
		of("tree/bcast-knomial", openMPI, "knomial"),

		of("ring/reduce-linear", openMPI, "linear"),
		of("ring/reduce-pipelined", openMPI, "pipeline"),
		of("hcube/reduce", openMPI, "binomial"),
		of("hcube/reduce", mpich, "binomial"),
		of("hcube/reduce-gather", openMPI, "rabenseifner"),
		of("hcube/reduce-gather", mpich, "reduce_scatter_gather"),
		from("5.0", of("circulant/reduce", mpich, "circ_graph")),
		of("tree/reduce-binary", openMPI, "binary"),
		from("6.0", of("tree/reduce-knomial", openMPI, "knomial")),

		of("ring/allgather", openMPI, "ring"),
		of("ring/allgather", mpich, "ring"),
		of("hcube/allgather", openMPI, "recursive_doubling"),
		of("hcube/allgather", mpich, "recursive_doubling"),
		of("circulant/allgather-bruck", openMPI, "bruck"),
		of("circulant/allgather-bruck", mpich, "brucks"),
		from("4.1", of("circulant/allgather-bruck", mpich, "k_brucks")),
		of("circulant/allgather-neighbour", openMPI, "neighbor"),
		from("4.2", of("butterfly/allgather=2", mpich, "recexch_doubling")),

		of("ring/reducescatter", openMPI, "ring"),
		of("hcube/reducescatter", openMPI, "recursive_halving"),
		of("hcube/reducescatter", mpich, "recursive_halving"),
		of("circulant/reducescatter-pairwise", mpich, "pairwise"),
		of("butterfly/reducescatter-inorder", openMPI, "butterfly"),
		of("butterfly/reducescatter-inorder", mpich, "noncommutative"),

		of("ring/allreduce-linear", openMPI, "basic_linear"),
		of("ring/allreduce", openMPI, "ring"),
		from("4.1", of("ring/allreduce", mpich, "ring")),
		of("hcube/allreduce", openMPI, "recursive_doubling"),
		of("hcube/allreduce", mpich, "recursive_doubling"),
		of("hcube/allreduce-reduce-bcast", openMPI, "nonoverlapping"),
		of("hcube/allreduce-rabenseifner", openMPI, "rabenseifner"),
		of("hcube/allreduce-rabenseifner", mpich, "reduce_scatter_allgather"),
		from("4.3", of("butterfly/allreduce=2", mpich, "recursive_multiplying")),
		from("4.1", of("butterfly/allreduce=2", mpich, "recexch")),
		from("4.1", of("butterfly/allreduce-rabenseifner=2", mpich, "k_reduce_scatter_allgather")),

		of("ring/scan", openMPI, "linear"),
		of("hcube/scan", openMPI, "recursive_doubling"),
		of("hcube/scan", mpich, "recursive_doubling"),
		of("ring/exscan", openMPI, "linear"),
		of("hcube/exscan", openMPI, "recursive_doubling"),
		of("hcube/exscan", mpich, "recursive_doubling"),

		of("ring/scatter-linear", openMPI, "basic_linear"),
		of("ring/scatter-linear", mpich, "linear"),
		of("hcube/scatter", openMPI, "binomial"),
		of("hcube/scatter", mpich, "binomial"),
		of("ring/gather-linear", openMPI, "basic_linear"),
		of("ring/gather-linear", mpich, "linear"),
		of("hcube/gather", openMPI, "binomial"),
		of("hcube/gather", mpich, "binomial"),

		of("ring/alltoall-linear", openMPI, "linear"),
		of("ring/alltoall-linear", openMPI, "basic_linear"),
		of("ring/alltoall-pairwise", openMPI, "pairwise"),
		of("ring/alltoall-pairwise", mpich, "pairwise"),
		of("circulant/alltoall-bruck", openMPI, "modified_bruck"),
		of("circulant/alltoall-bruck", mpich, "brucks"),
		from("4.1", of("circulant/alltoall-bruck", mpich, "k_brucks")),

		of("hcube/barrier", openMPI, "bruck"),
		from("4.1", of("hcube/barrier", mpich, "k_dissemination")),
		before("4.1", of("hcube/barrier", mpich, "dissemination")),
	}
}
