package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// openJSON is Open MPI's format from 6.0 on.
var openJSON = Kind{"a JSON rules file of the component tuned (coll_tuned_dynamic_rules_filename)", OpenMPI, lintOpenJSON}

// An openRange is what a JSON rule is for, both ends included.
type openRange struct{ min, max int64 }

func (a openRange) within(b openRange) bool { return a.min >= b.min && a.max <= b.max }

// lintOpenJSON says what a JSON rules file means to a version of Open MPI.
func lintOpenJSON(file []byte, v Version) *Report {
	report := &Report{}
	if !v.since(6, 0, 0) {
		report.wrong(1, "JSON is known from 6.0 on: before that, the library takes the numbers in it for a file of numbers")
		return report
	}
	root, line, err := parseJSON(file)
	if err != nil {
		report.wrong(line, "not JSON (%v): the library takes it for a file of numbers, and most probably drops it without a word", err)
		return report
	}
	l := &openLint{report: report, version: v, entries: map[string][]openEntry{}}
	if l.file(root); l.dropped {
		report.Meaning = nil
	}
	return report.sorted()
}

type openLint struct {
	report  *Report
	version Version
	dropped bool
	entries map[string][]openEntry // by operation
}

func (l *openLint) drop(line int, format string, args ...any) {
	l.dropped = true
	l.report.wrong(line, "the library drops the whole file without a word: "+format, args...)
}

func (l *openLint) file(root value) {
	all, found := root.member("collectives")
	if !found || all.kind != '{' {
		l.drop(root.line, `there is no object "collectives"`)
		return
	}
	seen := map[string]int{}
	for _, c := range all.members {
		id := colid(c.key)
		switch {
		case id < 0:
			l.drop(c.line, "there is no operation %q%s", c.key, meant(c.key))
			continue
		case c.kind != '[':
			l.drop(c.line, "what follows %q is no array", c.key)
			continue
		case seen[c.key] > 0:
			l.report.wrong(seen[c.key], "the rules for %s are forgotten: it comes again in line %d", c.key, c.line)
		}
		seen[c.key] = c.line
		delete(l.entries, c.key)
		if operations[id].unit == never && len(c.members) > 0 {
			l.report.wrong(c.line, "no rule for %s is used: the component tuned does not have the operation, and may crash when it reads them", c.key)
			continue
		}
		l.operation(operations[id], c)
	}
}

// meant is the name that the library's own converter spells otherwise.
func meant(name string) string {
	if plain := strings.ReplaceAll(name, "_", ""); plain == "reducescatter" || plain == "reducescatterblock" {
		return ", want " + map[string]string{"reducescatter": "reduce_scatter", "reducescatterblock": "reduce_scatter_block"}[plain]
	}
	return ""
}

// operation goes through the entries for an operation. The first that fits is obeyed.
func (l *openLint) operation(op operation, all value) {
	var before []openRange
	for _, entry := range all.members {
		l.keys(entry, "comm_size_min", "comm_size_max", "comm_rank_distribution", "rules")
		ranks := openRange{l.bound(entry, "comm_size_min", 0), l.bound(entry, "comm_size_max", mostRanks)}
		ranks.min, ranks.max = int64(int32(ranks.min)), int64(int32(ranks.max))
		where := l.distribution(entry)
		rules, found := entry.member("rules")
		if !found || rules.kind != '[' {
			l.drop(entry.line, "an entry of %s without an array \"rules\"", op.name)
			continue
		}
		ranks.min = max(2, ranks.min) // on one there is nothing to choose
		switch {
		case ranks.min > ranks.max:
			l.report.wrong(entry.line, "the entry of %s is never used: comm_size_max is %d", op.name, ranks.max)
		case slices.ContainsFunc(before, ranks.within):
			l.report.wrong(entry.line, "the entry of %s for %s is never used: one before it is for all of them", op.name,
				ranksText(span{uint64(ranks.min), uint64(ranks.max), 0}))
		default:
			title := fmt.Sprintf("%s, %s%s: %s", op.name, ranksText(span{uint64(ranks.min), uint64(ranks.max), 0}), spread[where], op.unit)
			e := openEntry{ranks: ranks, where: where}
			l.report.Meaning = append(l.report.Meaning, Section{title, l.rules(op, rules, &e)})
			l.entries[op.name] = append(l.entries[op.name], e)
		}
		if where == "any" {
			before = append(before, ranks)
		}
	}
}

// rules goes through the rules of an entry. The first that fits is obeyed; where none does, the library chooses.
func (l *openLint) rules(op operation, all value, e *openEntry) (lines []Line) {
	var before []openRange
	var names []string
	for _, rule := range all.members {
		l.keys(rule, "msg_size_min", "msg_size_max", "alg", "faninout", "seg_size", "reqs")
		sizes := openRange{l.bound(rule, "msg_size_min", 0), l.bound(rule, "msg_size_max", math.MaxInt64)}
		fan, segment, requests := l.bound(rule, "faninout", 0), l.bound(rule, "seg_size", 0), l.bound(rule, "reqs", 0)
		at, ok := l.algorithm(op, rule)
		text := bytesText(span{uint64(sizes.min), uint64(sizes.max), 0})
		switch {
		case !ok:
			continue
		case sizes.min < 0 || sizes.min > sizes.max || op.unit == zero && sizes.min > 0:
			l.report.wrong(rule.line, "the rule of %s from %d to %d bytes is never used", op.name, sizes.min, sizes.max)
			continue
		case slices.ContainsFunc(before, sizes.within):
			l.report.wrong(rule.line, "the rule of %s for %s is never used: one before it is for all of them", op.name, text)
			continue
		}
		before = append(before, sizes)
		e.rules = append(e.rules, openRule{sizes, Rule{rule.line, uint64(sizes.min), at, int(fan), segment, int(requests)}})
		name := "the library's own choice"
		if at > 0 {
			name = op.algorithms(l.version)[at]
		}
		for _, also := range []struct {
			text string
			n    int64
		}{{", fan-out %d", fan}, {", segments of %d bytes", segment}, {", %d requests at once", requests}} {
			if also.n != 0 {
				name += fmt.Sprintf(also.text, also.n)
			}
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		lines = append(lines, Line{text, name, rule.line})
	}
	if len(names) > 1 && (op.name == "gather" || op.name == "scatter") {
		l.report.wrong(all.line, "the program can hang: every rank of %s looks up the size of its own arguments, and MPI ignores those of some ranks: want one rule for all sizes", op.name)
	}
	if len(names) > 1 && op.unit == elements {
		l.report.wrong(all.line, "%s looks up the size of one element x ranks, and ignores the count", op.name)
	}
	return append(lines, Line{"other sizes", "the library's own choice", 0})
}
