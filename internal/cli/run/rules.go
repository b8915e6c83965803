package run

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/mpich"
	"topocoll/tuned"
)

// libraryRules holds the tuning files that make the MPI library select a table's native algorithms.
type libraryRules struct {
	files       []rules.File
	format      rules.Library
	environment []string // variables of the ranks, as NAME=value; the method writeFiles sets them
	notes       string   // lines for the user
}

// findRules returns the tuning files with which the MPI library selects the native algorithms in a table. It
// omits jobs with more than -n ranks and the operations in --off. If the files cannot be used, the result has
// no files, and its notes give the reason.
func (c *Command) findRules(table *tuned.Table) (r libraryRules) {
	kept := *table
	kept.Choices = slices.DeleteFunc(slices.Clone(table.Choices), func(one tuned.Choice) bool {
		return one.Ranks > c.N || slices.Contains(c.Off, "all") || slices.Contains(c.Off, string(one.Op))
	})
	without := func(format string, args ...any) libraryRules {
		return libraryRules{notes: fmt.Sprintf("topocoll: the MPI library gets no rules: "+format+"\n",
			args...)}
	}
	files, version, err := libraries.RulesOf(&kept)
	if err != nil {
		return without("%v", err)
	}
	own := libraries.BuiltIn(version)
	selector, err := libraries.Read(files, version, own)
	if err != nil {
		return without("%v", err)
	}
	r = libraryRules{files: files, format: libraries.New(version, own)}
	for _, f := range files {
		if !mpich.IsVariables(f) && libraries.FormatOf(f.Text).Lint(f.Text, version).CountWrong() > 0 {
			return without("topocoll lint finds mistakes in %s", f.Name)
		}
		for _, setting := range r.format.Env(f, "") {
			if name, _, _ := strings.Cut(setting, "="); os.Getenv(name) != "" {
				return without("%s is already set", name)
			}
		}
	}
	if c.Verbose {
		r.notes = describeRules(kept.Choices, selector)
	}
	return r
}

// describeRules returns a line for each range of sizes in which the rules select an algorithm.
func describeRules(choices []tuned.Choice, rules rules.Selector) string {
	var lines strings.Builder
	for _, one := range choices {
		size := ""
		switch {
		case one.Op == catalog.Barrier || one.From == 0 && one.To == nil:
		case one.To == nil:
			size = fmt.Sprintf(" of %d bytes or more", one.From)
		default:
			size = " of " + one.Range() + " bytes"
		}
		if algorithm, _ := rules.Select(one.Op, one.Job, one.From); algorithm != "" {
			fmt.Fprintf(&lines, "topocoll: rule for the MPI library: %s%s on %d ranks uses %s\n", one.Op,
				size, one.Ranks, algorithm)
		}
	}
	return lines.String()
}

// writeFiles saves each file with the function `save`, which returns the file's path. It sets r.environment.
func (r *libraryRules) writeFiles(save func(f rules.File) (path string, err error)) error {
	for _, f := range r.files {
		path, err := save(f)
		if err != nil {
			return err
		}
		r.environment = append(r.environment, r.format.Env(f, path)...)
	}
	return nil
}
