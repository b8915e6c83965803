package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"topocoll/tuned"
)

// Settings are the variables of the environment, NAME=value, with which a library obeys a file, and those with which it surely obeys
// none. Of the names of With, those that are not in Without have to be absent then.
type Settings struct {
	With    []string `json:"with"`
	Without []string `json:"without,omitempty"`
}

// mca is what the names of Open MPI's variables begin with in the environment.
const mca = "OMPI_MCA_"

// SettingsOf are those for a file that Classic or Variables has written for a table. Where HAN would go before the rules, it is
// turned off with them.
func SettingsOf(table *tuned.Table, v Version, name string, file []byte) (Settings, error) {
	if v.Library == MPICH {
		lines := strings.Fields(string(file))
		for _, line := range lines {
			if variable, _, found := strings.Cut(line, "="); !found || !strings.HasPrefix(variable, "MPIR_CVAR_") {
				return Settings{}, fmt.Errorf("%s: %q, want lines MPIR_CVAR_...=value", name, line)
			}
		}
		return Settings{With: lines}, nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return Settings{}, err
	}
	if read := ReadClassic(file, v); read.dropped != "" {
		return Settings{}, fmt.Errorf("%s: line %d: %s drops the whole file: %s", name, read.line, v, read.dropped)
	}
	const dynamic = mca + "coll_tuned_use_dynamic_rules="
	s := Settings{With: []string{dynamic + "1", mca + "coll_tuned_dynamic_rules_filename=" + path}, Without: []string{dynamic + "0"}}
	if v.since(5, 0, 0) && slices.ContainsFunc(table.Choices, func(c tuned.Choice) bool { return c.Hosts > 1 && c.Slots > 1 }) {
		s.With = append(s.With, mca+"coll_han_priority=0")
	}
	return s, nil
}

// Mpirun is what With is on a command line of mpirun, as far as mpirun has an option for it: Open MPI's variables.
func (s Settings) Mpirun() string {
	var words []string
	for _, setting := range s.With {
		name, value, _ := strings.Cut(setting, "=")
		if variable, found := strings.CutPrefix(name, mca); found {
			words = append(words, "--mca "+variable+" "+value)
		}
	}
	return strings.Join(words, " ")
}

// Variable is the library's name of a setting, and its value.
func Variable(setting string) (name, value string) {
	name, value, _ = strings.Cut(setting, "=")
	return strings.TrimPrefix(name, mca), value
}
