package rules

import (
	"strings"

	"topocoll/tuned"
)

// A File is a tuning file that a library reads.
type File struct {
	Name string // as tune calls it
	Text []byte
	env  func(path string) []string
}

// Env is the environment with which the library reads the file at a path: NAME=value.
func (f File) Env(path string) []string { return f.env(path) }

// Files are the tuning files that a version of a library reads, for the choices of a table. Each has been read back, and every choice found
// in it. Of MPICH, own is the selection that this library has built in (BuiltIn); nil: not known, and only variables can be written.
func Files(table *tuned.Table, v Version, own []byte) (files []File, err error) {
	add := func(name string, text []byte, bad error, env func(path string) []string) {
		if err == nil && bad == nil && len(text) > 0 {
			files = append(files, File{name, text, env})
		}
		if err == nil {
			err = bad
		}
	}
	switch {
	case v.Library == MPICH && own == nil:
		text, bad := Variables(table, v)
		add("mpich.env", text, bad, func(string) []string { return strings.Fields(string(text)) })
	case v.Library == MPICH:
		text, bad := Selection(table, v, own)
		add("mpich-selection.json", text, bad, func(path string) []string {
			return []string{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=" + path}
		})
	default:
		name, write := "openmpi-rules.conf", Classic
		if v.since(6, 0, 0) {
			name, write = "openmpi-rules.json", OpenJSON
		}
		text, bad := write(table, v)
		add(name, text, bad, func(path string) []string {
			return []string{"OMPI_MCA_coll_tuned_use_dynamic_rules=1", "OMPI_MCA_coll_tuned_dynamic_rules_filename=" + path}
		})
		text, bad = HAN(table, v)
		add("openmpi-han.conf", text, bad, func(path string) []string {
			env := []string{"OMPI_MCA_coll_han_use_dynamic_file_rules=1", "OMPI_MCA_coll_han_dynamic_rules_filename=" + path}
			if !v.since(5, 0, 0) {
				env = append(env, "OMPI_MCA_coll_han_priority=35")
			}
			return env
		})
	}
	return files, err
}
