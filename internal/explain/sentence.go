package explain

import (
	"fmt"
	"strings"

	"topocoll/catalog"
)

// Sentence describes the operation in one sentence.
func (f *Figure) Sentence() string {
	switch f.Info.Op {
	case catalog.Bcast:
		return fmt.Sprintf("Node %d sends its message M to every node.", f.Root)
	case catalog.Reduce:
		return fmt.Sprintf("The values of all nodes are added up at node %d.", f.Root)
	case catalog.Allgather:
		return "Every node sends its block to every node."
	case catalog.ReduceScatter:
		return "Every node has a block for every node; the blocks for node i are added up there."
	case catalog.Allreduce:
		return "The values of all nodes are added up on every node."
	case catalog.Scan:
		return "Node k gets the sum of the values of nodes 0 to k."
	case catalog.Exscan:
		return "Node k gets the sum of the values of nodes 0 to k-1."
	case catalog.Scatter:
		return fmt.Sprintf("Node %d has a block for every node and sends each its own.", f.Root)
	case catalog.Gather:
		return fmt.Sprintf("The blocks of all nodes are collected at node %d.", f.Root)
	case catalog.Alltoall:
		return "Every node has a block for every node and sends each its own."
	case catalog.Shift:
		return fmt.Sprintf("Node i sends its block to node i + %d, modulo %d.", f.Shift, f.P)
	case catalog.Barrier:
		return "No node proceeds before all nodes have reached the barrier."
	}
	return ""
}

// Legend explains the labels of the figure.
func (f *Figure) Legend() string {
	if f.plain {
		return ""
	}
	s := map[catalog.Collective]string{
		catalog.Bcast:     "M[1]: word 1 of the message",
		catalog.Reduce:    "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Allreduce: "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Scan:      "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Exscan:    "2: the value of node 2; Σ0-3: the sum of the values of nodes 0 to 3",
		catalog.Allgather: f.firstRange("of"),
		catalog.Gather:    f.firstRange("of"),
		catalog.Scatter:   f.firstRange("for"),
		catalog.ReduceScatter: "2>5: the block of node 2 for node 5; Σ0-3>5: the sum of the blocks of nodes 0 " +
			"to 3 for node 5",
		catalog.Alltoall: "2>5: the block of node 2 for node 5",
		catalog.Shift:    "2: the block of node 2",
	}[f.Info.Op]
	if strings.Contains(f.data(), "[") && f.Info.Op != catalog.Bcast {
		s = strings.TrimPrefix(s+"; [1]: only word 1 of it", "; ")
	}
	return s
}

// firstRange describes the first range of nodes in the figure; "" if it has none.
func (f *Figure) firstRange(whose string) string {
	for _, name := range strings.Fields(f.data()) {
		nodes, _, _ := strings.Cut(name, "[") // words follow in brackets
		for _, some := range strings.Split(nodes, ",") {
			if first, last, found := strings.Cut(some, "-"); found {
				return fmt.Sprintf("%[1]s-%[2]s: the blocks %[3]s nodes %[1]s to %[2]s", first, last, whose)
			}
		}
	}
	return ""
}

// data returns the data of all messages.
func (f *Figure) data() string {
	var all []string
	for _, step := range f.Steps {
		for _, arrow := range step {
			all = append(all, arrow.Data)
		}
	}
	return strings.Join(all, " ")
}
