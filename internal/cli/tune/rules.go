package tune

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/mpich"
	"topocoll/tuned"
)

// RulesOf returns the tuning files for the library of a table, and its version.
func RulesOf(table *tuned.Table) ([]rules.File, rules.Version, error) {
	version, err := rules.ParseVersion(table.Library)
	if err != nil {
		return nil, version, err
	}
	var own []byte
	if version.Library == rules.MPICH {
		own, _ = mpich.BuiltIn() // otherwise variables
	}
	files, err := libraries.Of(version, own).Write(table, version)
	return files, version, err
}

// WriteRules writes the tuning files of the table, and prints how to use them or why there are none.
func (t *Command) WriteRules(out io.Writer, table *tuned.Table) error {
	files, version, err := RulesOf(table)
	if err != nil {
		fmt.Fprintf(out, "no rules for the library: %v\n", err)
		return nil
	}
	for _, name := range libraries.Names() { // files of an earlier table
		written := slices.ContainsFunc(files, func(f rules.File) bool { return f.Name == name })
		if !written && os.Remove(t.file(name)) == nil {
			fmt.Fprintf(out, "%s: removed, since it would say nothing any more\n", t.file(name))
		}
	}
	if len(files) == 0 {
		fmt.Fprintf(out, "no rules for the library: its own choice is its best everywhere\n")
		return nil
	}
	var use []string
	for _, f := range files {
		name := t.file(f.Name)
		if err := results.Save(name, func(w io.Writer) error { _, err := w.Write(f.Text); return err }); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: written for %v\n", name, version)
		use = append(use, libraries.Of(version, nil).Env(f, name)...)
	}
	fmt.Fprintf(out, "use: env %s mpirun ...\n", strings.Join(use, " "))
	return nil
}
