package openmpi

import (
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A selector selects algorithms as Open MPI does after it has read the files.
type selector struct {
	version rules.Version
	tuned   *classicRules
	open    *openJSONRules
	han     *hanReader
}

// Read implements rules.Library.
func (l Library) Read(files []rules.File, v rules.Version) (rules.Selector, error) {
	s := &selector{version: v}
	for _, f := range files {
		switch format, _ := l.FormatOf(f.Text); {
		case format.Name == openJSON.Name && v.Since(6, 0, 0):
			if s.open = readOpenJSON(f.Text, v); s.open.ignoredBecause != "" {
				return nil, fmt.Errorf("%s: %s ignores the whole file: %s", f.Name, v,
					strings.TrimSpace(s.open.ignoredBecause))
			}
		case format.Name == hanFile.Name:
			if s.han = readHAN(f.Text, v); s.han.failed {
				return nil, fmt.Errorf("%s: %s ignores the whole file: %s", f.Name, v,
					strings.TrimSpace(s.han.report.Text()))
			}
		default:
			if s.tuned = readClassic(f.Text, v); s.tuned.ignoredBecause != "" {
				return nil, fmt.Errorf("%s: line %d: %s ignores the whole file: %s", f.Name, s.tuned.ignoredAtLine, v,
					s.tuned.ignoredBecause)
			}
		}
	}
	return s, nil
}

// Select implements rules.Selector.
func (s *selector) Select(op catalog.Collective, job tuned.Job, block int) (algorithm string, line int) {
	id := colid(rules.OperationName(op))
	if id < 0 || job.Ranks < 2 || s.staysInHAN(id, job, block) {
		return "", 0
	}
	size := operations[id].sizeKind.lookupSize(job.Ranks, block, rules.ElementSize(block))
	var rule tunedRule
	reader := classicRules{Version: s.version}
	switch {
	case s.open != nil:
		rule, _ = s.open.selectRule(rules.OperationName(op), job, size)
	case s.tuned != nil:
		rule, _ = s.tuned.selectRule(rules.OperationName(op), job.Ranks, size)
	}
	if rule.Algorithm == 0 {
		return "", rule.Line
	}
	return reader.ruleText(id, rule), rule.Line
}

// staysInHAN reports whether the component HAN executes a call itself instead of passing it on to tuned.
func (s *selector) staysInHAN(id int, job tuned.Job, block int) bool {
	op := operations[id]
	if job.Hosts == 1 || job.Slots == 1 || !s.version.Since(5, 0, 0) || !op.hasHAN(s.version) {
		return false
	}
	component := ""
	if s.han != nil {
		component, _ = s.han.selectComponent(op.name, len(hanLevels)-1, job.Ranks, uint64(block))
	}
	return component != "tuned"
}

// AlgorithmNames returns the names of the algorithms that a version of Open MPI has for one of our
// operations.
func AlgorithmNames(op catalog.Collective, v rules.Version) []string {
	id := colid(rules.OperationName(op))
	if id < 0 {
		return nil
	}
	return operations[id].algorithms(v)[1:]
}

// HANFirst reports whether calls of one of our operations go to Open MPI's component HAN if there is no rules
// file.
func HANFirst(op catalog.Collective, job tuned.Job, v rules.Version) bool {
	id := colid(rules.OperationName(op))
	return id >= 0 && v.Since(5, 0, 0) && (&selector{version: v}).staysInHAN(id, job, 0)
}
