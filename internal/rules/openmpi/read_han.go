package openmpi

import (
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// A hanLevel holds an operation's rules for one of HAN's communicators.
type hanLevel struct {
	op      string
	level   int
	line    int
	entries []commSizeEntry
}

// whyUnused returns the reason why a level's rules have no effect, or "" if they have an effect.
func (l hanLevel) whyUnused(v rules.Version) string {
	switch {
	case l.level < len(hanLevels)-1 && !v.Since(5, 0, 0):
		return "in 4.1, HAN is not in use on the communicators that it creates"
	case l.level == len(hanLevels)-1 && l.op == "allgatherv":
		return "HAN implements this operation only on the communicators that it creates"
	}
	return ""
}

// entryFor returns the index of the entry for a communicator size, or -1 if there is none. HAN searches the
// entries from the last to the first.
func (l hanLevel) entryFor(ranks uint64) int {
	return lastIndex(len(l.entries), func(i int) bool { return uint64(l.entries[i].ranks) <= ranks })
}

func lastRule(rules []tunedRule, size uint64) int {
	return lastIndex(len(rules), func(i int) bool { return rules[i].Size <= size })
}

// readHAN reads a file as HAN does in a version of Open MPI. It returns no error. If HAN ignores the file,
// the result has no rules.
func readHAN(file []byte, v rules.Version) *hanReader {
	r := &hanReader{numberScanner: numberScanner{file: file}, version: v, report: &rules.Report{}}
	for range r.readNumber("the number of operations", 1).value {
		if r.readOperation(); r.failed {
			r.levels = nil
			break
		}
	}
	return r
}

// selectComponent returns the component to which HAN passes a call. If a rule also names an algorithm of HAN,
// the result `algorithm` is this name. The argument `level` is the index in hanLevels of the call's
// communicator. If no rule applies, both results are "", and the library uses the variables of HAN.
func (r *hanReader) selectComponent(op string, level, ranks int, size uint64) (component, algorithm string) {
	for _, l := range r.levels {
		if l.op != op || l.level != level || l.whyUnused(r.version) != "" {
			continue
		}
		if at := l.entryFor(uint64(ranks)); at >= 0 {
			if i := lastRule(l.entries[at].rules, size); i >= 0 {
				rule := l.entries[at].rules[i]
				if rule.Fan > 0 {
					algorithm = hanAlgorithms[op][rule.Fan]
				}
				return hanComponents(r.version)[rule.Algorithm], algorithm
			}
		}
	}
	return "", ""
}

func (r *hanReader) readOperation() {
	names := make([]string, len(operations))
	for i, op := range operations {
		names[i] = op.name
	}
	word, line := r.readWord("the name of an operation")
	id := indexOrNumber(word, names)
	if !r.failed && (id < 0 || id >= len(names)) {
		r.fail(line, "there is no operation %q", word)
	}
	if r.failed {
		return
	}
	op := names[id]
	forget := func(l hanLevel) bool { return l.op == op }
	if slices.ContainsFunc(r.levels, forget) {
		r.report.AddWrong(line,
			"the rules for %s before this line have no effect: the rules that begin here replace them", op)
		r.levels = slices.DeleteFunc(r.levels, forget)
	}
	_, has := hanAlgorithms[op]
	if !has && !(r.version.Since(6, 0, 0) && operations[id].hanSince == 6) {
		r.report.AddWrong(line, "the rules for %s have no effect: HAN does not have this operation", op)
	}
	for range r.readNumber("the number of levels", 0).value {
		if r.readLevel(op); r.failed {
			return
		}
	}
}

// readLevel reads the rules for one of HAN's communicators into r.levels, and adds mistakes to the report.
func (r *hanReader) readLevel(op string) {
	level := -1
	line := 0
	if r.version.Since(5, 0, 0) {
		var word string
		if word, line = r.readWord("a level"); !r.failed {
			level = indexOrNumber(word, hanLevels)
		}
	} else {
		r.skipSpace(" \t\n\v\f\r")
		if begin := r.offset; begin < len(r.file) && r.file[begin] >= 'a' && r.file[begin] <= 'z' {
			r.report.AddWrong(r.lineAt(begin),
				"levels have names from 5.0 on: this version skips the name, and reads the number after it "+
					"as the level")
		}
		n := r.readNumber("a level", 0)
		level, line = int(n.value), n.line
	}
	if !r.failed && (level < 0 || level >= len(hanLevels)) {
		r.fail(line, "there is no such level; use %s, or 0 to %d", strings.Join(hanLevels, ", "),
			len(hanLevels)-1)
	}
	var entries []commSizeEntry
	count := r.readNumber("the number of communicator sizes", 0).value
	for i := int64(0); i < count && !r.failed; i++ {
		ranks := r.readNumber("a communicator size", 1)
		if i == 0 && ranks.value > 1 {
			r.fail(ranks.line, "the first communicator size is %d, but must be 1", ranks.value)
		}
		c := commSizeEntry{line: ranks.line, ranks: int(ranks.value)}
		sizes := r.readNumber("the number of message sizes", 0).value
		for j := int64(0); j < sizes && !r.failed; j++ {
			c.rules = append(c.rules, r.readRule(op, level, j == 0))
		}
		entries = append(entries, c)
	}
	again := func(l hanLevel) bool { return l.op == op && l.level == level }
	if slices.ContainsFunc(r.levels, again) {
		r.report.AddWrong(line,
			"the rules for %s at the level %s before this line have no effect: the rules "+
				"that begin here replace them", op,
			hanLevels[level])
		r.levels = slices.DeleteFunc(r.levels, again)
	}
	r.levels = append(r.levels, hanLevel{op, level, line, entries})
}

// readRule reads a rule, which consists of a message size and the name of a component. From Open MPI 5.0 on,
// an algorithm of HAN may follow.
func (r *hanReader) readRule(op string, level int, first bool) tunedRule {
	size := r.readNumberInBase(10, "a message size", 0)
	if first && size.value > 1 {
		r.fail(size.line, "the first message size is %d, but must be 0", size.value)
	}
	word, line := r.readWord("the name of a component")
	components := hanComponents(r.version)
	at := slices.Index(components, word)
	if at < 0 && !r.failed {
		why := ""
		if name, _, found := strings.Cut(word, "@"); found && name == "han" {
			why = "; put a blank before @ (Open MPI reads @ from 5.0 on)"
		} else if _, err := strconv.Atoi(word); err == nil {
			why = " (the example in the library's sources wrongly has numbers)"
		}
		r.fail(line, "there is no component %q; use one of %s%s", word, strings.Join(components, ", "), why)
	}
	if r.failed {
		return tunedRule{}
	}
	rule := tunedRule{Line: line, Size: uint64(size.value), Algorithm: at, Fan: -1}
	if word == "han" && level != len(hanLevels)-1 {
		r.report.AddWrong(line,
			"han works only at the level %s: elsewhere Open MPI uses a different component and prints a warning",
			hanLevels[2])
	}
	if word == "han" && r.version.Since(5, 0, 0) && r.accept('@') {
		name, line := r.readWord("an algorithm")
		names := hanAlgorithms[op]
		if rule.Fan = indexOrNumber(name, names); rule.Fan < 0 || rule.Fan >= max(1, len(names)) {
			r.fail(line, "HAN has no algorithm %q for %s; use one of %s", name, op, strings.Join(names, ", "))
		}
	}
	if r.accept('[') {
		if level != 0 {
			r.report.AddNote(line, "segments in brackets are ignored at the level %s", hanLevels[level])
		}
		for !r.failed && !r.accept(']') {
			r.readNumber("a segment, or ]", 0)
		}
	}
	return rule
}

// indexOrNumber returns the number that the word contains. If the word is not a number, it returns the index
// of the word in names, or -1.
func indexOrNumber(word string, names []string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return slices.Index(names, word)
}
