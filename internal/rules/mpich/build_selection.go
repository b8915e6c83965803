package mpich

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// maxMPICHInt is the largest number that MPICH can read in a file, because it stores an int.
const maxMPICHInt = math.MaxInt32

func newObject(key string, members ...rules.Value) rules.Value {
	return rules.Value{Key: key, Kind: '{', Members: members}
}

// changeIntra returns a copy of an operation's tree in which the part for intracommunicators is the result of
// branchByRanks.
func changeIntra(collective rules.Value, byRanks map[int]rules.DesiredRule, v rules.Version) (
	changed rules.Value, err error) {
	collective.Members = slices.Clone(collective.Members)
	at := slices.IndexFunc(collective.Members,
		func(m rules.Value) bool { return parseQuestion(m.Key) == question{"comm_type", "=", "intra"} })
	inside := &collective
	if at >= 0 {
		inside = &collective.Members[at]
	}
	inside.Members, err = branchByRanks(inside.Members, byRanks, v)
	return collective, err
}

// branchByRanks returns a list of questions about the communicator size. If a desired rule exists for a size,
// the question for this size leads to the tree of the desired rule. All other questions lead to the library's
// own tree.
func branchByRanks(own []rules.Value, byRanks map[int]rules.DesiredRule, v rules.Version) (all []rules.Value,
	err error) {
	last := 0
	for _, n := range slices.Sorted(maps.Keys(byRanks)) {
		if n-1 > last {
			all = append(all, newObject(fmt.Sprintf("comm_size<=%d", n-1), own...))
		}
		members, err := branchBySize(byRanks[n], resolveRankQuestions(own, n, true), n, v)
		if err != nil {
			return nil, err
		}
		all = append(all, newObject(fmt.Sprintf("comm_size<=%d", n), members...))
		last = n
	}
	return append(all, newObject("comm_size=any", own...)), nil
}

// branchBySize returns a list of questions about the size of a call on a communicator of n ranks. Each
// question leads to the algorithm that the desired rule names for the size, or to the tree `own` if the
// desired rule names none. If the desired rule has a single range, no question is needed.
func branchBySize(d rules.DesiredRule, own []rules.Value, n int, v rules.Version) (
	all []rules.Value, err error) {
	ask := sizeQuestion(rules.OperationName(d.Op))
	for _, r := range d.Ranges {
		members := own
		if r.Name != "" {
			a, err := algorithmFor(d, r, v)
			if err != nil {
				return nil, err
			}
			members = a.guardedTree(rules.OperationName(d.Op), own, n, v)
		}
		if len(d.Ranges) == 1 {
			return members, nil
		}
		key := ask + "=any"
		if r.To != nil {
			most := *r.To
			if ask == "total_msg_size" {
				most = (most+1)*n - 1
			}
			if most > maxMPICHInt {
				return nil, fmt.Errorf(
					"rules: Selection: %s on %d ranks: %d bytes do not fit in the int in which MPICH stores a size",
					d.Op,
					n, most)
			}
			key = fmt.Sprintf("%s<=%d", ask, most)
		}
		all = append(all, newObject(key, members...))
	}
	return all, nil
}

// sizeQuestion returns the property, such as "avg_msg_size", that MPICH's selection file compares with the
// size of an operation's calls. It returns "" if the operation has no such property.
func sizeQuestion(op string) string {
	switch op {
	case "bcast", "allreduce", "reduce", "alltoall":
		return "avg_msg_size"
	case "allgather", "reduce_scatter_block":
		return "total_msg_size"
	}
	return ""
}

// algorithmFor returns MPICH's algorithm for a range of sizes, or an error if version v does not have it.
func algorithmFor(d rules.DesiredRule, r rules.DesiredRange, v rules.Version) (mpirAlgorithm, error) {
	list := mpirAlgorithms[rules.OperationName(d.Op)]
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == r.Name && a.existsIn(v) })
	if at < 0 {
		var names []string
		for _, a := range list {
			if a.existsIn(v) {
				names = append(names, a.name)
			}
		}
		return mpirAlgorithm{}, rules.NoAlgorithm(v, d, r, names)
	}
	return list[at], nil
}

func (a mpirAlgorithm) fullName(op string) string {
	return "MPIR_" + strings.ToUpper(op[:1]) + op[1:] + "_intra_" + a.name
}

