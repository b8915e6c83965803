package openmpi

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A sizeKind is the kind of size by which Open MPI's component "tuned" looks up a rule for an operation. In
// the comments below, "type" is the size of an element of the datatype in bytes.
type sizeKind int

const (
	unsupported   sizeKind = iota // "tuned" does not have the operation, and ignores its rules
	messageBytes                  // type x count
	totalBytes                    // type x count x ranks, from the send arguments
	totalOfCounts                 // type x the sum of the counts
	meanBytes                     // type x the sum of the counts / ranks
	alwaysZero                    // always 0
	elementBytes                  // type x ranks, for any count
)

func (u sizeKind) String() string {
	return [...]string{
		unsupported:   "nothing",
		messageBytes:  "bytes of the message",
		totalBytes:    "bytes of the blocks of all ranks together (type x count x ranks)",
		totalOfCounts: "bytes of the blocks of all ranks together (type x sum of counts)",
		meanBytes:     "bytes of one rank's block, the mean over the ranks",
		alwaysZero:    "all sizes (the library looks up size 0)",
		elementBytes:  "bytes of one element x ranks, for any count",
	}[u]
}

// An operation describes a collective operation for which Open MPI's rules files can have rules.
type operation struct {
	name     string
	sizeKind sizeKind
	// Names of the algorithms, numbered from 1: the algorithms of 4.1, then the additions of 5.0, then the
	// additions of 6.0.
	algorithms41, added50, added60 string
	// the first major version in which the component HAN also has the operation and takes precedence; 0: none
	hanSince int
}

// operations lists all operations. The index of an operation is its COLID: Open MPI's number for the
// operation, which is the same in all versions.
var operations = []operation{
	{"allgather", totalBytes, "linear bruck recursive_doubling ring neighbor two_proc", "sparbit",
		"direct-messaging", 5},
	{"allgatherv", meanBytes, "default bruck ring neighbor two_proc", "sparbit", "", 0},
	{"allreduce", messageBytes,
		"basic_linear nonoverlapping recursive_doubling ring segmented_ring rabenseifner", "",
		"allgather_reduce", 5},
	{"alltoall", totalBytes, "linear pairwise modified_bruck linear_sync two_proc", "", "", 6},
	{"alltoallv", alwaysZero, "basic_linear pairwise", "", "", 6},
	{"alltoallw", unsupported, "", "", "", 0},
	{"barrier", alwaysZero, "linear double_ring recursive_doubling bruck two_proc tree", "", "", 5},
	{"bcast", messageBytes,
		"basic_linear chain pipeline split_binary_tree binary_tree binomial knomial scatter_allgather " +
			"scatter_allgather_ring",
		"", "", 5},
	{"exscan", elementBytes, "linear recursive_doubling", "", "", 0},
	{"gather", totalBytes, "basic_linear binomial linear_sync", "", "", 5},
	{"gatherv", unsupported, "", "", "", 6},
	{"reduce", messageBytes, "linear chain pipeline binary binomial in-order_binary rabenseifner", "",
		"knomial", 5},
	{"reduce_scatter", totalOfCounts, "non-overlapping recursive_halving ring butterfly", "", "", 0},
	{"reduce_scatter_block", totalBytes, "basic_linear recursive_doubling recursive_halving butterfly", "", "",
		0},
	{"scan", elementBytes, "linear recursive_doubling", "", "", 0},
	{"scatter", totalBytes, "basic_linear binomial linear_nb", "", "", 5},
	{"scatterv", unsupported, "", "", "", 6},
	{"neighbor_allgather", unsupported, "", "", "", 0},
	{"neighbor_allgatherv", unsupported, "", "", "", 0},
	{"neighbor_alltoall", unsupported, "", "", "", 0},
	{"neighbor_alltoallv", unsupported, "", "", "", 0},
	{"neighbor_alltoallw", unsupported, "", "", "", 0},
}

// colid returns Open MPI's number (COLID) for an operation, or -1 if there is no such operation.
func colid(name string) int {
	return slices.IndexFunc(operations, func(o operation) bool { return o.name == name })
}

// operationOf returns Open MPI's operation for an operation of the catalog, which must not be a shift.
func operationOf(op catalog.Collective) operation { return operations[colid(rules.OperationName(op))] }

// hasHAN reports whether the component HAN of version v has the operation and takes precedence by default.
func (o operation) hasHAN(v rules.Version) bool { return o.hanSince > 0 && v.Since(o.hanSince, 0, 0) }

// beginsInHAN reports whether calls of the operation in a job go to the component HAN first. HAN executes a
// call itself, or passes it on to "tuned".
func (o operation) beginsInHAN(job tuned.Job, v rules.Version) bool {
	return job.Hosts != 1 && job.Slots != 1 && o.hasHAN(v)
}

// algorithms returns the names of the algorithms in a version, by number; 0 is the library's own choice.
func (o operation) algorithms(v rules.Version) []string {
	text := "ignore " + o.algorithms41
	if v.Since(5, 0, 0) {
		text += " " + o.added50
	}
	if v.Since(6, 0, 0) {
		text += " " + o.added60
	}
	names := strings.Fields(text)
	if o.name == "allgather" && v.Since(6, 0, 0) {
		names[2] = "bruck-k-fanout"
	}
	return names
}

// algorithm returns the name of an algorithm in a version. It returns false if the version has no algorithm
// with this number.
func (o operation) algorithm(number int, v rules.Version) (name string, found bool) {
	names := o.algorithms(v)
	if number < 0 || number >= len(names) {
		return "", false
	}
	return names[number], true
}

// ruleText describes the algorithm and the parameters of a rule for the operation.
func (o operation) ruleText(rule tunedRule, v rules.Version) string {
	if rule.Algorithm == 0 {
		return ownChoice
	}
	name, found := o.algorithm(rule.Algorithm, v)
	if !found {
		return fmt.Sprintf("algorithm %d, which does not exist: the call fails", rule.Algorithm)
	}
	return name + rule.parametersText()
}

// firstVersion returns the first version that has an algorithm with this number, and the name of the
// algorithm in that version. The result `found` is false if no version has such an algorithm.
func (o operation) firstVersion(number int) (v rules.Version, name string, found bool) {
	for _, c := range rules.Classes(rules.OpenMPI) {
		if name, found := o.algorithm(number, c.Version); found {
			return c.Version, name, true
		}
	}
	return v, "", false
}

// lookupSize returns the size that Open MPI looks up for a call. The arguments `block` and `element` are the
// sizes of a block and of an element of the datatype, in bytes.
func (u sizeKind) lookupSize(ranks, block, element int) uint64 {
	switch u {
	case messageBytes, meanBytes:
		return uint64(block)
	case totalBytes, totalOfCounts:
		return uint64(block) * uint64(ranks)
	case elementBytes:
		return uint64(element) * uint64(ranks)
	}
	return 0
}
