package openmpi

import (
	"fmt"

	"topocoll/internal/rules"
)

// describe says which calls of an operation do what.
func (r *classicRules) describe(report *rules.Report, id int) {
	op := operations[id]
	if op.unit == never || len(r.tables[id]) == 0 {
		return
	}
	for _, ranks := range r.ofRanks(id) {
		section := rules.Section{Title: fmt.Sprintf("%s, %s: %s", op.name, ranksText(ranks), op.unit)}
		if ranks.at < 0 {
			section.Lines = []rules.Line{{Sizes: "any size", Does: "the library's own choice"}}
			report.Meaning = append(report.Meaning, section)
			continue
		}
		entry := r.tables[id][ranks.at]
		for _, sizes := range r.ofSizes(id, entry.rules) {
			line := rules.Line{Sizes: bytesText(sizes), Does: "the library's own choice", Number: entry.line}
			if op.unit == zero {
				line.Sizes = "any size"
			}
			if op.unit == all && ranks.from == ranks.to {
				line.Sizes += blocksText(sizes, ranks.from)
			}
			if sizes.at >= 0 {
				line.Does, line.Number = r.does(id, entry.rules[sizes.at]), entry.rules[sizes.at].Line
			}
			section.Lines = append(section.Lines, line)
		}
		report.Meaning = append(report.Meaning, section)
	}
}

// does says what a rule does.
func (r *classicRules) does(id int, rule tunedRule) string {
	names := operations[id].algorithms(r.Version)
	switch {
	case rule.Algorithm == 0:
		return "the library's own choice"
	case rule.Algorithm < 0 || rule.Algorithm >= len(names):
		return fmt.Sprintf("algorithm %d, which there is not: the call fails", rule.Algorithm)
	}
	text := names[rule.Algorithm]
	if rule.Fan != 0 {
		text += fmt.Sprintf(", fan-out %d", rule.Fan)
	}
	if rule.Segment != 0 {
		text += fmt.Sprintf(", segments of %d bytes", rule.Segment)
	}
	if rule.Requests != 0 {
		text += fmt.Sprintf(", %d requests at once", rule.Requests)
	}
	return text
}
