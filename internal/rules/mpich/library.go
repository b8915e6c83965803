// Package mpich reads, writes and lints MPICH's tuning files: the selection of algorithms in JSON, and the
// environment variables.
package mpich

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A Library reads and writes the tuning files of MPICH. BuiltIn is the library's built-in selection of
// algorithms, as returned by the function BuiltIn. If the field is nil, Write cannot write a selection; it
// writes environment variables instead.
type Library struct{ BuiltIn []byte }

// The names of the files that tune writes.
const (
	selectionName = "mpich-selection.json"
	variablesName = "mpich.env"
)

// mpichFile is the format of MPICH's selection of algorithms: a tree of questions with algorithms as leaves.
var mpichFile = rules.Format{Name: "a selection of algorithms (MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE)",
	Library: rules.MPICH, Lint: lintMPICH}

// FileNames returns the names of all files that Library.Write can return.
func FileNames() []string { return []string{selectionName, variablesName} }

// FormatOf recognises MPICH's format from the content of a file.
func FormatOf(file []byte) (format rules.Format, found bool) {
	return mpichFile, bytes.Contains(file, []byte("collective=")) // the file may begin with a comment
}

// Write implements rules.Library.
func (l Library) Write(table *tuned.Table, v rules.Version) ([]rules.File, error) {
	if err := table.Check(); err != nil {
		return nil, err
	}
	name := selectionName
	var text []byte
	var err error
	if l.BuiltIn == nil {
		name = variablesName
		text, err = writeVariables(table, v)
	} else {
		text, err = writeSelection(table, v, l.BuiltIn)
	}
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return []rules.File{{Name: name, Text: text}}, nil
}

// Env implements rules.Library.
func (Library) Env(f rules.File, path string) []string {
	if f.Name == variablesName {
		return strings.Fields(string(f.Text))
	}
	return []string{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=" + path}
}

// Control implements rules.Library. For a selection it returns the built-in selection.
func (l Library) Control(f rules.File, _ rules.Version) ([]byte, error) {
	if IsVariables(f) {
		return nil, nil
	}
	return l.BuiltIn, nil
}

// IsVariables reports whether a file consists of environment variables.
func IsVariables(f rules.File) bool {
	return f.Name == variablesName || strings.HasPrefix(string(f.Text), "MPIR_CVAR_")
}

// A selector selects algorithms as MPICH does after it has read the files.
type selector struct {
	version   rules.Version
	selection *selectionTree
	builtIn   selectionTree // the built-in selection of the library, if it is known
	variables []byte
}

// Read implements rules.Library.
func (l Library) Read(files []rules.File, v rules.Version) (rules.Selector, error) {
	s := &selector{version: v}
	if l.BuiltIn != nil {
		builtIn, err := readSelection(l.BuiltIn)
		if err != nil {
			return nil, fmt.Errorf("built in: %w", err)
		}
		s.builtIn = builtIn
	}
	for _, f := range files {
		if IsVariables(f) {
			s.variables = f.Text
			continue
		}
		read, err := readSelection(f.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		s.selection = &read
	}
	return s, nil
}

// Select implements rules.Selector.
func (s *selector) Select(op catalog.Collective, job tuned.Job, block int) (algorithm string, line int) {
	name := rules.OperationName(op)
	switch {
	case name == "" || job.Ranks < 2:
		return "", 0
	case s.selection != nil:
		return s.selectedAlgorithm(name, job, block), 0
	}
	return lookUpVariable(s.variables, name)
}

// Default implements rules.Selector.
func (s *selector) Default(op catalog.Collective, job tuned.Job, block int) string {
	name := rules.OperationName(op)
	if name == "" {
		return ""
	}
	own := selector{version: s.version, selection: &s.builtIn}
	return own.selectedAlgorithm(name, job, block)
}

// selectedAlgorithm returns the short name of the algorithm that a selection file selects for a call. It
// returns "" if the library's own selection has the same algorithm. If the library splits the call into calls
// between hosts and within hosts, the result also contains the algorithms of these calls.
func (s *selector) selectedAlgorithm(op string, job tuned.Job, block int) string {
	call := mpiCall{Op: op, Ranks: job.Ranks, Hosts: job.Hosts, Hierarchy: "flat", OneHost: job.Hosts == 1}
	if job.Hosts == 1 && !s.version.Since(5, 0, 0) {
		call.Hierarchy = hierarchyOnOneHost(op)
	}
	calls := []mpiCall{call}
	if job.Hosts > 1 && job.Slots > 1 {
		calls[0].Hierarchy = "parent"
		if slices.Contains(splitOperations, op) {
			between, within := call, call
			between.Ranks, between.Hierarchy = job.Hosts, "node_roots"
			within.Ranks, within.Hosts, within.Hierarchy, within.OneHost = job.Slots, 1, "node", true
			if s.version.Since(5, 0, 0) {
				// MPICH 5 does not know the hosts of the communicators that it creates internally.
				between.Hosts, within.Hosts = 0, 0
			}
			calls = append(calls, between, within)
		}
	}
	var names []string
	for _, c := range calls {
		c.Average, c.Total, c.Count = int64(block), int64(block)*int64(c.Ranks),
			int64(block/rules.ElementSize(block))
		does := s.selection.selectAlgorithm(c)
		if slices.Equal(strings.Fields(does), strings.Fields(s.builtIn.selectAlgorithm(c))) {
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

// hierarchyOnOneHost returns the value of comm_hierarchy with which MPICH 4 selects the algorithm of a call
// if all ranks are on one host. For most operations the value is "parent", which means the communicator of
// the program's call. MPICH first delegates the calls of some operations to the communicator within the host,
// even if it contains all ranks. For these operations the value is "node".
func hierarchyOnOneHost(op string) string {
	switch op {
	case "bcast", "reduce", "barrier":
		return "node"
	}
	return "parent"
}

// lookUpVariable returns the value of an operation's variable, and its line number. If the variable is set
// several times, the last value counts. For the value "auto", lookUpVariable returns "".
func lookUpVariable(text []byte, op string) (algorithm string, line int) {
	number := 0
	for setting := range strings.Lines(string(text)) {
		number++
		name, value, _ := strings.Cut(strings.TrimSpace(setting), "=")
		if name == "MPIR_CVAR_"+strings.ToUpper(op)+"_INTRA_ALGORITHM" {
			algorithm, line = value, number
		}
	}
	if algorithm == "auto" {
		algorithm = ""
	}
	return algorithm, line
}
