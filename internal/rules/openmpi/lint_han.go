package openmpi

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
)

// lintHAN reports the effect of a HAN file in a version of Open MPI, and the mistakes in the file.
func lintHAN(file []byte, v rules.Version) *rules.Report {
	r := readHAN(file, v)
	report := r.report
	if r.failed {
		return report.SortFindings()
	}
	for _, l := range r.levels {
		if why := l.whyUnused(v); why != "" {
			report.AddWrong(l.line, "the rules for %s at the level %s have no effect: %s", l.op,
				hanLevels[l.level],
				why)
			continue
		}
		r.describe(l)
		if l.level < len(hanLevels)-1 &&
			slices.Contains([]string{"allreduce", "bcast", "reduce", "scatter"}, l.op) {
			report.AddNote(l.line,
				"HAN's default algorithm for %s ignores rules for the level %s; these rules affect only the "+
					"algorithm @simple, and other operations that call %s inside HAN",
				l.op, hanLevels[l.level], l.op)
		}
	}
	if n, more := r.next(); more {
		report.AddWrong(n.line,
			"the library does not read the rest of the file: the counts before it are too small")
	}
	if !v.Since(5, 0, 0) {
		report.AddNote(0,
			"HAN is not in use by default in 4.1, because its priority is 0 and the priority of tuned is 30; "+
				"to use HAN, add for example --mca coll_han_priority 35")
	}
	return report.SortFindings()
}

// lintComponent reports a component to which HAN passes no calls although a rule names it.
func (r *hanReader) lintComponent(l hanLevel, line int, name string) {
	const instead = "Open MPI prints a warning and uses the next component after HAN"
	crashes := !r.version.Since(5, 0, 0) && l.op == "allreduce" && l.level == len(hanLevels)-1
	switch {
	case name == "libnbc":
		r.report.AddWrong(line, "libnbc has no blocking operations: %s", instead)
	case name == "self":
		r.report.AddWrong(line, "self is for communicators of one rank: %s", instead)
	case name == "sm" || name == "adapt" || name == "xhc":
		r.report.AddNote(line, "%s is not in use by default: unless coll_%s_priority is raised, %s", name,
			name,
			instead)
	}
	if crashes && (name == "tuned" || name == "basic") {
		r.report.AddWrong(line,
			"the program crashes in MPI_Allreduce: Open MPI 4.1 does not call component %s, but runs "+
				"HAN's own algorithm on the data of that component", name)
	}
}

// describe adds sections to the report that show the calls to which each rule of a level applies. HAN
// searches the rules from the last to the first, and applies the first rule whose size is at most the call's
// size.
func (r *hanReader) describe(l hanLevel) {
	op, level, entries := l.op, l.level, l.entries
	used := map[int]bool{}
	for _, ranks := range entrySpans(entries, 1, l.entryFor) {
		if ranks.index < 0 {
			continue
		}
		used[ranks.index] = true
		section := rules.Section{Title: fmt.Sprintf(
			"%s, %s, %s: bytes of the message, or of one rank's block",
			op, hanLevels[level], ranksText(ranks))}
		own := entries[ranks.index].rules
		reached := map[int]bool{}
		ruleFor := func(size uint64) int { return lastRule(own, size) }
		for _, s := range ruleSpans(own, unlimitedBytes, ruleFor) {
			line := rules.Line{Sizes: bytesText(s), Does: "HAN's variables", Number: entries[ranks.index].line}
			if s.index >= 0 {
				reached[s.index] = true
				line.Does, line.Number = hanComponents(r.version)[own[s.index].Algorithm], own[s.index].Line
				r.lintComponent(l, line.Number, line.Does)
				if fan := own[s.index].Fan; fan > 0 {
					line.Does += " @" + hanAlgorithms[op][fan]
				}
			}
			section.Lines = append(section.Lines, line)
		}
		for i, rule := range own {
			if !reached[i] {
				r.report.AddWrong(rule.Line,
					"the rule for %s at %d bytes and above is never used: message sizes must ascend", op, rule.Size)
			}
		}
		r.report.Meaning = append(r.report.Meaning, section)
	}
	for i, c := range entries {
		if !used[i] {
			r.report.AddWrong(c.line,
				"the %s entry for %d ranks is never used: communicator sizes must ascend",
				op, c.ranks)
		}
	}
}
