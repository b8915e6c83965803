package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// node is an object with a key.
func node(key string, members ...value) value { return value{key: key, kind: '{', members: members} }

// intra changes what an operation does within a communicator.
func intra(collective value, change func(own []value) ([]value, error), err *error) value {
	collective.members = slices.Clone(collective.members)
	at := slices.IndexFunc(collective.members, func(m value) bool { return asked(m.key) == question{"comm_type", "=", "intra"} })
	inside := &collective
	if at >= 0 {
		inside = &collective.members[at]
	}
	members, bad := change(inside.members)
	*err = cmp.Or(*err, bad)
	inside.members = members
	return collective
}

// chain asks for the number of ranks: the library's own, that of the table, its own, ...
func chain(own []value, byRanks map[int]wish, v Version) (all []value, err error) {
	last := 0
	for _, n := range slices.Sorted(maps.Keys(byRanks)) {
		if n-1 > last {
			all = append(all, node(fmt.Sprintf("comm_size<=%d", n-1), own...))
		}
		members, err := byRanks[n].sizes(atRanks(own, n, true), n, v)
		if err != nil {
			return nil, err
		}
		all = append(all, node(fmt.Sprintf("comm_size<=%d", n), members...))
		last = n
	}
	return append(all, node("comm_size=any", own...)), nil
}

// sizes asks for the size of a call on a communicator of n ranks.
func (w wish) sizes(own []value, n int, v Version) (all []value, err error) {
	ask := sizesOf(openName(w.op))
	for _, r := range w.ranges {
		members := own
		if r.name != "" {
			a, err := w.mpir(r, v)
			if err != nil {
				return nil, err
			}
			members = a.guarded(openName(w.op), own, n, v)
		}
		if len(w.ranges) == 1 {
			return members, nil
		}
		key := ask + "=any"
		if r.to != nil {
			most := *r.to
			if ask == "total_msg_size" {
				most = (most+1)*n - 1
			}
			if most > mostMPICH {
				return nil, fmt.Errorf("rules: Selection: %s on %d ranks, %d bytes: more than the library reads", w.op, n, most)
			}
			key = fmt.Sprintf("%s<=%d", ask, most)
		}
		all = append(all, node(key, members...))
	}
	return all, nil
}

// full is the name of an algorithm in a file.
func (a mpirAlgorithm) full(op string) string {
	return "MPIR_" + strings.ToUpper(op[:1]) + op[1:] + "_intra_" + a.name
}

// guarded is an algorithm with the questions that ensure what it requires; where it cannot be used, it is the library's own choice.
func (a mpirAlgorithm) guarded(op string, own []value, n int, v Version) []value {
	members := []value{node("algorithm="+a.full(op), a.parameters(op, v)...)}
	for _, wants := range a.restrictions {
		switch wants {
		case "power-of-two":
			if n&(n-1) != 0 {
				return own
			}
		case "commutative":
			members = []value{node("is_commutative=yes", members...), node("is_commutative=no", own...)}
		case "builtin-op":
			members = []value{node("is_op_built_in=yes", members...), node("is_op_built_in=no", own...)}
		case "size-ge-pof2":
			members = []value{node("count<pow2", own...), node("count=any", members...)}
		case "noinplace":
			members = []value{node("is_sendbuf_inplace=yes", own...), node("is_sendbuf_inplace=no", members...)}
		default:
			return own
		}
	}
	return members
}

// mpirParameters are the defaults of the variables that an algorithm has its parameters from when it is forced. A parameter that is not in the
// file is whatever was in memory. The library does not read barrier's second one, single_phase_recv.
var mpirParameters = map[string]string{
	"allgather k_brucks": "k=2", "allgather recexch_doubling": "k=2 single_phase_recv=0", "allgather recexch_halving": "k=2 single_phase_recv=0",
	"allreduce tree": "tree_type=knomial_1 k=2 chunk_size=0 buffer_per_child=0", "allreduce recexch": "k=2 single_phase_recv=0",
	"allreduce k_reduce_scatter_allgather": "k=2 single_phase_recv=0", "allreduce recursive_multiplying": "k=2", "alltoall k_brucks": "k=2",
	"barrier k_dissemination": "k=2", "barrier recexch": "k=2", "bcast tree": "tree_type=kary k=2 is_non_blocking=1",
	"bcast pipelined_tree": "tree_type=kary k=2 is_non_blocking=1 chunk_size=8192 recv_pre_posted=0",
}

func (a mpirAlgorithm) parameters(op string, v Version) (all []value) {
	for _, word := range strings.Fields(mpirParameters[op+" "+a.name]) {
		if name, found := strings.CutPrefix(word, "tree_type="); found && !v.since(4, 3, 0) { // by number
			word = fmt.Sprint("tree_type=", slices.Index([]string{"kary", "knomial_1"}, name))
		}
		all = append(all, node(word))
	}
	return all
}

// atRanks is a tree without the questions that are answered by the number of ranks, answered as the library does: while the communicator is
// made, or below a question about the call.
func atRanks(members []value, n int, made bool) (kept []value) {
	for _, m := range members {
		q := asked(m.key)
		if q.ask == "algorithm" {
			return append(kept, m)
		}
		made = made && q.ofCommunicator()
		m.members = atRanks(m.members, n, made)
		if q.ask != "comm_size" || q.against == "node_comm_size" {
			kept = append(kept, m)
			continue
		}
		if !(Call{Ranks: n}).yes(q, made) {
			continue
		}
		for _, inner := range m.members {
			if !slices.ContainsFunc(kept, func(o value) bool { return o.key == inner.key }) {
				kept = append(kept, inner)
			}
		}
		return kept
	}
	return kept
}

// plain is a tree that says what the library does: where it takes comm_size< for comm_size<=, as in its own selection, the latter is written.
func plain(members []value, made bool) (all []value) {
	for _, m := range members {
		q := asked(m.key)
		made = made && (q.ofCommunicator() || q.ask == "algorithm")
		if q.ask == "comm_size" && q.relate == "<" && !made {
			m.key = "comm_size<=" + q.against
		}
		m.members = plain(m.members, made)
		all = append(all, m)
	}
	return all
}

// writeTree writes an object.
func writeTree(b *bytes.Buffer, n value, depth int) {
	b.WriteByte('{')
	for i, m := range n.members {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n%s%s: ", strings.Repeat(" ", depth+1), strconv.Quote(m.key))
		writeTree(b, m, depth+1)
	}
	b.WriteByte('}')
}
