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
			section.Lines = []rules.Line{{Sizes: "any size", Does: ownChoice}}
			report.Meaning = append(report.Meaning, section)
			continue
		}
		entry := r.tables[id][ranks.index]
		for _, sizes := range r.ruleSpans(id, entry.rules) {
			line := rules.Line{Sizes: bytesText(sizes), Does: ownChoice, Number: entry.line}
			if op.sizeKind == alwaysZero {
				line.Sizes = "any size"
			}
			if op.sizeKind == totalBytes && ranks.from == ranks.to {
				line.Sizes += blocksText(sizes, ranks.from)
			}
			if sizes.index >= 0 {
				rule := entry.rules[sizes.index]
				line.Does, line.Number = op.ruleText(rule, r.Version), rule.Line
			}
			section.Lines = append(section.Lines, line)
		}
		report.Meaning = append(report.Meaning, section)
	}
}

// ownChoice describes calls for which the library makes its own choice.
const ownChoice = "the library's own choice"

// ruleText describes the algorithm and the parameters of a rule for the operation.
func (o operation) ruleText(rule tunedRule, v rules.Version) string {
	if rule.Algorithm == 0 {
		return ownChoice
	}
	name, found := o.algorithm(rule.Algorithm, v)
	if !found {
		return fmt.Sprintf("algorithm %d, which does not exist: the call fails", rule.Algorithm)
	}
	return name + rule.parametersText()
}

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
