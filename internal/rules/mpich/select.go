package mpich

import (
	"fmt"
	"math/bits"
	"slices"

	"topocoll/internal/rules"
)

// An mpiCall holds the properties of a call that questions in a selection can test.
type mpiCall struct {
	Op    string
	Ranks int
	// Average is the size of one message or block in bytes. Total is the size over all ranks in bytes. Count is
	// the number of elements.
	Average, Total, Count int64
	Hierarchy             string // kind of communicator: parent, node_roots, node, flat
	Hosts                 int    // 0: MPICH does not know the hosts
	Intercommunicator     bool
	OneHost               bool
	NotConsecutive        bool // the ranks are not in the order of the hosts
	NotCommutative        bool
	UserDefinedOp         bool
	InPlace               bool
}

// A selectionTree is a selection of algorithms as MPICH stores it.
type selectionTree struct{ root rules.Value }

// readSelection reads a selection of algorithms as MPICH does. If a key appears twice, the second value
// replaces the first.
func readSelection(file []byte) (selectionTree, error) {
	root, line, err := rules.ParseJSON(plainJSON(file))
	if err == nil && root.Kind != '{' {
		err = fmt.Errorf("the file must contain an object")
	}
	if err != nil {
		return selectionTree{}, fmt.Errorf("line %d: %w", line, err)
	}
	return selectionTree{mergeKeys(root)}, nil
}

// mergeKeys removes duplicate keys from a tree. The last value of a key takes the position of the first.
func mergeKeys(node rules.Value) rules.Value {
	var members []rules.Value
	for _, m := range node.Members {
		m = mergeKeys(m)
		if at := slices.IndexFunc(members, func(o rules.Value) bool { return o.Key == m.Key }); at >= 0 {
			members[at] = m
		} else {
			members = append(members, m)
		}
	}
	node.Members = members
	return node
}

// selectAlgorithm returns the algorithm for a call, with its parameters. It returns "" if there is no
// algorithm for the call. In this case, the call aborts the program.
func (t selectionTree) selectAlgorithm(c mpiCall) string {
	// When MPICH creates a communicator, it answers the questions about the communicator, up to the first
	// question about a call.
	atCreation := true
	for node, found := t.root, true; found; {
		var next rules.Value
		found = false
		for _, m := range node.Members {
			q := parseQuestion(m.Key)
			if q.property == "algorithm" {
				return q.value + parameters(m)
			}
			atCreation = atCreation && q.isAboutCommunicator()
			if c.matches(q, atCreation) {
				next, found = m, true
				break
			}
		}
		node = next
	}
	return ""
}

func parameters(leaf rules.Value) (text string) {
	for _, m := range leaf.Members {
		text += " " + m.Key
	}
	return text
}

// matches reports whether a call satisfies the condition of a question. The argument `atCreation` is true if
// MPICH evaluates the question when it creates the communicator.
func (c mpiCall) matches(q question, atCreation bool) bool {
	if q.matchesAny() {
		return true
	}
	bound := int64(leadingNumber(q.value))
	within := func(n, bound int64) bool { return n < bound || n == bound && q.relation == "<=" }
	is := map[bool]string{true: "yes", false: "no"}
	switch q.property {
	case "collective":
		return q.value == c.Op
	case "comm_type":
		return (q.value == "inter") == c.Intercommunicator
	case "comm_size":
		switch {
		case q.value == "pow2":
			return c.Ranks&(c.Ranks-1) == 0
		case q.value == "node_comm_size":
			return c.OneHost
		}
		// in a branch nested under a question about the call, MPICH reads < as <=
		return within(int64(c.Ranks), bound) || !atCreation && int64(c.Ranks) == bound
	case "comm_hierarchy":
		return q.value == c.Hierarchy
	case "comm_avg_ppn":
		return c.Hosts > 0 && within(int64(c.Ranks), bound*int64(c.Hosts))
	case "avg_msg_size":
		return within(c.Average, bound)
	case "total_msg_size":
		return within(c.Total, bound)
	case "count":
		if q.value == "pow2" {
			return c.Count < largestPower(c.Ranks)
		}
		return within(c.Count, bound)
	case "is_multi_threaded":
		return q.value == "no"
	case "is_node_consecutive":
		return q.value == is[!c.NotConsecutive]
	case "is_commutative":
		return q.value == is[!c.NotCommutative]
	case "is_op_built_in":
		return q.value == is[!c.UserDefinedOp]
	case "is_sendbuf_inplace":
		return q.value == is[c.InPlace]
	case "is_block_regular":
		return q.value == "yes" // all counts have equal values in topocoll's operations
	}
	return false
}

// largestPower returns the largest power of two up to n, which must be at least 1.
func largestPower(n int) int64 {
	return 1 << (bits.Len(uint(n)) - 1)
}
