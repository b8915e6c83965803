package openmpi

import "strings"

// fallback says where the library takes another algorithm in spite of the rule, or makes other calls.
func fallback(op, name string, ranks span) string {
	one := ranks.from == ranks.to
	const few, order = "fewer elements than ranks", "operators that do not commute"
	switch {
	case op == "allgather" && name == "recursive_doubling" && !(one && ranks.from&(ranks.from-1) == 0):
		return "on numbers of ranks that are not powers of two, the library takes bruck"
	case name == "neighbor" && !(one && ranks.from%2 == 0):
		return "on odd numbers of ranks, the library takes ring"
	case op == "allgather" && name == "linear":
		return "it is a call of gather and one of bcast, which obey their own rules"
	case op == "reduce_scatter_block" && name == "basic_linear":
		return "it is a call of reduce and one of scatter, which obey their own rules"
	case name == "nonoverlapping":
		return "it is a call of reduce and one of bcast, which obey their own rules"
	case op == "allreduce" && name == "ring":
		return "for " + few + ", the library takes recursive_doubling"
	case op == "allreduce" && name == "segmented_ring":
		return "where a rank has less than a segment, the library takes ring"
	case name == "rabenseifner":
		return "for " + few + " (in powers of two) and " + order + ", the library takes basic_linear"
	case op == "bcast" && strings.HasPrefix(name, "scatter_allgather"):
		return "for " + few + ", the library takes basic_linear"
	case op == "reduce_scatter_block" && name == "recursive_halving":
		return "for " + order + ", the library takes basic_linear"
	}
	return ""
}
