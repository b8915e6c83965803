package openmpi

import (
	"fmt"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// obeyed is what the library has in memory after it has read some files.
type obeyed struct {
	version rules.Version
	tuned   *Rules
	open    *OpenRules
	han     *hanReader
}

// Obey implements rules.Library.
func (l Library) Obey(files []rules.File, v rules.Version) (rules.Obeyed, error) {
	o := &obeyed{version: v}
	for _, f := range files {
		switch kind, _ := l.KindOf(f.Text); {
		case kind.Name == openJSON.Name && v.Since(6, 0, 0):
			if o.open = ReadOpenJSON(f.Text, v); o.open.dropped != "" {
				return nil, fmt.Errorf("%s: %s drops the whole file: %s", f.Name, v, strings.TrimSpace(o.open.dropped))
			}
		case kind.Name == hanFile.Name:
			if o.han = readHAN(f.Text, v); o.han.failed {
				return nil, fmt.Errorf("%s: %s drops the whole file: %s", f.Name, v, strings.TrimSpace(o.han.report.Text()))
			}
		default:
			if o.tuned = ReadClassic(f.Text, v); o.tuned.dropped != "" {
				return nil, fmt.Errorf("%s: line %d: %s drops the whole file: %s", f.Name, o.tuned.line, v, o.tuned.dropped)
			}
		}
	}
	return o, nil
}

// Takes implements rules.Obeyed.
func (o *obeyed) Takes(op catalog.Collective, job tuned.Job, block int) (does string, line int) {
	id := colid(rules.OperationName(op))
	if id < 0 || job.Ranks < 2 || o.hanKeeps(id, job, block) {
		return "", 0
	}
	size := operations[id].unit.compared(job.Ranks, block, rules.ElementSize(block))
	var rule Rule
	reader := Rules{Version: o.version}
	switch {
	case o.open != nil:
		rule, _ = o.open.Choose(rules.OperationName(op), job, size)
	case o.tuned != nil:
		rule, _ = o.tuned.Choose(rules.OperationName(op), job.Ranks, size)
	}
	if rule.Algorithm == 0 {
		return "", rule.Line
	}
	return reader.does(id, rule), rule.Line
}

// hanKeeps reports whether the component HAN does a call, and does not hand it on to tuned.
func (o *obeyed) hanKeeps(id int, job tuned.Job, block int) bool {
	op := operations[id]
	if job.Hosts == 1 || job.Slots == 1 || !o.version.Since(5, 0, 0) || !op.hasHAN(o.version) {
		return false
	}
	component := ""
	if o.han != nil {
		component, _ = HANRules{o.han}.Choose(op.name, len(hanLevels)-1, job.Ranks, uint64(block))
	}
	return component != "tuned"
}

// AlgorithmNames are the names of the algorithms that Open MPI has for one of our operations in a version.
func AlgorithmNames(op catalog.Collective, v rules.Version) []string {
	id := colid(rules.OperationName(op))
	if id < 0 {
		return nil
	}
	return operations[id].algorithms(v)[1:]
}

// HANFirst reports whether Open MPI's component HAN gets a call of one of our operations without any file.
func HANFirst(op catalog.Collective, job tuned.Job, v rules.Version) bool {
	id := colid(rules.OperationName(op))
	return id >= 0 && v.Since(5, 0, 0) && (&obeyed{version: v}).hanKeeps(id, job, 0)
}