// guardedTree returns a tree with the algorithm `a`. The algorithm is nested under questions, so that MPICH
// uses it only for calls that meet its restrictions. For all other calls, the tree has the library's own
// choice. If the algorithm cannot be used on n ranks, the tree has only the library's own choice.
func (a mpirAlgorithm) guardedTree(op string, own []rules.Value, n int, v rules.Version) []rules.Value {
	members := []rules.Value{newObject("algorithm="+a.fullName(op), a.parameters(op, v)...)}
	for _, wants := range a.restrictions {
		switch wants {
		case "power-of-two":
			if n&(n-1) != 0 {
				return own
			}
		case "commutative":
			members = []rules.Value{newObject("is_commutative=yes", members...),
				newObject("is_commutative=no", own...)}
		case "builtin-op":
			members = []rules.Value{newObject("is_op_built_in=yes", members...),
				newObject("is_op_built_in=no", own...)}
		case "size-ge-pof2":
			members = []rules.Value{newObject("count<pow2", own...), newObject("count=any", members...)}
		case "noinplace":
			members = []rules.Value{newObject("is_sendbuf_inplace=yes", own...),
				newObject("is_sendbuf_inplace=no", members...)}
		default:
			return own
		}
	}
	return members
}

// mpirParameters holds the parameters of all algorithms that have parameters. The values are the defaults of
// the variables that set these parameters for a forced algorithm. The file must have every parameter, because
// MPICH does not initialise missing parameters. The map omits the parameter single_phase_recv of barrier,
// because MPICH does not read it.
var mpirParameters = map[string]string{
	"allgather k_brucks": "k=2", "allgather recexch_doubling": "k=2 single_phase_recv=0",
	"allgather recexch_halving":            "k=2 single_phase_recv=0",
	"allreduce tree":                       "tree_type=knomial_1 k=2 chunk_size=0 buffer_per_child=0",
	"allreduce recexch":                    "k=2 single_phase_recv=0",
	"allreduce k_reduce_scatter_allgather": "k=2 single_phase_recv=0",
	"allreduce recursive_multiplying":      "k=2", "alltoall k_brucks": "k=2",
	"barrier k_dissemination": "k=2", "barrier recexch": "k=2",
	"bcast tree":           "tree_type=kary k=2 is_non_blocking=1",
	"bcast pipelined_tree": "tree_type=kary k=2 is_non_blocking=1 chunk_size=8192 recv_pre_posted=0",
}

func (a mpirAlgorithm) parameters(op string, v rules.Version) (all []rules.Value) {
	for _, word := range strings.Fields(mpirParameters[op+" "+a.name]) {
		// before 4.3, MPICH reads the number of the tree type, not its name
		if name, found := strings.CutPrefix(word, "tree_type="); found && !v.Since(4, 3, 0) {
			word = fmt.Sprint("tree_type=", slices.Index([]string{"kary", "knomial_1"}, name))
		}
		all = append(all, newObject(word))
	}
	return all
}

// resolveRankQuestions replaces each question about the communicator size, except comm_size=node_comm_size,
// with the branch that the library selects for n ranks. The argument `atCreation` is true if no question on
// the path from the root is about a call. In this case, the library answers a question about the communicator
// size when it creates the communicator. Below a question about a call, it reads < as <=.
func resolveRankQuestions(members []rules.Value, n int, atCreation bool) (kept []rules.Value) {
	for _, m := range members {
		q := parseQuestion(m.Key)
		if q.property == "algorithm" {
			return append(kept, m)
		}
		atCreation = atCreation && q.isAboutCommunicator()
		m.Members = resolveRankQuestions(m.Members, n, atCreation)
		if q.property != "comm_size" || q.value == "node_comm_size" {
			kept = append(kept, m)
			continue
		}
		if !(mpiCall{Ranks: n}).matches(q, atCreation) {
			continue
		}
		for _, inner := range m.Members {
			if !slices.ContainsFunc(kept, func(o rules.Value) bool { return o.Key == inner.Key }) {
				kept = append(kept, inner)
			}
		}
		return kept
	}
	return kept
}

// correctBounds replaces comm_size< with comm_size<= in branches nested under a question about a call. There,
// the library reads < as <=, even in its own selection.
func correctBounds(members []rules.Value, atCreation bool) (all []rules.Value) {
	for _, m := range members {
		q := parseQuestion(m.Key)
		atCreation = atCreation && (q.isAboutCommunicator() || q.property == "algorithm")
		if q.property == "comm_size" && q.relation == "<" && !atCreation {
			m.Key = "comm_size<=" + q.value
		}
		m.Members = correctBounds(m.Members, atCreation)
		all = append(all, m)
	}
	return all
}

func writeTree(b *bytes.Buffer, n rules.Value, depth int) {
	b.WriteByte('{')
	for i, m := range n.Members {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n%s%s: ", strings.Repeat(" ", depth+1), strconv.Quote(m.Key))
		writeTree(b, m, depth+1)
	}
	b.WriteByte('}')
}
