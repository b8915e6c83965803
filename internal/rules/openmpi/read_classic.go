package openmpi

import (
	"fmt"

	"topocoll/internal/rules"
)

// A tunedRule is what a library does with calls whose size is in a range.
type tunedRule struct {
	Line      int
	Size      uint64 // what stands in the file
	Algorithm int    // 0: the library's own choice
	Fan       int
	Segment   int64
	Requests  int
}

// a comSize is the rules for one COMSIZE.
type comSize struct {
	line  int
	ranks int // as it stands in the file
	rules []tunedRule
}

// classicRules is what Open MPI has in memory after it has read a classic rules file.
type classicRules struct {
	Version rules.Version
	tables  [][]comSize // by COLID

	numbers []number // all that were read
	second  bool     // the file says that it is of the second version, and the library reads that
	dropped string   // why the library ignores the whole file; "" if it does not
	line    int      // and where
	end     int      // the byte after the last number that the library reads
	lost    []number // COLIDs at which earlier rules of the same operation are forgotten
	cut     []number // that do not fit into what the library keeps them in
}

// A reader takes the numbers that a classic file wants in their order.
type reader struct {
	numbers
	rules *classicRules
}

// want is the next number. What is read after an error is 0, and so ends the loops.
func (r *reader) want(what string) number {
	if r.rules.dropped != "" {
		return number{}
	}
	found, ok := r.next()
	switch {
	case !ok:
		r.drop(r.line(len(r.file)), "the file ends where "+what+" is wanted")
	case found.value < 0:
		r.drop(found.line, fmt.Sprintf("%d stands where %s is wanted", found.value, what))
	default:
		r.rules.numbers = append(r.rules.numbers, found)
		r.rules.end = found.end
		return found
	}
	return number{}
}

func (r *reader) drop(line int, why string) {
	if r.rules.dropped == "" {
		r.rules.dropped, r.rules.line = why, line
	}
}

// versioned reports whether a version of the library knows rule files of the second version.
func versioned(v rules.Version) bool {
	return v.Since(5, 0, 7) || v.Major == 4 && v.Since(4, 1, 8)
}

// readClassic reads a classic rules file as a version of Open MPI does. Nothing is an error: a file
// that the library drops has no rules.
func readClassic(file []byte, v rules.Version) *classicRules {
	rules := &classicRules{Version: v, tables: make([][]comSize, len(operations))}
	r := &reader{numbers: numbers{file: file}, rules: rules}
	if versioned(v) && r.literal("rule-file-version-") {
		r.space(" \t\n\v\f\r")
		if found, ok := r.scan(10); ok {
			rules.second = int32(found.value) > 1
		}
	}
	collectives := r.want("the number of operations (NCOL)")
	if n := len(operations); collectives.value > int64(n) {
		r.drop(collectives.line, fmt.Sprintf("%d operations (NCOL), there are %d", collectives.value, n))
	}
	for i := int64(0); i < collectives.value && rules.dropped == ""; i++ {
		r.operation()
	}
	if rules.dropped != "" {
		rules.tables = make([][]comSize, len(operations))
	}
	return rules
}

// operation reads the rules of an operation. Earlier ones of the same operation are forgotten.
func (r *reader) operation() {
	id := r.want("the number of an operation (COLID)")
	if n := len(operations); id.value >= int64(n) {
		r.drop(id.line, fmt.Sprintf("operation %d (COLID), the last is %d", id.value, n-1))
		return
	}
	if r.rules.tables[id.value] != nil {
		r.rules.lost = append(r.rules.lost, id)
	}
	count := r.want("the number of communicator sizes (NCOMSIZES)")
	table := []comSize{}
	for i := int64(0); i < count.value && r.rules.dropped == ""; i++ {
		table = append(table, r.comSize())
	}
	r.rules.tables[id.value] = table
}

func (r *reader) comSize() comSize {
	ranks := r.want("a communicator size (COMSIZE)")
	count := r.want("the number of message sizes (NMSGSIZES)")
	c := comSize{line: ranks.line, ranks: r.short(ranks)}
	for i := int64(0); i < count.value && r.rules.dropped == ""; i++ {
		size := r.want("a message size (MSGSIZE)")
		algorithm := r.want("an algorithm (ALG)")
		fan := r.want("a fan-out (FANINOUT)")
		segment := r.want("a segment size (SEGSIZE)")
		requests := number{}
		if r.rules.second && r.digitNext() {
			requests = r.want("a number of requests (MAXREQ)")
		}
		if i == 0 && size.value != 0 {
			r.drop(size.line, fmt.Sprintf("the first message size is %d, want 0", size.value))
		}
		c.rules = append(c.rules, tunedRule{size.line, uint64(size.value), r.short(algorithm), r.short(fan),
			segment.value, r.short(requests)})
	}
	return c
}

// short is a number as the library keeps it in an int.
func (r *reader) short(n number) int {
	if int64(int32(n.value)) != n.value {
		r.rules.cut = append(r.rules.cut, n)
	}
	return int(int32(n.value))
}

// choose returns the rule that the library applies to an operation, by Open MPI's name, on a number
// of ranks, for the size that unit.compared returns. Without a rule, or where the rule's algorithm
// is 0, it makes its own choice.
func (r *classicRules) choose(op string, ranks int, size uint64) (tunedRule, bool) {
	id := colid(op)
	if id < 0 || operations[id].unit == never {
		return tunedRule{}, false
	}
	at := r.entry(id, ranks)
	if at < 0 {
		return tunedRule{}, false
	}
	rules := r.tables[id][at].rules
	if i := r.rule(rules, size); i >= 0 {
		return rules[i], true
	}
	return tunedRule{}, false
}

// entry is the place of the rules for so many ranks, -1 if there are none. Up to 5.0, the search
// ends before the first COMSIZE that is larger, and the first entry is for fewer ranks too. 6.0
// takes a COMSIZE for where the entry after it begins.
func (r *classicRules) entry(id, ranks int) int {
	table := r.tables[id]
	begins := func(i int) bool { return i == 0 || table[i-1].ranks <= ranks }
	ends := func(i int) bool { return i == len(table)-1 || ranks < table[i].ranks }
	if r.Version.Since(6, 0, 0) {
		return firstOf(len(table), func(i int) bool { return begins(i) && ends(i) })
	}
	return before(len(table), func(i int) bool { return table[i].ranks > ranks })
}

// rule is the place of the rule for a size, -1 if there is none.
func (r *classicRules) rule(rules []tunedRule, size uint64) int {
	// before a 0 there is no end
	ends := func(i int) bool { return i == len(rules)-1 || size <= rules[i+1].Size-1 }
	if r.Version.Since(6, 0, 0) {
		return firstOf(len(rules), func(i int) bool { return rules[i].Size <= size && ends(i) })
	}
	return before(len(rules), func(i int) bool { return rules[i].Size > size })
}

// firstOf is the first of 0 to n-1 of which something is true, -1 if there is none.
func firstOf(n int, is func(int) bool) int {
	for i := range n {
		if is(i) {
			return i
		}
	}
	return -1
}

// before is the one before the first of 0 to n-1 that is beyond what is looked for, the first if
// that is beyond it already, the last if none is, and -1 of none.
func before(n int, beyond func(int) bool) int {
	at := firstOf(n, beyond)
	switch {
	case n == 0:
		return -1
	case at < 0:
		return n - 1
	}
	return max(0, at-1)
}
