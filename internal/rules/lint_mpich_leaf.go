package rules

import (
	"slices"
	"strings"
)

// leaf says which calls an algorithm is for, and finds what it requires in vain.
func (l *mpichLint) leaf(node value, q question, op string, yes, no []question) {
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
		l.report.wrong(node.line, "%s: %s stands under no collective=", ends, q)
		return
	}
	name := q.against
	for _, parameter := range node.members {
		name += " " + parameter.key
	}
	n := len(l.report.Meaning)
	if n == 0 || l.report.Meaning[n-1].Title != op {
		l.report.Meaning = append(l.report.Meaning, Section{Title: op})
		n++
	}
	section := &l.report.Meaning[n-1]
	section.Lines = append(section.Lines, Line{calls, name, node.line})
	if q.ask == "algorithm" {
		l.algorithm(node, q.against, op, yes, no)
	}
}

// algorithm finds names that the version does not have, and restrictions that nothing ensures.
func (l *mpichLint) algorithm(node value, full, op string, yes, no []question) {
	list, blocking := mpirAlgorithms[op]
	if !blocking { // not looked at
		return
	}
	prefix := "MPIR_" + strings.ToUpper(op[:1]) + op[1:] + "_"
	name, ours := strings.CutPrefix(full, prefix)
	if !ours {
		l.report.wrong(node.line, "%s is not an algorithm of %s: want %s...", full, op, prefix)
		return
	}
	name, intra := strings.CutPrefix(name, "intra_")
	if !intra { // between communicators, or for both kinds
		return
	}
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == name })
	switch {
	case at < 0:
		l.report.wrong(node.line, "%s: there is no algorithm %s", ends, full)
	case !list[at].in(l.version):
		l.report.wrong(node.line, "%s: %s is not in this version, but in %d.%d%s", ends, full, list[at].first.Major, list[at].first.Minor,
			map[bool]string{true: " and later", false: " only"}[list[at].last.Major == 0])
	default:
		l.parameters(node, op, list[at])
		for _, wants := range list[at].restrictions {
			if ensured(wants, yes, no) {
				continue
			}
			say := l.report.note
			if wants == "power-of-two" || wants == "inplace" || wants == "noinplace" {
				say = l.report.wrong
			}
			say(node.line, "%s requires %s, which nothing above it ensures, and the library does not check it", full, wants)
		}
	}
}

// parameters finds those that are missing, and trees by name.
func (l *mpichLint) parameters(node value, op string, a mpirAlgorithm) {
	for _, p := range a.parameters(op, l.version) {
		name := asked(p.key).ask
		if !slices.ContainsFunc(node.members, func(m value) bool { return asked(m.key).ask == name }) {
			l.report.wrong(node.line, "%s without %s=: the library takes whatever is in memory", a.full(op), name)
		}
	}
	for _, m := range node.members {
		if q := asked(m.key); q.ask == "tree_type" && !l.version.since(4, 3, 0) && q.against != "kary" && strings.Trim(q.against, "0123456789") != "" {
			l.report.wrong(m.line, "%s is read as %d: trees have names from 4.3 on, before that kary is 0, knomial_1 is 1, knomial_2 is 2", q, leading(q.against))
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
