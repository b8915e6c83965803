package mpich

import (
	"slices"
	"strings"

	"topocoll/internal/rules"
)

// checkLeaf adds to the report the calls to which a leaf applies, and checks the algorithm of the leaf.
func (l *mpichLint) checkLeaf(node rules.Value, q question, op string, yes, no []question) {
	if q.property == "composition" {
		l.hasCompositions = true
	}
	var says []string
	for _, y := range yes {
		if text := y.describe(); text != "" {
			says = append(says, text)
		}
	}
	calls := strings.Join(says, ", ")
	if calls == "" {
		calls = "otherwise"
	}
	if op == "" {
		l.report.AddWrong(node.Line, "%s: %s is not nested under a collective= key", abortsText, q)
		return
	}
	n := len(l.report.Meaning)
	if n == 0 || l.report.Meaning[n-1].Title != op {
		l.report.Meaning = append(l.report.Meaning, rules.Section{Title: op})
		n++
	}
	section := &l.report.Meaning[n-1]
	section.Lines = append(section.Lines,
		rules.Line{Sizes: calls, Does: q.value + parameters(node), Number: node.Line})
	if q.property == "algorithm" {
		l.checkAlgorithm(node, q.value, op, yes, no)
	}
}

// checkAlgorithm reports an algorithm that does not exist in the version. It also reports the restrictions of
// an algorithm, unless questions above the leaf make sure that every call meets them.
func (l *mpichLint) checkAlgorithm(node rules.Value, full, op string, yes, no []question) {
	list, blocking := mpirAlgorithms[op]
	if !blocking { // algorithms of non-blocking and neighborhood operations are not checked
		return
	}
	prefix := "MPIR_" + strings.ToUpper(op[:1]) + op[1:] + "_"
	name, ours := strings.CutPrefix(full, prefix)
	if !ours {
		l.report.AddWrong(node.Line, "%s is not an algorithm of %s; use a name that begins with %s", full, op,
			prefix)
		return
	}
	name, intra := strings.CutPrefix(name, "intra_")
	if !intra { // algorithms that also, or only, work on intercommunicators are not checked
		return
	}
	at := slices.IndexFunc(list, func(a mpirAlgorithm) bool { return a.name == name })
	switch {
	case at < 0:
		l.report.AddWrong(node.Line, "%s: there is no algorithm %s", abortsText, full)
	case !list[at].existsIn(l.version):
		l.report.AddWrong(node.Line, "%s: this version does not have %s, which is in %d.%d%s", abortsText, full,
			list[at].addedIn.Major, list[at].addedIn.Minor,
			map[bool]string{true: " and later", false: " only"}[list[at].removedIn.Major == 0])
	default:
		l.checkParameters(node, op, list[at])
		for _, wants := range list[at].restrictions {
			if isEnsured(wants, yes, no) {
				continue
			}
			say := l.report.AddNote
			if wants == "power-of-two" || wants == "inplace" || wants == "noinplace" {
				say = l.report.AddWrong
			}
			say(node.Line,
				"%s has the restriction %s, but no condition above it ensures this, and the library does not "+
					"check it", full, wants)
		}
	}
}

// checkParameters reports missing parameters. It also reports names of tree types in versions that read tree
// types only as numbers.
func (l *mpichLint) checkParameters(node rules.Value, op string, a mpirAlgorithm) {
	for _, p := range a.parameters(op, l.version) {
		name := parseQuestion(p.Key).property
		if !slices.ContainsFunc(node.Members,
			func(m rules.Value) bool { return parseQuestion(m.Key).property == name }) {
			l.report.AddWrong(node.Line, "%s has no parameter %s=, so the library uses an undefined value",
				a.fullName(op), name)
		}
	}
	for _, m := range node.Members {
		if q := parseQuestion(m.Key); q.property == "tree_type" && !l.version.Since(4, 3, 0) &&
			q.value != "kary" && strings.Trim(q.value, "0123456789") != "" {
			l.report.AddWrong(m.Line,
				"%s is read as %d, because MPICH before 4.3 expects a number: 0 for kary, 1 for knomial_1, "+
					"2 for knomial_2", q, leadingNumber(q.value))
		}
	}
}

// ensuringQuestions holds two lists of questions for each restriction. Every call meets the restriction if
// the answer to a question in the first list is yes, or if the answer to a question in the second list is no.
var ensuringQuestions = map[string][2][]string{
	"power-of-two":     {{"comm_size=pow2", "comm_size<=2"}, nil},
	"parent-comm":      {{"comm_hierarchy=parent"}, nil},
	"commutative":      {{"is_commutative=yes"}, {"is_commutative=no"}},
	"builtin-op":       {{"is_op_built_in=yes"}, {"is_op_built_in=no"}},
	"size-ge-pof2":     {nil, {"count<pow2"}},
	"inplace":          {{"is_sendbuf_inplace=yes"}, {"is_sendbuf_inplace=no"}},
	"noinplace":        {{"is_sendbuf_inplace=no"}, {"is_sendbuf_inplace=yes"}},
	"node-consecutive": {{"is_node_consecutive=yes"}, {"is_node_consecutive=no"}},
}

// isEnsured reports whether every call that reaches a leaf meets a restriction. The arguments `yes` and `no`
// are the questions on the path to the leaf, by their answer.
func isEnsured(restriction string, yes, no []question) bool {
	for i, answered := range [][]question{yes, no} {
		for _, q := range answered {
			if slices.Contains(ensuringQuestions[restriction][i], q.String()) {
				return true
			}
		}
	}
	return false
}
