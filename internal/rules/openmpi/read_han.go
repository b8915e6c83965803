package openmpi

import (
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/rules"
)

// A hanLevel is the rules for the calls of an operation on one of HAN's communicators.
type hanLevel struct {
	op      string
	level   int
	line    int
	entries []comSize
}

// unused says why no rule of a level is used, "" if some are.
func (l hanLevel) unused(v rules.Version) string {
	switch {
	case l.level < len(hanLevels)-1 && !v.Since(5, 0, 0):
		return "in 4.1, HAN is not in use on the communicators that it makes"
	case l.level == len(hanLevels)-1 && l.op == "allgatherv":
		return "HAN has the operation only within its communicators"
	}
	return ""
}

// entry is the place of the rules for so many ranks, -1 if there are none: they are searched from
// the end.
func (l hanLevel) entry(ranks uint64) int {
	return lastOf(len(l.entries), func(i int) bool { return uint64(l.entries[i].ranks) <= ranks })
}

func lastRule(rules []tunedRule, size uint64) int {
	return lastOf(len(rules), func(i int) bool { return rules[i].Size <= size })
}

// readHAN reads a file as HAN does in a version of Open MPI. Nothing is an error: a file that it
// drops has no rules.
func readHAN(file []byte, v rules.Version) *hanReader {
	r := &hanReader{numbers: numbers{file: file}, version: v, report: &rules.Report{}}
	for range r.number("the number of operations", 1).value {
		if r.operation(); r.failed {
			r.levels = nil
			break
		}
	}
	return r
}

// choose returns the component that gets a call on one of HAN's communicators, by the number of its
// level (2 is that of the caller), and HAN's own algorithm: "" where the variables of HAN decide.
func (r *hanReader) choose(op string, level, ranks int, size uint64) (component, algorithm string) {
	for _, l := range r.levels {
		if l.op != op || l.level != level || l.unused(r.version) != "" {
			continue
		}
		if at := l.entry(uint64(ranks)); at >= 0 {
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

func (r *hanReader) operation() {
	names := make([]string, len(operations))
	for i, op := range operations {
		names[i] = op.name
	}
	word, line := r.word("the name of an operation")
	id := numbered(word, names)
	if !r.failed && (id < 0 || id >= len(names)) {
		r.fail(line, "there is no operation %q", word)
	}
	if r.failed {
		return
	}
	op := names[id]
	forget := func(l hanLevel) bool { return l.op == op }
	if slices.ContainsFunc(r.levels, forget) {
		r.report.AddWrong(line, "the rules for %s before this line are forgotten: it comes again", op)
		r.levels = slices.DeleteFunc(r.levels, forget)
	}
	_, has := hanAlgorithms[op]
	if !has && !(r.version.Since(6, 0, 0) && operations[id].han == 6) {
		r.report.AddWrong(line, "no rule for %s is used: HAN does not have the operation", op)
	}
	for range r.number("the number of levels", 0).value {
		if r.level(op); r.failed {
			return
		}
	}
}

// level reads the rules for a communicator of HAN, and says what they mean.
func (r *hanReader) level(op string) {
	level := -1
	line := 0
	if r.version.Since(5, 0, 0) {
		var word string
		if word, line = r.word("a level"); !r.failed {
			level = numbered(word, hanLevels)
		}
	} else {
		r.space(" \t\n\v\f\r")
		if begin := r.at; begin < len(r.file) && r.file[begin] >= 'a' && r.file[begin] <= 'z' {
			r.report.AddWrong(r.line(begin), "levels have names from 5.0 on: here, a name is skipped, and the number after it taken for the level")
		}
		n := r.number("a level", 0)
		level, line = int(n.value), n.line
	}
	if !r.failed && (level < 0 || level >= len(hanLevels)) {
		r.fail(line, "there is no such level, want %s, or 0 to %d", strings.Join(hanLevels, ", "), len(hanLevels)-1)
	}
	var entries []comSize
	count := r.number("the number of communicator sizes", 0).value
	for i := int64(0); i < count && !r.failed; i++ {
		ranks := r.number("a communicator size", 1)
		if i == 0 && ranks.value > 1 {
			r.fail(ranks.line, "the first communicator size is %d, want 1", ranks.value)
		}
		c := comSize{line: ranks.line, ranks: int(ranks.value)}
		sizes := r.number("the number of message sizes", 0).value
		for j := int64(0); j < sizes && !r.failed; j++ {
			c.rules = append(c.rules, r.rule(op, level, j == 0))
		}
		entries = append(entries, c)
	}
	again := func(l hanLevel) bool { return l.op == op && l.level == level }
	if slices.ContainsFunc(r.levels, again) {
		r.report.AddWrong(line, "the rules for %s at the level %s before this line are forgotten: it comes again", op, hanLevels[level])
		r.levels = slices.DeleteFunc(r.levels, again)
	}
	r.levels = append(r.levels, hanLevel{op, level, line, entries})
}

// rule reads a size and a component, and from 5.0 on an algorithm of HAN's.
func (r *hanReader) rule(op string, level int, first bool) tunedRule {
	size := r.numberIn(10, "a message size", 0)
	if first && size.value > 1 {
		r.fail(size.line, "the first message size is %d, want 0", size.value)
	}
	word, line := r.word("the name of a component")
	components := hanComponents(r.version)
	at := slices.Index(components, word)
	if at < 0 && !r.failed {
		why := ""
		if name, _, found := strings.Cut(word, "@"); found && name == "han" {
			why = "; before @ there must be a blank, and it is known from 5.0 on"
		} else if _, err := strconv.Atoi(word); err == nil {
			why = ", although the example of the library's sources has numbers"
		}
		r.fail(line, "there is no component %q, want one of %s%s", word, strings.Join(components, ", "), why)
	}
	if r.failed {
		return tunedRule{}
	}
	rule := tunedRule{Line: line, Size: uint64(size.value), Algorithm: at, Fan: -1}
	if word == "han" && level != len(hanLevels)-1 {
		r.report.AddWrong(line, "han is for the level %s only: elsewhere the call goes to another component, with a message", hanLevels[2])
	}
	if word == "han" && r.version.Since(5, 0, 0) && r.eats('@') {
		name, line := r.word("an algorithm")
		if rule.Fan = numbered(name, hanAlgorithms[op]); rule.Fan < 0 || rule.Fan >= max(1,
			len(hanAlgorithms[op])) {
			r.fail(line, "HAN has no algorithm %q of %s, want one of %s", name, op, strings.Join(hanAlgorithms[op],
				", "))
		}
	}
	if r.eats('[') {
		if level != 0 {
			r.report.AddNote(line, "segments in brackets are ignored at the level %s", hanLevels[level])
		}
		for !r.failed && !r.eats(']') {
			r.number("a segment, or ]", 0)
		}
	}
	return rule
}

// numbered is the place of a name in a list, or the number that stands instead.
func numbered(word string, names []string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return slices.Index(names, word)
}
