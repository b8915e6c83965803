package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/build"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/page"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

// writeTable writes and prints the table. The argument `err` is the error of the ranks.
func (t *Command) writeTable(out io.Writer, library string, err error) error {
	ended := job.End{}
	if ranks.EndsAtOnce(err) || err != nil && !errors.As(err, &ended) {
		return err
	}
	state, bad := tune.Read(t.path(tune.StateName), library, t.Network.String())
	if bad != nil {
		return cmp.Or(err, bad)
	}
	if len(state.Points) == 0 {
		if ended.Caught != nil && !ended.Said {
			return exit.Error{Code: exit.Failed,
				Err: fmt.Errorf("the run ended before anything was measured (%w)", ended)}
		}
		return cmp.Or(err, error(exit.Error{Code: exit.Failed,
			Err: fmt.Errorf("the run ended before anything was measured (--limit %v)", t.Limit)}))
	}
	table := state.Table(build.Tool(), time.Now().UTC().Truncate(time.Second))
	if bad := results.Save(t.path(tune.TableName), table.Write); bad != nil {
		return cmp.Or(err, bad)
	}
	writeTuned(out, table)
	if err != nil {
		wrap.WriteComment(out, "partial: some sizes, or sizes that tune adds between them, were not measured")
	}
	fmt.Fprintf(out, "\n%s: written\n", t.path(tune.TableName))
	if bad := cmp.Or(t.writeRules(out, table), t.writePage(out, table)); bad != nil {
		return cmp.Or(err, bad)
	}
	switch {
	case err == nil:
		return nil
	case ended.Caught != nil && !ended.Said:
		return exit.Error{Code: exit.Partial,
			Err: fmt.Errorf(
				"partial: the run was cut short (%w); the results so far are in %s; run the same command again to "+
					"continue",
				ended, t.path(tune.TableName))}
	}
	return err
}

// writeTuned prints the conclusion and a line for every choice.
func writeTuned(out io.Writer, table *tuned.Table) {
	wrap.WriteComment(out, "%s", table.Conclusion())
	fmt.Fprintf(out, "# %s\n", table.Library)
	if table.Network != "" {
		fmt.Fprintf(out, "# network %s\n", results.NetworkTitle(table.Network))
	}
	fmt.Fprintln(out,
		"# time divided by the time of the library's default, with its 95 % interval; below 1 is faster")
	wrap.WriteComment(out,
		"bytes: the choice applies to all these sizes; measured: the sizes that were timed")
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "operation\tp\tbytes\tmeasured\tfastest\ttime\tinterval\tsure\tbest native\ttime")
	for _, c := range table.Choices {
		if len(c.Sizes) == 0 {
			fmt.Fprintf(w, "%s\t%d\t%s\tno size\t%s\n", c.Op, c.Ranks, c.Range(), c.Algo)
			continue
		}
		sure := "no"
		if c.Sure {
			sure = "yes"
		}
		name := c.Algo
		if c.Segment > 0 {
			name += ", segment " + results.FormatSize(c.Segment)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%.2f\t%.2f to %.2f\t%s\t%s\t%.2f\n", c.Op, c.Ranks, c.Range(),
			cmp.Or(c.Measured(), "-"), name, c.Gain, c.Low, c.High, sure, c.Native, c.NativeGain)
	}
	w.Flush()
}

// writeRules writes the tuning files of the table, and prints how to use them or why there are none.
func (f *tuneFlags) writeRules(out io.Writer, table *tuned.Table) error {
	files, version, err := libraries.RulesOf(table)
	for _, name := range libraries.Names() { // remove the files of an earlier table
		written := slices.ContainsFunc(files, func(r rules.File) bool { return r.Name == name })
		if !written && os.Remove(f.path(name)) == nil {
			fmt.Fprintf(out, "%s: removed, because the new table needs no such file\n", f.path(name))
		}
	}
	if err != nil {
		fmt.Fprintf(out, "no rules for the library: %v\n", err)
		return nil
	}
	if len(files) == 0 {
		fmt.Fprintf(out, "no rules for the library: %s\n", reasonForNoRules(table))
		return nil
	}
	var use []string
	for _, file := range files {
		name := f.path(file.Name)
		if err := results.Save(name,
			func(w io.Writer) error { _, err := w.Write(file.Text); return err }); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: written for %v\n", name, version)
		use = append(use, f.shellSettings(version, file)...)
	}
	fmt.Fprintf(out, "use: env %s mpirun ...\n", strings.Join(use, " "))
	return nil
}

// reasonForNoRules says why a table has no tuning files. For some operations, such as scan with Open MPI, a
// file selects one algorithm for all sizes, so it cannot select an algorithm that is best at some sizes only.
func reasonForNoRules(table *tuned.Table) string {
	var faster []string
	for _, c := range table.Choices {
		hasFaster := c.Native != tuned.Native && c.NativeGain > 0 && c.NativeGain < 1
		if hasFaster && !slices.Contains(faster, string(c.Op)) {
			faster = append(faster, string(c.Op))
		}
	}
	if len(faster) == 0 {
		return "its default is its best algorithm at all measured sizes"
	}
	return "no tuning file can select its faster algorithms at only some sizes of " + strings.Join(faster, ", ")
}

// shellSettings returns the settings NAME=value that make the library read a tuning file, quoted for a shell.
// The path is absolute, so that the settings are valid in any folder. MPICH crashes if the file does not
// exist.
func (f *tuneFlags) shellSettings(version rules.Version, file rules.File) (settings []string) {
	name := f.path(file.Name)
	if absolute, err := filepath.Abs(name); err == nil {
		name = absolute
	}
	for _, setting := range libraries.New(version, nil).Env(file, name) {
		settings = append(settings, wrap.ShellWord(setting))
	}
	return settings
}

// writePage writes the page of a table, with the check of the table's tuning files if there is one.
func (f *tuneFlags) writePage(out io.Writer, table *tuned.Table) error {
	state, err := tune.Read(f.path(tune.StateName), table.Library, table.Network)
	if err != nil {
		return err
	}
	p := page.Tuning{Table: table, Points: state.Points}
	if files, version, err := libraries.RulesOf(table); err == nil {
		p.Version = version
		var texts [][]byte
		for _, file := range files {
			name := f.path(file.Name)
			if file.Text, err = os.ReadFile(name); err != nil {
				continue // the page shows only files that exist
			}
			p.Files, p.Use, texts = append(p.Files, file),
				append(p.Use, f.shellSettings(version, file)...), append(texts, file.Text)
		}
		if check, err := rulecheck.Read(f.Out); err == nil && check != nil &&
			check.SHA256 == rulecheck.Digest(texts...) {
			p.Check = check
		}
	}
	if err := results.Save(f.path(tune.PageName),
		func(w io.Writer) error { return page.WriteTuning(w, p) }); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: written\n", f.path(tune.PageName))
	return nil
}
