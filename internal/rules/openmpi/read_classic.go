package openmpi

import (
	"fmt"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A tunedRule is a rule of the component "tuned": the algorithm and its parameters for a range of sizes.
type tunedRule struct {
	Line      int
	Size      uint64 // message size at which the range begins, as written in the file
	Algorithm int    // 0: the library's own choice
	Fan       int
	Segment   int64
	Requests  int
}

// ownChoice is the text for calls for which the library makes its own choice.
const ownChoice = "the library's own choice"

// parametersText describes the parameters of a rule that are not 0.
func (r tunedRule) parametersText() (text string) {
	if r.Fan != 0 {
		text += fmt.Sprintf(", fan-out %d", r.Fan)
	}
	if r.Segment != 0 {
		text += fmt.Sprintf(", segments of %d bytes", r.Segment)
	}
	if r.Requests != 0 {
		text += fmt.Sprintf(", at most %d requests", r.Requests)
	}
	return text
}

// A commSizeEntry holds the rules for one communicator size, which the format calls COMSIZE.
type commSizeEntry struct {
	line  int
	ranks int // communicator size, as written in the file
	rules []tunedRule
}

// classicRules is the content of a classic rules file as Open MPI stores it. The embedded scanner reads the
// numbers in order.
type classicRules struct {
	numberScanner
	Version rules.Version
	tables  [][]commSizeEntry // by COLID

	numbers        []number // all numbers that the library reads
	isVersion2     bool     // the file has the second version of the format, and the library supports it
	ignoredBecause string   // why the library ignores the whole file; "" if it uses the file
	ignoredAtLine  int      // line of the mistake that makes the library ignore the file
	endOffset      int      // offset of the byte after the last number that the library reads
	repeatedIDs    []number // repeated COLIDs: their rules replace earlier rules of the same operation
	truncated      []number // numbers that do not fit in the library's variables
}

// readNumber returns the next number. After an error it returns 0, which ends the loops over counts.
func (r *classicRules) readNumber(what string) number {
	if r.ignoredBecause != "" {
		return number{}
	}
	found, ok := r.next()
	switch {
	case !ok:
		r.ignoreFile(r.lineAt(len(r.file)), "the file ends before "+what)
	case found.value < 0:
		r.ignoreFile(found.line, fmt.Sprintf("got %d, want %s", found.value, what))
	default:
		r.numbers = append(r.numbers, found)
		r.endOffset = found.end
		return found
	}
	return number{}
}

func (r *classicRules) ignoreFile(line int, why string) {
	if r.ignoredBecause == "" {
		r.ignoredBecause, r.ignoredAtLine = why, line
	}
}

// supportsVersion2 reports whether the library supports the second version of the format.
func supportsVersion2(v rules.Version) bool {
	return v.Since(5, 0, 7) || v.Major == 4 && v.Since(4, 1, 8)
}

// readClassic reads a classic rules file as a version of Open MPI does. It returns no error. If the library
// ignores the file, the result has no rules.
func readClassic(file []byte, v rules.Version) *classicRules {
	r := &classicRules{numberScanner: numberScanner{file: file}, Version: v,
		tables: make([][]commSizeEntry, len(operations))}
	if supportsVersion2(v) && r.matchLiteral("rule-file-version-") {
		r.skipSpace(" \t\n\v\f\r")
		if found, ok := r.scan(10); ok {
			r.isVersion2 = int32(found.value) > 1
		}
	}
	collectives := r.readNumber("the number of operations (NCOL)")
	if n := len(operations); collectives.value > int64(n) {
		r.ignoreFile(collectives.line, fmt.Sprintf("%d operations (NCOL), want at most %d", collectives.value, n))
	}
	for i := int64(0); i < collectives.value && r.ignoredBecause == ""; i++ {
		r.readOperation()
	}
	if r.ignoredBecause != "" {
		r.tables = make([][]commSizeEntry, len(operations))
	}
	return r
}

// readOperation reads an operation's rules, which replace earlier rules of the same operation.
func (r *classicRules) readOperation() {
	id := r.readNumber("the number of an operation (COLID)")
	if n := len(operations); id.value >= int64(n) {
		r.ignoreFile(id.line, fmt.Sprintf("operation %d (COLID), want at most %d", id.value, n-1))
		return
	}
	if r.tables[id.value] != nil {
		r.repeatedIDs = append(r.repeatedIDs, id)
	}
	count := r.readNumber("the number of communicator sizes (NCOMSIZES)")
	table := []commSizeEntry{}
	for i := int64(0); i < count.value && r.ignoredBecause == ""; i++ {
		table = append(table, r.readCommSizeEntry())
	}
	r.tables[id.value] = table
}

func (r *classicRules) readCommSizeEntry() commSizeEntry {
	ranks := r.readNumber("a communicator size (COMSIZE)")
	count := r.readNumber("the number of message sizes (NMSGSIZES)")
	c := commSizeEntry{line: ranks.line, ranks: r.toInt(ranks)}
	for i := int64(0); i < count.value && r.ignoredBecause == ""; i++ {
		size := r.readNumber("a message size (MSGSIZE)")
		algorithm := r.readNumber("an algorithm (ALG)")
		fan := r.readNumber("a fan-out (FANINOUT)")
		segment := r.readNumber("a segment size (SEGSIZE)")
		requests := number{}
		if r.isVersion2 && r.isDigitNext() {
			requests = r.readNumber("a number of requests (MAXREQ)")
		}
		if i == 0 && size.value != 0 {
			r.ignoreFile(size.line, fmt.Sprintf("the first message size is %d, but must be 0", size.value))
		}
		c.rules = append(c.rules, tunedRule{size.line, uint64(size.value), r.toInt(algorithm), r.toInt(fan),
			segment.value, r.toInt(requests)})
	}
	return c
}

// toInt converts a number to a C int, as the library does. It records a number that does not fit.
func (r *classicRules) toInt(n number) int {
	if int64(int32(n.value)) != n.value {
		r.truncated = append(r.truncated, n)
	}
	return int(int32(n.value))
}

// selectRule implements ruleSelector.
func (r *classicRules) selectRule(op string, job tuned.Job, size uint64) tunedRule {
	id := colid(op)
	if id < 0 || operations[id].sizeKind == unsupported {
		return tunedRule{}
	}
	at := r.entryFor(id, job.Ranks)
	if at < 0 {
		return tunedRule{}
	}
	rules := r.tables[id][at].rules
	if i := r.ruleFor(rules, size); i >= 0 {
		return rules[i]
	}
	return tunedRule{}
}

// entryFor returns the index of the entry for a communicator size, or -1 if there is none. Up to 5.0 this is
// the entry before the first entry with a larger COMSIZE. The first entry also applies to fewer ranks than
// its COMSIZE. In 6.0, the COMSIZE of each entry is the start of the next entry's range.
func (r *classicRules) entryFor(id, ranks int) int {
	table := r.tables[id]
	begins := func(i int) bool { return i == 0 || table[i-1].ranks <= ranks }
	ends := func(i int) bool { return i == len(table)-1 || ranks < table[i].ranks }
	if r.Version.Since(6, 0, 0) {
		return firstIndex(len(table), func(i int) bool { return begins(i) && ends(i) })
	}
	return indexBefore(len(table), func(i int) bool { return table[i].ranks > ranks })
}

// ruleFor returns the index of the rule for a size, or -1 if there is none.
func (r *classicRules) ruleFor(rules []tunedRule, size uint64) int {
	// In 6.0, a rule applies up to the size of the next rule, minus 1. If the size of the next rule is 0, the
	// subtraction wraps around, so the rule has no upper limit.
	ends := func(i int) bool { return i == len(rules)-1 || size <= rules[i+1].Size-1 }
	if r.Version.Since(6, 0, 0) {
		return firstIndex(len(rules), func(i int) bool { return rules[i].Size <= size && ends(i) })
	}
	return indexBefore(len(rules), func(i int) bool { return rules[i].Size > size })
}

// firstIndex returns the first i from 0 to n-1 for which `is(i)` is true, or -1 if there is none.
func firstIndex(n int, is func(int) bool) int {
	for i := range n {
		if is(i) {
			return i
		}
	}
	return -1
}

// indexBefore returns the index before the first i from 0 to n-1 for which beyond(i) is true. It returns 0 if
// beyond(0) is true, n-1 if beyond(i) is true for no i, and -1 if n is 0.
func indexBefore(n int, beyond func(int) bool) int {
	at := firstIndex(n, beyond)
	switch {
	case n == 0:
		return -1
	case at < 0:
		return n - 1
	}
	return max(0, at-1)
}
