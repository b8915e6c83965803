package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// numbered is the place of a name in a list, or the number that stands instead.
func numbered(word string, names []string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return slices.Index(names, word)
}

// lintHAN says what a file means to HAN.
func lintHAN(file []byte, v Version) *Report {
	r := &hanReader{numbers: numbers{file: file}, version: v, report: &Report{}}
	report := r.report
	for range r.number("the number of operations", 1).value {
		if r.operation(); r.failed {
			report.Meaning = nil
			return report.sorted()
		}
	}
	if n, more := r.next(); more {
		report.wrong(n.line, "from here on, nothing is read: the counts before are smaller")
	}
	if !v.since(5, 0, 0) {
		report.note(0, "HAN is in use only with --mca coll_han_priority 35 or so: its priority is 0 in 4.1, and that of tuned 30")
	}
	return report.sorted()
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
	_, has := hanAlgorithms[op]
	if !has && !(r.version.since(6, 0, 0) && operations[id].han == 6) {
		r.report.wrong(line, "no rule for %s is used: HAN does not have the operation", op)
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
	if r.version.since(5, 0, 0) {
		var word string
		if word, line = r.word("a level"); !r.failed {
			level = numbered(word, hanLevels)
		}
	} else {
		r.space(" \t\n\v\f\r")
		if begin := r.at; begin < len(r.file) && r.file[begin] >= 'a' && r.file[begin] <= 'z' {
			r.report.wrong(r.line(begin), "levels have names from 5.0 on: here, a name is skipped, and the number after it taken for the level")
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
	if !r.failed {
		r.describe(op, level, entries)
	}
}

// rule reads a size and a component, and from 5.0 on an algorithm of HAN's.
func (r *hanReader) rule(op string, level int, first bool) Rule {
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
		return Rule{}
	}
	rule := Rule{Line: line, Size: uint64(size.value), Algorithm: at, Fan: -1}
	if word == "han" && level != len(hanLevels)-1 {
		r.report.wrong(line, "han is for the level %s only: elsewhere the call goes to another component, with a message", hanLevels[2])
	}
	if word == "han" && r.version.since(5, 0, 0) && r.eats('@') {
		name, line := r.word("an algorithm")
		if rule.Fan = numbered(name, hanAlgorithms[op]); rule.Fan < 0 || rule.Fan >= max(1, len(hanAlgorithms[op])) {
			r.fail(line, "HAN has no algorithm %q of %s, want one of %s", name, op, strings.Join(hanAlgorithms[op], ", "))
		}
	}
	if r.eats('[') {
		if level != 0 {
			r.report.note(line, "segments in brackets are ignored at the level %s", hanLevels[level])
		}
		for !r.failed && !r.eats(']') {
			r.number("a segment, or ]", 0)
		}
	}
	return rule
}

// describe says what the rules of a level mean: they are searched from the end, for the first that is not larger.
func (r *hanReader) describe(op string, level int, entries []comSize) {
	used := map[int]bool{}
	var starts []uint64
	for _, c := range entries {
		starts = append(starts, uint64(c.ranks))
	}
	entry := func(ranks uint64) int {
		return lastOf(len(entries), func(i int) bool { return uint64(entries[i].ranks) <= ranks })
	}
	for _, ranks := range spans(1, mostRanks, starts, entry) {
		if ranks.at < 0 {
			continue
		}
		used[ranks.at] = true
		section := Section{Title: fmt.Sprintf("%s, %s, %s: bytes of the message, or of one rank's block", op, hanLevels[level], ranksText(ranks))}
		rules := entries[ranks.at].rules
		reached := map[int]bool{}
		var sizes []uint64
		for _, rule := range rules {
			sizes = append(sizes, rule.Size)
		}
		rule := func(size uint64) int { return lastOf(len(rules), func(i int) bool { return rules[i].Size <= size }) }
		for _, s := range spans(0, mostBytes, sizes, rule) {
			line := Line{bytesText(s), "HAN's variables", entries[ranks.at].line}
			if s.at >= 0 {
				reached[s.at] = true
				line.Does, line.Number = hanComponents(r.version)[rules[s.at].Algorithm], rules[s.at].Line
				if fan := rules[s.at].Fan; fan > 0 {
					line.Does += " @" + hanAlgorithms[op][fan]
				}
			}
			section.Lines = append(section.Lines, line)
		}
		for i, rule := range rules {
			if !reached[i] {
				r.report.wrong(rule.Line, "the rule of %s from %d bytes on is never used: message sizes must ascend", op, rule.Size)
			}
		}
		r.report.Meaning = append(r.report.Meaning, section)
	}
	for i, c := range entries {
		if !used[i] {
			r.report.wrong(c.line, "the entry of %s for %d ranks is never used: communicator sizes must ascend", op, c.ranks)
		}
	}
}

// lastOf is the last of 0 to n-1 of which something is true, -1 if there is none.
func lastOf(n int, is func(int) bool) int {
	for i := n - 1; i >= 0; i-- {
		if is(i) {
			return i
		}
	}
	return -1
}
