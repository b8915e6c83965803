package mpich

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// abortsText is the start of each finding about a mistake that makes MPICH abort the program in MPI_Init.
const abortsText = "the library aborts the program in MPI_Init"

// lintMPICH reports the effect of a selection file in a version of MPICH, and the mistakes in the file.
func lintMPICH(file []byte, v rules.Version) *rules.Report {
	report := &rules.Report{}
	root, line, err := rules.ParseJSON(plainJSON(file))
	if err != nil {
		report.AddWrong(line, "%s: the file is not JSON (%v)", abortsText, err)
		return report
	}
	if at := firstNonStrictLine(file); at > 0 {
		report.AddNote(at,
			"the file is not strict JSON, but the library accepts C comments, trailing commas, single "+
				"quotes, and text after the end")
	}
	if root.Kind != '{' {
		report.AddWrong(root.Line, "%s: the file must contain an object", abortsText)
		return report
	}
	l := &mpichLint{report: report, version: v, operations: map[string]bool{}}
	l.checkTree(root, "", nil, nil)
	var missing []string
	for _, op := range slices.Sorted(maps.Keys(mpirAlgorithms)) {
		if !l.operations[op] {
			missing = append(missing, op)
		}
	}
	if len(missing) > 0 && !l.hasCompositions {
		report.AddWrong(0,
			"the file replaces the library's own selection, so the first call of a missing operation (%s) "+
				"aborts the program; start from %s's own generic.json",
			strings.Join(missing, ", "), rules.MPICH)
	}
	return report.SortFindings()
}

// An mpichLint checks the decision trees in an MPICH selection file.
type mpichLint struct {
	report          *rules.Report
	version         rules.Version
	operations      map[string]bool // operations in the file
	hasCompositions bool            // the file selects compositions; such a file need not have all operations
}

// checkTree checks the children of a node in an operation's tree. The arguments `yes` and `no` hold the
// questions above the children. A call reaches the children if it satisfies every question in `yes` and no
// question in `no`.
func (l *mpichLint) checkTree(node rules.Value, op string, yes, no []question) {
	keys := map[string]int{}
	before := no[len(no):len(no):len(no)]
	for i, child := range node.Members {
		q := parseQuestion(child.Key)
		if first, again := keys[child.Key]; again {
			l.report.AddWrong(child.Line,
				"%s is also in line %d: the library uses only the content in this line, but at the earlier position",
				child.Key, first)
		}
		keys[child.Key] = child.Line
		if child.Kind != '{' {
			l.report.AddWrong(child.Line, "%s: the value of %s is not an object", abortsText, child.Key)
			continue
		}
		switch {
		case q.relation == "=" && (q.property == "algorithm" || q.property == "composition"):
			if len(node.Members) > 1 {
				l.report.AddWrong(child.Line, "%s has sibling keys, which MPICH ignores", child.Key)
			}
			l.checkLeaf(child, q, op, yes, no)
			continue
		case q.relation == "=" && q.property == "collective":
			l.checkCollective(child, q.value, yes, no)
			continue
		case !q.isKnown(l.version):
			l.report.AddWrong(child.Line, "%s: this version has no condition %s", abortsText, q)
			continue
		}
		l.checkQuestion(child, q, op, yes, before)
		last := i == len(node.Members)-1
		switch any := q.matchesAny(); {
		case any && !last && (propertyRules[q.property].mustBeAny || l.version.Since(4, 2, 0)):
			l.report.AddWrong(child.Line, "%s: %s must be the last condition of its level", abortsText, q)
		case any && !last:
			l.report.AddWrong(node.Members[i+1].Line, "%s is never reached: %s before it matches every call",
				node.Members[i+1].Key, q)
		case !any && last && propertyRules[q.property].mustBeAny:
			l.report.AddWrong(child.Line, "%s: %s is the last condition of its level; add %s=any after it",
				abortsText, q,
				map[bool]string{true: q.property, false: "comm_size"}[q.property != "comm_avg_ppn"])
		case !any && last && !hasOtherAnswer(q, node.Members):
			l.report.AddWrong(child.Line,
				"%s is the last condition of its level, so a call of %s that does not match it aborts the program",
				q, op)
		}
		l.checkTree(child, op, append(yes[:len(yes):len(yes)], q), slices.Concat(no, before))
		before = append(before, q)
	}
	if len(node.Members) == 0 {
		l.report.AddWrong(node.Line, "%s: %s is empty", abortsText, node.Key)
	}
}

// hasOtherAnswer reports whether there is a sibling for the opposite answer to q, the last question of its
// level. A question about the kind of communicator needs no such sibling, because most programs use only one
// kind.
func hasOtherAnswer(q question, members []rules.Value) bool {
	opposite := map[string]string{"yes": "no", "no": "yes"}[q.value]
	return q.property == "comm_type" || slices.ContainsFunc(members,
		func(m rules.Value) bool { return parseQuestion(m.Key) == question{q.property, "=", opposite} })
}

func (l *mpichLint) checkCollective(node rules.Value, op string, yes, no []question) {
	plain := strings.TrimPrefix(strings.TrimPrefix(op, "i"), "neighbor_")
	if _, found := mpirAlgorithms[plain]; !found {
		l.report.AddWrong(node.Line, "%s: there is no operation %s", abortsText, op)
		return
	}
	l.operations[op] = true
	for _, q := range yes {
		if !strings.HasPrefix(q.property, "comm_") && !strings.HasPrefix(q.property, "is_node") {
			l.report.AddWrong(node.Line, "%s: collective=%s is nested under %s, a condition on the call",
				abortsText, op, q)
		}
	}
	l.checkTree(node, op, yes, no)
}

// checkQuestion reports the mistakes in a question, and questions that are never reached.
func (l *mpichLint) checkQuestion(node rules.Value, q question, op string, yes, before []question) {
	if of := propertyRules[q.property].of; of != "" && op != "" && !q.matchesAny() &&
		!slices.Contains(strings.Fields(of), strings.TrimPrefix(op, "i")) {
		l.report.AddWrong(node.Line,
			"a call of %s that reaches %s aborts the program: the condition is valid only for %s", op,
			q.property, strings.ReplaceAll(of, " ", ", "))
	}
	if q.property == "total_msg_size" && (op == "gather" || op == "scatter") {
		l.report.AddNote(node.Line, "total_msg_size of %s is a number of elements, not of bytes", op)
	}
	asksCall := func(q question) bool { return !q.isAboutCommunicator() }
	if q.property == "comm_size" && q.relation == "<" && slices.ContainsFunc(yes, asksCall) {
		l.report.AddWrong(node.Line, "%s nested under %s is read as comm_size<=%s", q, yes[len(yes)-1], q.value)
	}
	if q.relation == "=" || q.value == "pow2" {
		return
	}
	bound, err := strconv.Atoi(q.value)
	if err != nil {
		l.report.AddWrong(node.Line, "%s is read as %d: the library reads only whole numbers", q,
			leadingNumber(q.value))
		bound = leadingNumber(q.value)
	}
	for _, b := range before {
		other, err := strconv.Atoi(b.value)
		if err == nil && b.property == q.property && (other > bound || other == bound && (b.relation == "<=" ||
			b.relation == q.relation)) {
			l.report.AddWrong(node.Line, "%s is never reached: %s before it matches every call", q, b)
			return
		}
	}
}

// leadingNumber returns the number at the start of a string, like C's atoi.
func leadingNumber(text string) int {
	end := strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(text)
	}
	n, _ := strconv.Atoi(text[:end])
	return n
}
