package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ends is what MPICH does with what it does not expect.
const ends = "the library ends the program at the start"

// lintMPICH says what a selection means to a version of MPICH.
func lintMPICH(file []byte, v Version) *Report {
	report := &Report{}
	root, line, err := parseJSON(file)
	if err != nil {
		report.wrong(line, "%s: not JSON (%v)", ends, err)
		return report
	}
	if root.kind != '{' {
		report.wrong(root.line, "%s: want an object", ends)
		return report
	}
	l := &mpichLint{report: report, version: v, seen: map[string]bool{}}
	l.tree(root, "", nil, nil)
	var missing []string
	for _, op := range slices.Sorted(maps.Keys(mpirAlgorithms)) {
		if !l.seen[op] {
			missing = append(missing, op)
		}
	}
	if len(missing) > 0 && !l.upper {
		report.wrong(0, "the file replaces the library's own: the first call of an operation that is not in it ends the program: %s; begin with %s's own generic.json",
			strings.Join(missing, ", "), MPICH)
	}
	return report.sorted()
}

// An mpichLint goes through the tree.
type mpichLint struct {
	report  *Report
	version Version
	seen    map[string]bool // operations
	upper   bool            // the file is of a level above, which need not have all operations
}

// tree looks at the children of a node, under an operation and after questions that have been answered with yes, and with no.
func (l *mpichLint) tree(node value, op string, yes, no []question) {
	keys := map[string]int{}
	before := no[len(no):len(no):len(no)]
	for i, child := range node.members {
		q := asked(child.key)
		if first, again := keys[child.key]; again {
			l.report.wrong(child.line, "%s again, first in line %d: only this one counts, in the place of that", child.key, first)
		}
		keys[child.key] = child.line
		if child.kind != '{' {
			l.report.wrong(child.line, "%s: what follows %s is no object", ends, child.key)
			continue
		}
		switch {
		case q.relate == "=" && (q.ask == "algorithm" || q.ask == "composition"):
			if len(node.members) > 1 {
				l.report.wrong(child.line, "%s stands beside other keys, which are lost", child.key)
			}
			l.leaf(child, q, op, yes, no)
			continue
		case q.relate == "=" && q.ask == "collective":
			l.collective(child, q.against, yes, no)
			continue
		case !q.known():
			l.report.wrong(child.line, "%s: it does not know %s", ends, q)
			continue
		}
		l.question(child, q, op, yes, before)
		last := i == len(node.members)-1
		switch any := q.relate == "=" && q.against == "any" && answers[q.ask].mustBeAny; {
		case any && !last:
			l.report.wrong(child.line, "%s: %s must be the last of its level", ends, q)
		case !any && last && answers[q.ask].mustBeAny:
			l.report.wrong(child.line, "%s: after %s nothing follows, want %s=any", ends, q, q.ask)
		}
		l.tree(child, op, append(yes[:len(yes):len(yes)], q), slices.Concat(no, before))
		before = append(before, q)
	}
	if len(node.members) == 0 {
		l.report.wrong(node.line, "%s: nothing in %s", ends, node.key)
	}
}

// collective begins with the questions about an operation.
func (l *mpichLint) collective(node value, op string, yes, no []question) {
	plain := strings.TrimPrefix(strings.TrimPrefix(op, "i"), "neighbor_")
	if _, found := mpirAlgorithms[plain]; !found {
		l.report.wrong(node.line, "%s: there is no operation %s", ends, op)
		return
	}
	l.seen[op] = true
	for _, q := range yes {
		if !strings.HasPrefix(q.ask, "comm_") && !strings.HasPrefix(q.ask, "is_node") {
			l.report.wrong(node.line, "%s: collective=%s stands under %s, which asks about a call", ends, op, q)
		}
	}
	l.tree(node, op, yes, no)
}

// question finds what is wrong with a question.
func (l *mpichLint) question(node value, q question, op string, yes, before []question) {
	if of := answers[q.ask].of; of != "" && op != "" && !slices.Contains(strings.Fields(of), strings.TrimPrefix(op, "i")) {
		l.report.wrong(node.line, "a call of %s that comes to %s ends the program: it is for %s only", op, q.ask, strings.ReplaceAll(of, " ", ", "))
	}
	if q.ask == "total_msg_size" && (op == "gather" || op == "scatter") {
		l.report.note(node.line, "total_msg_size of %s is a number of elements, not of bytes", op)
	}
	asksCall := func(q question) bool { return !q.ofCommunicator() }
	if q.ask == "comm_size" && q.relate == "<" && slices.ContainsFunc(yes, asksCall) {
		l.report.wrong(node.line, "%s below %s is taken for comm_size<=%s", q, yes[len(yes)-1], q.against)
	}
	if q.relate == "=" || q.against == "pow2" {
		return
	}
	bound, err := strconv.Atoi(q.against)
	if err != nil {
		l.report.wrong(node.line, "%s is read as %d: the library knows only whole numbers", q, leading(q.against))
		bound = leading(q.against)
	}
	for _, b := range before {
		other, err := strconv.Atoi(b.against)
		if err == nil && b.ask == q.ask && (other > bound || other == bound && (b.relate == "<=" || b.relate == q.relate)) {
			l.report.wrong(node.line, "%s is never reached: %s before it takes all", q, b)
			return
		}
	}
}

// leading is atoi.
func leading(text string) int {
	end := strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(text)
	}
	n, _ := strconv.Atoi(text[:end])
	return n
}

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
