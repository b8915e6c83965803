package rules

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// Obeyed is what a library has in memory after it has read some files.
type Obeyed struct {
	version   Version
	tuned     *Rules
	open      *OpenRules
	han       *hanReader
	selection *Tree
	own       Tree   // what the selection is instead of, if it is known
	variables []byte // of MPICH
}

// Obey reads files as a version of a library does that reads them together. A file that it drops is an error. Of MPICH, own is the
// selection that it has built in; nil: not known.
func Obey(files []File, v Version, own []byte) (*Obeyed, error) {
	o := &Obeyed{version: v}
	for _, f := range files {
		switch kind := KindOf(f.Text); {
		case f.Name == variablesName, v.Library == MPICH && strings.HasPrefix(string(f.Text), "MPIR_CVAR_"):
			o.variables = f.Text
		case kind.Library != v.Library:
			return nil, fmt.Errorf("%s: %s of %s, want a file of %s", f.Name, kind.Name, kind.Library, v)
		case kind.Name == openJSON.Name && v.since(6, 0, 0):
			if o.open = ReadOpenJSON(f.Text, v); o.open.dropped != "" {
				return nil, fmt.Errorf("%s: %s drops the whole file: %s", f.Name, v, strings.TrimSpace(o.open.dropped))
			}
		case kind.Name == hanFile.Name:
			if o.han = readHAN(f.Text, v); o.han.failed {
				return nil, fmt.Errorf("%s: %s drops the whole file: %s", f.Name, v, strings.TrimSpace(o.han.report.Text()))
			}
		case kind.Name == mpichFile.Name:
			read, err := ReadSelection(f.Text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			o.selection = &read
			if own != nil {
				o.own, _ = ReadSelection(own)
			}
		default:
			if o.tuned = ReadClassic(f.Text, v); o.tuned.dropped != "" {
				return nil, fmt.Errorf("%s: line %d: %s drops the whole file: %s", f.Name, o.tuned.line, v, o.tuned.dropped)
			}
		}
	}
	return o, nil
}

// Takes is what the files make the library take for a call of one of our operations in a job, with blocks of so many bytes as bench counts
// them, and the line that says it, if it is known. "" is that the library makes its own choice.
func (o *Obeyed) Takes(op catalog.Collective, job tuned.Job, block int) (does string, line int) {
	id := colid(openName(op))
	switch {
	case id < 0 || job.Ranks < 2:
		return "", 0
	case o.version.Library == MPICH && o.selection != nil:
		return o.selected(openName(op), job, block), 0
	case o.version.Library == MPICH:
		return variable(o.variables, openName(op))
	}
	if o.hanKeeps(id, job, block) {
		return "", 0
	}
	size := operations[id].unit.compared(job.Ranks, block, element(block))
	var rule Rule
	reader := Rules{Version: o.version}
	switch {
	case o.open != nil:
		rule, _ = o.open.Choose(openName(op), job, size)
	case o.tuned != nil:
		rule, _ = o.tuned.Choose(openName(op), job.Ranks, size)
	}
	if rule.Algorithm == 0 {
		return "", rule.Line
	}
	return reader.does(id, rule), rule.Line
}

// hanKeeps reports whether the component HAN does a call, and does not hand it on to tuned.
func (o *Obeyed) hanKeeps(id int, job tuned.Job, block int) bool {
	op := operations[id]
	if job.Hosts == 1 || job.Slots == 1 || !o.version.since(5, 0, 0) || !op.hasHAN(o.version) {
		return false
	}
	component := ""
	if o.han != nil {
		component, _ = HANRules{o.han}.Choose(op.name, len(hanLevels)-1, job.Ranks, uint64(block))
	}
	return component != "tuned"
}

// selected is the algorithm that MPICH's selection has for a call, by its short name; "" if it is the library's own. A call that the library
// makes of calls between the hosts and within them has those of both.
func (o *Obeyed) selected(op string, job tuned.Job, block int) string {
	call := Call{Op: op, Ranks: job.Ranks, Hierarchy: "flat", OneHost: job.Hosts == 1}
	calls := []Call{call}
	if job.Hosts > 1 && job.Slots > 1 {
		calls[0].Hierarchy = "parent"
		if slices.Contains(split, op) {
			between, within := call, call
			between.Ranks, between.Hierarchy = job.Hosts, "node_roots"
			within.Ranks, within.Hierarchy, within.OneHost = job.Slots, "node", true
			calls = append(calls, between, within)
		}
	}
	var names []string
	for _, c := range calls {
		c.Average, c.Total, c.Count = int64(block), int64(block)*int64(c.Ranks), int64(block/element(block))
		does := o.selection.Choose(c)
		if slices.Equal(strings.Fields(does), strings.Fields(o.own.Choose(c))) {
			continue
		}
		name, _, _ := strings.Cut(does, " ")
		if _, short, found := strings.Cut(name, "_intra_"); found {
			name = short
		}
		names = append(names, name)
	}
	return strings.Join(slices.Compact(names), ", ")
}

// element is the size of the elements that bench takes for a block.
func element(block int) int {
	if block%8 == 0 {
		return 8
	}
	return 1
}

// variable looks the variable of an operation up; the last of several counts.
func variable(text []byte, op string) (does string, line int) {
	number := 0
	for setting := range strings.Lines(string(text)) {
		number++
		if name, value, _ := strings.Cut(strings.TrimSpace(setting), "="); name == "MPIR_CVAR_"+strings.ToUpper(op)+"_INTRA_ALGORITHM" {
			does, line = value, number
		}
	}
	if does == "auto" {
		does = ""
	}
	return does, line
}

// AlgorithmNames are the names of the algorithms that Open MPI has for one of our operations in a version.
func AlgorithmNames(op catalog.Collective, v Version) []string {
	id := colid(openName(op))
	if id < 0 {
		return nil
	}
	return operations[id].algorithms(v)[1:]
}

// HANFirst reports whether Open MPI's component HAN gets a call of one of our operations without any file.
func HANFirst(op catalog.Collective, job tuned.Job, v Version) bool {
	id := colid(openName(op))
	return id >= 0 && v.since(5, 0, 0) && (&Obeyed{version: v}).hanKeeps(id, job, 0)
}
