package openmpi

import (
	"cmp"
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A ruleSelector holds the rules of a file of the component "tuned". It is a *classicRules or an
// *openJSONRules.
type ruleSelector interface {
	// selectRule returns the rule that the library applies to a call in a job. The argument `op` is Open MPI's
	// name for the operation, and `size` is the result of sizeKind.lookupSize. If no rule applies, or if the
	// algorithm of the rule is 0, the library makes its own choice.
	selectRule(op string, job tuned.Job, size uint64) tunedRule
}

// A selector selects algorithms as Open MPI does after it has read the files.
type selector struct {
	version rules.Version
	tuned   ruleSelector // nil: no file
	han     *hanReader   // nil: no file
}

// Read implements rules.Library.
func (Library) Read(files []rules.File, v rules.Version) (rules.Selector, error) {
	s := &selector{version: v}
	for _, f := range files {
		switch format, _ := FormatOf(f.Text); {
		case format.Name == openJSON.Name && v.Since(6, 0, 0):
			read := readOpenJSON(f.Text, v)
			if read.ignoredBecause != "" {
				return nil, fmt.Errorf("%s: %s ignores the whole file: %s", f.Name, v,
					strings.TrimSpace(read.ignoredBecause))
			}
			s.tuned = read
		case format.Name == hanFile.Name:
			if s.han = readHAN(f.Text, v); s.han.failed {
				return nil, fmt.Errorf("%s: %s ignores the whole file: %s", f.Name, v,
					strings.TrimSpace(s.han.report.Text()))
			}
		default:
			read := readClassic(f.Text, v)
			if read.ignoredBecause != "" {
				return nil, fmt.Errorf("%s: line %d: %s ignores the whole file: %s", f.Name, read.ignoredAtLine, v,
					read.ignoredBecause)
			}
			s.tuned = read
		}
	}
	return s, nil
}

// Select implements rules.Selector.
func (s *selector) Select(op catalog.Collective, job tuned.Job, block int) (algorithm string, line int) {
	id := colid(rules.OperationName(op))
	if id < 0 || s.tuned == nil || job.Ranks < 2 || s.component(operations[id], job, block) != "tuned" {
		return "", 0
	}
	o := operations[id]
	rule := s.tuned.selectRule(o.name, job, o.sizeKind.lookupSize(job.Ranks, block, rules.ElementSize(block)))
	if rule.Algorithm == 0 {
		return "", rule.Line
	}
	return o.ruleText(rule, s.version), rule.Line
}

// component returns the name of the component that executes a call. This is "tuned", or a component to which
// HAN passes the call.
func (s *selector) component(o operation, job tuned.Job, block int) (name string) {
	if !o.beginsInHAN(job, s.version) {
		return "tuned"
	}
	if s.han != nil {
		name, _ = s.han.selectComponent(o.name, len(hanLevels)-1, job.Ranks, uint64(block))
	}
	return cmp.Or(name, "han")
}

// AlgorithmNames returns the names of the algorithms that a version of Open MPI has for an operation.
func AlgorithmNames(op catalog.Collective, v rules.Version) []string {
	id := colid(rules.OperationName(op))
	if id < 0 {
		return nil
	}
	return operations[id].algorithms(v)[1:]
}
