package mpich

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// An mpiCall is what MPICH asks about a call of an operation, which has its MPICH name.
type mpiCall struct {
	Op                    string
	Ranks                 int
	Average, Total, Count int64  // bytes of one message or block, bytes of all ranks together, elements
	Hierarchy             string // of the communicator: parent, node_roots, node, flat
	Hosts                 int
	Inter                 bool // between two communicators
	OneHost, Threads      bool
	Spread                bool // the ranks are not in the order of the hosts
	NotCommutative        bool
	OfUser                bool // the operator
	InPlace               bool
	Irregular             bool // the counts differ
}

// A selectionTree is a selection as MPICH has it in memory.
type selectionTree struct{ root rules.Value }

// readSelection reads a selection of algorithms as MPICH does. If a key comes twice, the second
// content replaces the first.
func readSelection(file []byte) (selectionTree, error) {
	root, line, err := rules.ParseJSON(plainJSON(file))
	if err == nil && root.Kind != '{' {
		err = fmt.Errorf("want an object")
	}
	if err != nil {
		return selectionTree{}, fmt.Errorf("line %d: %w", line, err)
	}
	return selectionTree{once(root)}, nil
}

// once drops what is forgotten.
func once(node rules.Value) rules.Value {
	var members []rules.Value
	for _, m := range node.Members {
		m = once(m)
		if at := slices.IndexFunc(members, func(o rules.Value) bool { return o.Key == m.Key }); at >= 0 {
			members[at] = m
		} else {
			members = append(members, m)
		}
	}
	node.Members = members
	return node
}

// choose returns the algorithm for a call, with its parameters. It returns "" if there is none, in
// which case the call ends the program.
func (t selectionTree) choose(c mpiCall) string {
	// Questions about the communicator are answered when it is made, up to the first one about the
	// call.
	made := true
	for node, found := t.root, true; found; {
		var next rules.Value
		found = false
		for _, m := range node.Members {
			q := asked(m.Key)
			if q.ask == "algorithm" {
				return q.against + parameters(m)
			}
			made = made && q.ofCommunicator()
			if c.yes(q, made) {
				next, found = m, true
				break
			}
		}
		node = next
	}
	return ""
}

// ofCommunicator reports whether a question can be answered before there is a call.
func (q question) ofCommunicator() bool {
	return strings.HasPrefix(q.ask, "comm_") || q.ask == "is_node_consecutive" || q.ask == "collective"
}

func parameters(leaf rules.Value) (text string) {
	for _, m := range leaf.Members {
		text += " " + m.Key
	}
	return text
}

// yes answers a question as MPICH does.
func (c mpiCall) yes(q question, made bool) bool {
	if q.any() {
		return true
	}
	bound := int64(leading(q.against))
	less := func(n int64) bool { return n < bound || n == bound && q.relate == "<=" }
	is := map[bool]string{true: "yes", false: "no"}
	switch q.ask {
	case "collective":
		return q.against == c.Op
	case "comm_type":
		return (q.against == "inter") == c.Inter
	case "comm_size":
		switch {
		case q.against == "pow2":
			return c.Ranks&(c.Ranks-1) == 0
		case q.against == "node_comm_size":
			return c.OneHost
		}
		return less(int64(c.Ranks)) || !made && int64(c.Ranks) == bound // below a question about the call, < is <=
	case "comm_hierarchy":
		return q.against == c.Hierarchy
	case "comm_avg_ppn":
		return c.Hosts > 0 && (int64(c.Ranks) < bound*int64(c.Hosts) || int64(c.Ranks) == bound*int64(c.Hosts) &&
			q.relate == "<=")
	case "avg_msg_size":
		return less(c.Average)
	case "total_msg_size":
		return less(c.Total)
	case "count":
		if q.against == "pow2" {
			return c.Count < largestPower(c.Ranks)
		}
		return less(c.Count)
	case "is_multi_threaded":
		return q.against == is[c.Threads]
	case "is_node_consecutive":
		return q.against == is[!c.Spread]
	case "is_commutative":
		return q.against == is[!c.NotCommutative]
	case "is_op_built_in":
		return q.against == is[!c.OfUser]
	case "is_sendbuf_inplace":
		return q.against == is[c.InPlace]
	case "is_block_regular":
		return q.against == is[!c.Irregular]
	}
	return false
}

// largestPower is the largest power of two up to n.
func largestPower(n int) int64 {
	power := int64(1)
	for 2*power <= int64(n) {
		power *= 2
	}
	return power
}
