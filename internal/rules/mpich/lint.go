package mpich

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// ends is what MPICH does with what it does not expect.
const ends = "the library ends the program at the start"

// lintMPICH says what a selection means to a version of MPICH.
func lintMPICH(file []byte, v rules.Version) *rules.Report {
	report := &rules.Report{}
	root, line, err := rules.ParseJSON(plainJSON(file))
	if err != nil {
		report.AddWrong(line, "%s: not JSON (%v)", ends, err)
		return report
	}
	if at := loose(file); at > 0 {
		report.AddNote(at, "this is not JSON, but the library reads it: comments of C, a comma after the last, single quotes, and whatever comes after the end")
	}
	if root.Kind != '{' {
		report.AddWrong(root.Line, "%s: want an object", ends)
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
		report.AddWrong(0, "the file replaces the library's own: the first call of an operation that is not in it ends the program: %s; begin with %s's own generic.json",
			strings.Join(missing, ", "), rules.MPICH)
	}
	return report.Sorted()
}

// An mpichLint goes through the tree.
type mpichLint struct {
	report  *rules.Report
	version rules.Version
	seen    map[string]bool // operations
	upper   bool            // the file is of a level above, which need not have all operations
}

// tree looks at the children of a node, under an operation and after questions that have been
// answered with yes, and with no.
func (l *mpichLint) tree(node rules.Value, op string, yes, no []question) {
	keys := map[string]int{}
	before := no[len(no):len(no):len(no)]
	for i, child := range node.Members {
		q := asked(child.Key)
		if first, again := keys[child.Key]; again {
			l.report.AddWrong(child.Line, "%s again, first in line %d: only this one counts, in the place of that",
				child.Key, first)
		}
		keys[child.Key] = child.Line
		if child.Kind != '{' {
			l.report.AddWrong(child.Line, "%s: what follows %s is no object", ends, child.Key)
			continue
		}
		switch {
		case q.relate == "=" && (q.ask == "algorithm" || q.ask == "composition"):
			if len(node.Members) > 1 {
				l.report.AddWrong(child.Line, "%s stands beside other keys, which are lost", child.Key)
			}
			l.leaf(child, q, op, yes, no)
			continue
		case q.relate == "=" && q.ask == "collective":
			l.collective(child, q.against, yes, no)
			continue
		case !q.known(l.version):
			l.report.AddWrong(child.Line, "%s: it does not know %s", ends, q)
			continue
		}
		l.question(child, q, op, yes, before)
		last := i == len(node.Members)-1
		switch any := q.any(); {
		case any && !last && (answers[q.ask].mustBeAny || l.version.Since(4, 2, 0)):
			l.report.AddWrong(child.Line, "%s: %s must be the last of its level", ends, q)
		case any && !last:
			l.report.AddWrong(node.Members[i+1].Line, "%s is never reached: %s before it takes all",
				node.Members[i+1].Key, q)
		case !any && last && answers[q.ask].mustBeAny:
			l.report.AddWrong(child.Line, "%s: after %s nothing follows, want %s=any", ends, q,
				map[bool]string{true: q.ask, false: "comm_size"}[q.ask != "comm_avg_ppn"])
		case !any && last && !answeredOtherwise(q, node.Members):
			l.report.AddWrong(child.Line, "a call of %s that comes here with another answer than %s ends the program: nothing follows", op, q)
		}
		l.tree(child, op, append(yes[:len(yes):len(yes)], q), slices.Concat(no, before))
		before = append(before, q)
	}
	if len(node.Members) == 0 {
		l.report.AddWrong(node.Line, "%s: nothing in %s", ends, node.Key)
	}
}

// answeredOtherwise reports whether the other answer to a last question stands beside it. Of two
// kinds of communicators, most programs have one.
func answeredOtherwise(q question, members []rules.Value) bool {
	opposite := map[string]string{"yes": "no", "no": "yes"}[q.against]
	return q.ask == "comm_type" || slices.ContainsFunc(members,
		func(m rules.Value) bool { return asked(m.Key) == question{q.ask, "=", opposite} })
}

// collective begins with the questions about an operation.
func (l *mpichLint) collective(node rules.Value, op string, yes, no []question) {
	plain := strings.TrimPrefix(strings.TrimPrefix(op, "i"), "neighbor_")
	if _, found := mpirAlgorithms[plain]; !found {
		l.report.AddWrong(node.Line, "%s: there is no operation %s", ends, op)
		return
	}
	l.seen[op] = true
	for _, q := range yes {
		if !strings.HasPrefix(q.ask, "comm_") && !strings.HasPrefix(q.ask, "is_node") {
			l.report.AddWrong(node.Line, "%s: collective=%s stands under %s, which asks about a call", ends, op, q)
		}
	}
	l.tree(node, op, yes, no)
}

// question finds what is wrong with a question.
func (l *mpichLint) question(node rules.Value, q question, op string, yes, before []question) {
	if of := answers[q.ask].of; of != "" && op != "" && !q.any() && !slices.Contains(strings.Fields(of),
		strings.TrimPrefix(op, "i")) {
		l.report.AddWrong(node.Line, "a call of %s that comes to %s ends the program: it is for %s only", op,
			q.ask, strings.ReplaceAll(of, " ", ", "))
	}
	if q.ask == "total_msg_size" && (op == "gather" || op == "scatter") {
		l.report.AddNote(node.Line, "total_msg_size of %s is a number of elements, not of bytes", op)
	}
	asksCall := func(q question) bool { return !q.ofCommunicator() }
	if q.ask == "comm_size" && q.relate == "<" && slices.ContainsFunc(yes, asksCall) {
		l.report.AddWrong(node.Line, "%s below %s is taken for comm_size<=%s", q, yes[len(yes)-1], q.against)
	}
	if q.relate == "=" || q.against == "pow2" {
		return
	}
	bound, err := strconv.Atoi(q.against)
	if err != nil {
		l.report.AddWrong(node.Line, "%s is read as %d: the library knows only whole numbers", q,
			leading(q.against))
		bound = leading(q.against)
	}
	for _, b := range before {
		other, err := strconv.Atoi(b.against)
		if err == nil && b.ask == q.ask && (other > bound || other == bound && (b.relate == "<=" ||
			b.relate == q.relate)) {
			l.report.AddWrong(node.Line, "%s is never reached: %s before it takes all", q, b)
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
