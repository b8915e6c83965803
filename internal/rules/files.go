package rules

import (
	"strings"

	"topocoll/tuned"
)

// The files, as tune calls them.
const (
	classicName   = "openmpi-rules.conf"
	openJSONName  = "openmpi-rules.json"
	hanName       = "openmpi-han.conf"
	selectionName = "mpich-selection.json"
	variablesName = "mpich.env"
)

// Names are those of all files that tune writes.
func Names() []string {
	return []string{classicName, openJSONName, hanName, selectionName, variablesName}
}

// A File is a tuning file that a library reads.
type File struct {
	Name string // as tune calls it
	Text []byte
}

// Env is the environment with which the library reads the file at a path: NAME=value.
func (f File) Env(path string) []string {
	switch f.Name {
	case variablesName:
		return strings.Fields(string(f.Text))
	case selectionName:
		return []string{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=" + path}
	case hanName:
		return []string{mca + "coll_han_use_dynamic_file_rules=1", mca + "coll_han_dynamic_rules_filename=" + path}
	}
	return []string{mca + "coll_tuned_use_dynamic_rules=1", mca + "coll_tuned_dynamic_rules_filename=" + path}
}

// mca is what the names of Open MPI's variables begin with in the environment.
const mca = "OMPI_MCA_"

// Variable is the library's own name of a setting NAME=value, and the value.
func Variable(setting string) (name, value string) {
	name, value, _ = strings.Cut(setting, "=")
	return strings.TrimPrefix(name, mca), value
}

// Files are the tuning files that a version of a library reads, for the choices of a table. Each has been read back, and every choice found
// in it. Of MPICH, own is the selection that this library has built in (BuiltIn); nil: not known, and only variables can be written.
func Files(table *tuned.Table, v Version, own []byte) (files []File, err error) {
	if err := table.Check(); err != nil {
		return nil, err
	}
	add := func(name string, text []byte, bad error) {
		if err == nil && bad == nil && len(text) > 0 {
			files = append(files, File{name, text})
		}
		if err == nil {
			err = bad
		}
	}
	switch {
	case v.Library == MPICH && own == nil:
		text, bad := variables(table, v)
		add(variablesName, text, bad)
	case v.Library == MPICH:
		text, bad := selection(table, v, own)
		add(selectionName, text, bad)
	default:
		name, write := classicName, classicRules
		if v.since(6, 0, 0) {
			name, write = openJSONName, openJSONRules
		}
		text, bad := write(table, v)
		add(name, text, bad)
		text, bad = hanRules(table, v)
		add(hanName, text, bad)
	}
	return files, err
}
