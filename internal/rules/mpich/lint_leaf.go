package mpich

import (
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// leaf says which calls an algorithm is for, and finds what it requires in vain.
func (l *mpichLint) leaf(node rules.Value, q question, op string, yes, no []question) {
	if q.ask == "composition" {
		l.upper = true
	}
	var says []string
	for _, y := range yes {
		if text := y.text(); text != "" {
			says = append(says, text)
		}
	}
	calls := strings.Join(says, ", ")
	if calls == "" {
		calls = "otherwise"
	}
	if op == "" {
		l.report.AddWrong(node.Line, "%s: %s stands under no collective=", ends, q)
		return
	}
	name := q.against
	for _, parameter := range node.Members {
		name += " " + parameter.Key
	}
	n := len(l.report.Meaning)
	if n == 0 || l.report.Meaning[n-1].Title != op {
		l.report.Meaning = append(l.report.Meaning, rules.Section{Title: op})
		n++
	}
	section := &l.report.Meaning[n-1]
	section.Lines = append(section.Lines, rules.Line{Sizes: calls, Does: name, Number: node.Line})
	if q.ask == "algorithm" {
		l.algorithm(node, q.against, op, yes, no)
	}
}

// algorithm finds names that the version does not have, and restrictions that nothing ensures.
func (l *mpichLint) algorithm(node rules.Value, full, op string, yes, no []question) {
	list, blocking := mpirAlgorithms[op]
	if !blocking { // not looked at
		return
	}
	prefix := "MPIR_" + strings.ToUpper(op[:1]) + op[1:] + "_"
	name, ours := strings.CutPrefix(full, prefix)
	if !ours {
		l.report.AddWrong(node.Line, "%s is not an algorithm of %s: want %s...", full, op, prefix)
		return
	}
	name, intra := strings.CutPrefix(name, "intra_")
	if !intra { // between communicators, or for both kinds
		return
	}
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == name })
	switch {
	case at < 0:
		l.report.AddWrong(node.Line, "%s: there is no algorithm %s", ends, full)
	case !list[at].in(l.version):
		l.report.AddWrong(node.Line, "%s: %s is not in this version, but in %d.%d%s", ends, full,
			list[at].first.Major, list[at].first.Minor,
			map[bool]string{true: " and later", false: " only"}[list[at].last.Major == 0])
	default:
		l.parameters(node, op, list[at])
		for _, wants := range list[at].restrictions {
			if ensured(wants, yes, no) {
				continue
			}
			say := l.report.AddNote
			if wants == "power-of-two" || wants == "inplace" || wants == "noinplace" {
				say = l.report.AddWrong
			}
			say(node.Line, "%s requires %s, which nothing above it ensures, and the library does not check it",
				full, wants)
		}
	}
}

// parameters finds those that are missing, and trees by name.
func (l *mpichLint) parameters(node rules.Value, op string, a mpirAlgorithm) {
	for _, p := range a.parameters(op, l.version) {
		name := asked(p.Key).ask
		if !slices.ContainsFunc(node.Members, func(m rules.Value) bool { return asked(m.Key).ask == name }) {
			l.report.AddWrong(node.Line, "%s without %s=: the library takes whatever is in memory", a.full(op), name)
		}
	}
	for _, m := range node.Members {
		if q := asked(m.Key); q.ask == "tree_type" && !l.version.Since(4, 3,
			0) && q.against != "kary" && strings.Trim(q.against, "0123456789") != "" {
			l.report.AddWrong(m.Line, "%s is read as %d: trees have names from 4.3 on, before that kary is 0, knomial_1 is 1, knomial_2 is 2", q, leading(q.against))
		}
	}
}

// ensures are the questions that ensure a restriction: answered with yes, and with no.
var ensures = map[string][2][]string{
	"power-of-two":     {{"comm_size=pow2", "comm_size<=2"}, nil},
	"parent-comm":      {{"comm_hierarchy=parent"}, nil},
	"commutative":      {{"is_commutative=yes"}, {"is_commutative=no"}},
	"builtin-op":       {{"is_op_built_in=yes"}, {"is_op_built_in=no"}},
	"size-ge-pof2":     {nil, {"count<pow2"}},
	"inplace":          {{"is_sendbuf_inplace=yes"}, {"is_sendbuf_inplace=no"}},
	"noinplace":        {{"is_sendbuf_inplace=no"}, {"is_sendbuf_inplace=yes"}},
	"node-consecutive": {{"is_node_consecutive=yes"}, {"is_node_consecutive=no"}},
}

// ensured reports whether the answers on the way ensure a restriction.
func ensured(restriction string, yes, no []question) bool {
	for i, answered := range [][]question{yes, no} {
		for _, q := range answered {
			if slices.Contains(ensures[restriction][i], q.String()) {
				return true
			}
		}
	}
	return false
}
