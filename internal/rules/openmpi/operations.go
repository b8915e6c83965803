package openmpi

import (
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// A unit is the kind of size that Open MPI's component tuned looks up for an operation. In the comments
// below, "type" is the size of an element of the datatype in bytes.
type unit int

const (
	never    unit = iota // tuned does not have the operation, and ignores its rules
	message              // type x count
	all                  // type x count x ranks, from the send arguments
	sum                  // type x the sum of the counts
	mean                 // type x the sum of the counts / ranks
	zero                 // always 0
	elements             // type x ranks, for any count
)

func (u unit) String() string {
	return [...]string{
		never:    "nothing",
		message:  "bytes of the message",
		all:      "bytes of the blocks of all ranks together (type x count x ranks)",
		sum:      "bytes of the blocks of all ranks together (type x sum of counts)",
		mean:     "bytes of one rank's block, the mean over the ranks",
		zero:     "all sizes (the library looks up size 0)",
		elements: "bytes of one element x ranks, for any count",
	}[u]
}

// An operation describes a collective operation for which Open MPI's rules files can have rules.
type operation struct {
	name string
	unit unit
	// Names of the algorithms, numbered from 1: the algorithms of 4.1, then the additions of 5.0, then the
	// additions of 6.0.
	in41, in50, in60 string
	// the first major version in which the component HAN also has the operation and takes precedence; 0: none
	han int
}

// operations lists all operations. The index of an operation is its COLID: Open MPI's number for the
// operation, which is the same in all versions.
var operations = []operation{
	{"allgather", all, "linear bruck recursive_doubling ring neighbor two_proc", "sparbit",
		"direct-messaging", 5},
	{"allgatherv", mean, "default bruck ring neighbor two_proc", "sparbit", "", 0},
	{"allreduce", message, "basic_linear nonoverlapping recursive_doubling ring segmented_ring rabenseifner",
		"", "allgather_reduce", 5},
	{"alltoall", all, "linear pairwise modified_bruck linear_sync two_proc", "", "", 6},
	{"alltoallv", zero, "basic_linear pairwise", "", "", 6},
	{"alltoallw", never, "", "", "", 0},
	{"barrier", zero, "linear double_ring recursive_doubling bruck two_proc tree", "", "", 5},
	{"bcast", message,
		"basic_linear chain pipeline split_binary_tree binary_tree binomial knomial scatter_allgather " +
			"scatter_allgather_ring",
		"", "", 5},
	{"exscan", elements, "linear recursive_doubling", "", "", 0},
	{"gather", all, "basic_linear binomial linear_sync", "", "", 5},
	{"gatherv", never, "", "", "", 6},
	{"reduce", message, "linear chain pipeline binary binomial in-order_binary rabenseifner", "", "knomial",
		5},
	{"reduce_scatter", sum, "non-overlapping recursive_halving ring butterfly", "", "", 0},
	{"reduce_scatter_block", all, "basic_linear recursive_doubling recursive_halving butterfly", "", "", 0},
	{"scan", elements, "linear recursive_doubling", "", "", 0},
	{"scatter", all, "basic_linear binomial linear_nb", "", "", 5},
	{"scatterv", never, "", "", "", 6},
	{"neighbor_allgather", never, "", "", "", 0},
	{"neighbor_allgatherv", never, "", "", "", 0},
	{"neighbor_alltoall", never, "", "", "", 0},
	{"neighbor_alltoallv", never, "", "", "", 0},
	{"neighbor_alltoallw", never, "", "", "", 0},
}

// colid returns Open MPI's number (COLID) for an operation, or -1 if there is no such operation.
func colid(name string) int {
	return slices.IndexFunc(operations, func(o operation) bool { return o.name == name })
}

// algorithms returns the names of the algorithms in a version, by number; 0 is the library's own choice.
func (o operation) algorithms(v rules.Version) []string {
	text := "ignore " + o.in41
	if v.Since(5, 0, 0) {
		text += " " + o.in50
	}
	if v.Since(6, 0, 0) {
		text += " " + o.in60
	}
	names := strings.Fields(text)
	if o.name == "allgather" && v.Since(6, 0, 0) {
		names[2] = "bruck-k-fanout"
	}
	return names
}

// algorithm returns the name of an algorithm in a version. found is false if the version has no algorithm
// with this number.
func (o operation) algorithm(number int, v rules.Version) (name string, found bool) {
	names := o.algorithms(v)
	if number < 0 || number >= len(names) {
		return "", false
	}
	return names[number], true
}

// firstVersion returns the first version that has an algorithm with this number, and its name there. found is
// false if no version has such an algorithm.
func (o operation) firstVersion(number int) (v rules.Version, name string, found bool) {
	for _, c := range rules.Classes(rules.OpenMPI) {
		if name, found := o.algorithm(number, c.Version); found {
			return c.Version, name, true
		}
	}
	return v, "", false
}

// lookupSize returns the size that Open MPI looks up for a call with blocks of `block` bytes and elements of
// `element` bytes.
func (u unit) lookupSize(ranks, block, element int) uint64 {
	switch u {
	case message, mean:
		return uint64(block)
	case all, sum:
		return uint64(block) * uint64(ranks)
	case elements:
		return uint64(element) * uint64(ranks)
	}
	return 0
}
