// Package openmpi reads, writes and lints Open MPI's tuning files: the classic rules file, which consists of
// numbers, its JSON successor, and the rules of the component HAN.
package openmpi

import (
	"bytes"
	"strings"

	"topocoll/internal/rules"
	"topocoll/tuned"
)

// A Library reads and writes the files of Open MPI.
type Library struct{}

// The names of the files that tune writes.
const (
	classicName  = "openmpi-rules.conf"
	openJSONName = "openmpi-rules.json"
	hanName      = "openmpi-han.conf"
)

// The file formats. The component "tuned" has two formats: the classic format and, since version 6.0, its
// successor. The component HAN has one format.
var (
	classic = rules.Format{Name: "a rules file of the tuned component (coll_tuned_dynamic_rules_filename)",
		Library: rules.OpenMPI, Lint: lintClassic}
	openJSON = rules.Format{Name: "a JSON rules file of the tuned component " +
		"(coll_tuned_dynamic_rules_filename)", Library: rules.OpenMPI, Lint: lintOpenJSON}
	hanFile = rules.Format{Name: "a rules file of the HAN component (coll_han_dynamic_rules_filename)",
		Library: rules.OpenMPI, Lint: lintHAN}
)

// FileNames returns the names of all files that Library.Write can return.
func FileNames() []string { return []string{classicName, openJSONName, hanName} }

// FormatOf recognises a format of Open MPI from the content of a file. A file that is neither JSON nor a HAN
// file is a classic rules file.
func FormatOf(file []byte) (format rules.Format, found bool) {
	switch isJSON := bytes.HasPrefix(bytes.TrimSpace(file), []byte("{")); {
	case !isJSON && isHAN(file):
		return hanFile, true
	case !isJSON:
		return classic, true
	}
	// this test also recognises a file that is truncated or is not valid JSON
	return openJSON, bytes.Contains(file, []byte(`"collectives"`))
}

// Write implements rules.Library.
func (Library) Write(table *tuned.Table, v rules.Version) ([]rules.File, error) {
	if err := table.Check(); err != nil {
		return nil, err
	}
	name, write := classicName, writeClassic
	if v.Since(6, 0, 0) {
		name, write = openJSONName, writeOpenJSON
	}
	text, err := write(table, v)
	if err != nil {
		return nil, err
	}
	var files []rules.File
	if len(text) > 0 {
		files = append(files, rules.File{Name: name, Text: text})
	}
	text, err = writeHAN(table, v)
	if err == nil && len(text) > 0 {
		files = append(files, rules.File{Name: hanName, Text: text})
	}
	return files, err
}

// mcaPrefix is the prefix of Open MPI's environment variables.
const mcaPrefix = "OMPI_MCA_"

// Env implements rules.Library.
func (Library) Env(f rules.File, path string) []string {
	if f.Name == hanName {
		return []string{mcaPrefix + "coll_han_use_dynamic_file_rules=1",
			mcaPrefix + "coll_han_dynamic_rules_filename=" + path}
	}
	return []string{mcaPrefix + "coll_tuned_use_dynamic_rules=1",
		mcaPrefix + "coll_tuned_dynamic_rules_filename=" + path}
}

// Variable splits an environment setting NAME=value into the library's name for the variable and the value.
func Variable(setting string) (name, value string) {
	name, value, _ = strings.Cut(setting, "=")
	return strings.TrimPrefix(name, mcaPrefix), value
}
