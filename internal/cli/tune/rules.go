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
	"topocoll/tuned"
)

// writeRules writes the tuning files of the table, and prints how to use them or why there are none.
func (f *TuneFlags) writeRules(out io.Writer, table *tuned.Table) error {
	files, version, err := libraries.RulesOf(table)
	if err != nil {
		fmt.Fprintf(out, "no rules for the library: %v\n", err)
		return nil
	}
	for _, name := range libraries.Names() { // files of an earlier table
		written := slices.ContainsFunc(files, func(r rules.File) bool { return r.Name == name })
		if !written && os.Remove(f.file(name)) == nil {
			fmt.Fprintf(out, "%s: removed, because the new table needs no such file\n", f.file(name))
		}
	}
	if len(files) == 0 {
		fmt.Fprintf(out, "no rules for the library: its default is its best algorithm everywhere\n")
		return nil
	}
	var use []string
	for _, file := range files {
		name := f.file(file.Name)
		if err := results.Save(name,
			func(w io.Writer) error { _, err := w.Write(file.Text); return err }); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: written for %v\n", name, version)
		use = append(use, libraries.New(version, nil).Env(file, name)...)
	}
	fmt.Fprintf(out, "use: env %s mpirun ...\n", strings.Join(use, " "))
	return nil
}
