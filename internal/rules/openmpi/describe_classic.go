package openmpi

import (
	"fmt"

	"topocoll/internal/rules"
)

// describe adds sections to the report that show which rule applies to which of an operation's calls.
func (r *classicRules) describe(report *rules.Report, id int) {
	op := operations[id]
	if op.sizeKind == unsupported || len(r.tables[id]) == 0 {
		return
	}
	for _, ranks := range r.entrySpans(id) {
		section := rules.Section{Title: fmt.Sprintf("%s, %s: %s", op.name, ranksText(ranks), op.sizeKind)}
		if ranks.index < 0 {
			section.Lines = []rules.Line{{Sizes: "any size", Does: "the library's own choice"}}
			report.Meaning = append(report.Meaning, section)
			continue
		}
		entry := r.tables[id][ranks.index]
		for _, sizes := range r.ruleSpans(id, entry.rules) {
			line := rules.Line{Sizes: bytesText(sizes), Does: "the library's own choice", Number: entry.line}
			if op.sizeKind == alwaysZero {
				line.Sizes = "any size"
			}
			if op.sizeKind == totalBytes && ranks.from == ranks.to {
				line.Sizes += blocksText(sizes, ranks.from)
			}
			if sizes.index >= 0 {
				line.Does, line.Number = r.ruleText(id, entry.rules[sizes.index]), entry.rules[sizes.index].Line
			}
			section.Lines = append(section.Lines, line)
		}
		report.Meaning = append(report.Meaning, section)
	}
}

func (r *classicRules) ruleText(id int, rule tunedRule) string {
	names := operations[id].algorithms(r.Version)
	switch {
	case rule.Algorithm == 0:
		return "the library's own choice"
	case rule.Algorithm < 0 || rule.Algorithm >= len(names):
		return fmt.Sprintf("algorithm %d, which does not exist: the call fails", rule.Algorithm)
	}
	text := names[rule.Algorithm]
	if rule.Fan != 0 {
		text += fmt.Sprintf(", fan-out %d", rule.Fan)
	}
	if rule.Segment != 0 {
		text += fmt.Sprintf(", segments of %d bytes", rule.Segment)
	}
	if rule.Requests != 0 {
		text += fmt.Sprintf(", at most %d requests", rule.Requests)
	}
	return text
}
