package mpich

import (
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// An mpirAlgorithm is an algorithm of a blocking operation on an intracommunicator.
type mpirAlgorithm struct {
	name string
	// addedIn is the first version with the algorithm. removedIn is the first later version without the
	// algorithm, or the zero Version.
	addedIn, removedIn rules.Version
	restrictions       []string
}

// mpirAlgorithms holds the algorithms of each operation. The arguments of parseAlgorithms are the algorithms
// of MPICH 4.0, then the additions of 4.1, 4.2, 4.3 and 5.0. Brackets enclose the restrictions of an
// algorithm. MPICH does not check these restrictions when a file selects the algorithm.
var mpirAlgorithms = map[string][]mpirAlgorithm{
	"allgather": parseAlgorithms("brucks recursive_doubling[power-of-two] ring", "k_brucks",
		"recexch_doubling recexch_halving", "", ""),
	"allgatherv": parseAlgorithms("brucks recursive_doubling[power-of-two] ring", "", "", "", ""),
	"allreduce": parseAlgorithms(
		"recursive_doubling reduce_scatter_allgather[size-ge-pof2,builtin-op] smp[commutative,parent-comm]",
		"tree recexch ring[commutative] k_reduce_scatter_allgather[commutative]", "",
		"recursive_multiplying[commutative]", "ccl"),
	"alltoall": parseAlgorithms(
		"brucks[noinplace] pairwise[noinplace] pairwise_sendrecv_replace[inplace] scattered[noinplace]",
		"k_brucks[noinplace]", "", "", ""),
	"alltoallv": parseAlgorithms("pairwise_sendrecv_replace[inplace] scattered[noinplace]", "", "", "", ""),
	"alltoallw": parseAlgorithms("pairwise_sendrecv_replace[inplace] scattered[noinplace]", "", "", "", ""),
	"barrier":   parseAlgorithms("dissemination smp[parent-comm]", "k_dissemination recexch", "", "", ""),
	"bcast": parseAlgorithms(
		"binomial scatter_recursive_doubling_allgather scatter_ring_allgather smp[parent-comm]",
		"tree pipelined_tree", "", "", ""),
	"exscan":  parseAlgorithms("recursive_doubling", "", "", "", ""),
	"gather":  parseAlgorithms("binomial", "", "", "", ""),
	"gatherv": parseAlgorithms("", "", "", "", ""),
	"reduce": parseAlgorithms(
		"binomial reduce_scatter_gather[size-ge-pof2,builtin-op] smp[commutative,parent-comm]", "", "", "",
		""),
	"reduce_scatter": parseAlgorithms(
		"noncommutative pairwise[commutative] recursive_doubling recursive_halving[commutative]", "", "", "",
		""),
	"reduce_scatter_block": parseAlgorithms(
		"noncommutative[power-of-two] pairwise[commutative] recursive_doubling "+
			"recursive_halving[commutative]",
		"", "", "", ""),
	"scan":     parseAlgorithms("recursive_doubling smp[commutative,node-consecutive]", "", "", "", ""),
	"scatter":  parseAlgorithms("binomial", "", "", "", ""),
	"scatterv": parseAlgorithms("", "", "", "", ""),
}

// parseAlgorithms parses an operation's algorithms. Each argument lists the algorithms that one version
// added.
func parseAlgorithms(added ...string) (all []mpirAlgorithm) {
	since := []rules.Version{{Major: 4}, {Major: 4, Minor: 1}, {Major: 4, Minor: 2}, {Major: 4, Minor: 3},
		{Major: 5}}
	for i, text := range added {
		for _, word := range strings.Fields(text) {
			name, wants, _ := strings.Cut(strings.TrimSuffix(word, "]"), "[")
			a := mpirAlgorithm{name: name, addedIn: since[i]}
			if wants != "" {
				a.restrictions = strings.Split(wants, ",")
			}
			if name == "dissemination" {
				a.removedIn = since[1]
			}
			all = append(all, a)
		}
	}
	return all
}

func (a mpirAlgorithm) existsIn(v rules.Version) bool {
	return v.Since(a.addedIn.Major, a.addedIn.Minor, 0) &&
		(a.removedIn.Major == 0 || !v.Since(a.removedIn.Major, a.removedIn.Minor, 0))
}

// A question is a key of MPICH's selection tree, such as avg_msg_size<=64.
type question struct {
	property string // property, for example avg_msg_size
	relation string // <=, < or =
	value    string
}

// parseQuestion splits a key of the tree into its parts. MPICH ignores blanks in a key.
func parseQuestion(key string) question {
	key = strings.Join(strings.Fields(key), "")
	for _, relate := range []string{"<=", "<", "="} {
		if ask, against, found := strings.Cut(key, relate); found {
			return question{ask, relate, against}
		}
	}
	return question{property: key}
}

func (q question) String() string { return q.property + q.relation + q.value }

// propertyRules describes each property: the values that a question may contain after =, and whether a
// question may contain <= or < with a number. The field `of` lists the operations for which the property is
// valid; "" means all operations.
var propertyRules = map[string]struct {
	equal     []string
	le, lt    bool
	mustBeAny bool // if the last answer is not "any", the library aborts the program
	of        string
}{
	"is_multi_threaded": {equal: []string{"yes", "no"}},
	"comm_type":         {equal: []string{"intra", "inter"}},
	"comm_size": {equal: []string{"pow2", "node_comm_size", "any"}, le: true, lt: true,
		mustBeAny: true},
	"comm_hierarchy":      {equal: []string{"parent", "node_roots", "node", "flat", "any"}},
	"comm_avg_ppn":        {le: true, mustBeAny: true},
	"is_node_consecutive": {equal: []string{"yes", "no"}},
	"count": {equal: []string{"any"}, le: true, mustBeAny: true,
		of: "bcast allreduce reduce allgather allgatherv reduce_scatter reduce_scatter_block"},
	"avg_msg_size": {equal: []string{"any"}, le: true, lt: true, mustBeAny: true,
		of: "bcast allreduce reduce alltoall"},
	"total_msg_size": {equal: []string{"any"}, le: true, lt: true, mustBeAny: true,
		of: "allreduce bcast reduce alltoall alltoallv alltoallw allgather allgatherv gather scatter " +
			"reduce_scatter reduce_scatter_block"},
	"is_commutative": {equal: []string{"yes", "no"},
		of: "allreduce reduce reduce_scatter reduce_scatter_block"},
	"is_op_built_in":     {equal: []string{"yes", "no"}, of: "allreduce reduce"},
	"is_sendbuf_inplace": {equal: []string{"yes", "no"}, of: "alltoall alltoallv alltoallw"},
	"is_block_regular":   {equal: []string{"yes", "no"}, of: "reduce_scatter"},
}

// matchesAny reports whether the question matches every call. From 4.2 on, MPICH accepts such a question even
// if it does not know the property.
func (q question) matchesAny() bool { return q.relation == "=" && q.value == "any" }

// isAboutCommunicator reports whether MPICH can answer the question before a call is made.
func (q question) isAboutCommunicator() bool {
	return strings.HasPrefix(q.property, "comm_") || q.property == "is_node_consecutive" ||
		q.property == "collective"
}

// isKnown reports whether version v of MPICH supports the question's property with this relation and value.
func (q question) isKnown(v rules.Version) bool {
	a, found := propertyRules[q.property]
	switch since := v.Since(4, 2, 0); {
	case since && q.matchesAny():
		return true
	case since && q.property == "comm_avg_ppn" && q.relation == "<":
		return true
	case !found:
		return false
	case q.relation == "=":
		return slices.Contains(a.equal, q.value)
	case q.property == "count" && q.relation == "<":
		return q.value == "pow2"
	}
	return q.relation == "<=" && a.le || q.relation == "<" && a.lt
}

// descriptions maps a question with its value to the phrase that describes it in a report. Questions that
// match every call, or most calls, have no description.
var descriptions = map[string]string{
	"comm_size=pow2":            "power-of-two numbers of ranks",
	"comm_size=node_comm_size":  "all ranks on one host",
	"comm_type=inter":           "intercommunicators",
	"comm_hierarchy=parent":     "communicators with several ranks on several hosts",
	"comm_hierarchy=node_roots": "one rank of each host",
	"comm_hierarchy=node":       "the ranks of one host",
	"comm_hierarchy=flat":       "communicators without a hierarchy",
	"count<pow2":                "fewer elements than the largest power of two not above the number of ranks",
	"is_commutative=yes":        "commutative operators",
	"is_commutative=no":         "non-commutative operators",
	"is_op_built_in=yes":        "predefined operators",
	"is_op_built_in=no":         "user-defined operators",
	"is_sendbuf_inplace=yes":    "in place",
	"is_sendbuf_inplace=no":     "not in place",
	"is_block_regular=yes":      "equal counts",
	"is_block_regular=no":       "different counts",
	"is_node_consecutive=yes":   "ranks in the order of the hosts",
	"is_node_consecutive=no":    "ranks not in the order of the hosts",
	"is_multi_threaded=yes":     "several threads",
	"is_multi_threaded=no":      "one thread",
}

// propertyUnits maps a property to the unit of its number.
var propertyUnits = map[string]string{
	"comm_size": "ranks", "comm_avg_ppn": "ranks per host on average", "count": "elements",
	"avg_msg_size": "bytes per message or block", "total_msg_size": "bytes over all ranks",
}

func (q question) describe() string {
	switch {
	case q.relation == "<=":
		return "up to " + q.value + " " + propertyUnits[q.property]
	case q.relation == "<" && q.value != "pow2":
		return "fewer than " + q.value + " " + propertyUnits[q.property]
	}
	return descriptions[q.String()]
}
