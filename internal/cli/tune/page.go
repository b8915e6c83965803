package tune

import (
	"fmt"
	"io"
	"os"

	"topocoll/bench/results"
	"topocoll/internal/page"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

// writePage writes the page of a table, and the check of its files if there is one.
func (f *TuneFlags) writePage(out io.Writer, table *tuned.Table) error {
	state, err := tune.Read(f.file(tune.StateName), table.Library, table.Network)
	if err != nil {
		return err
	}
	p := page.Tuning{Table: table, Points: state.Points}
	if files, version, err := libraries.RulesOf(table); err == nil {
		p.Version = version
		var texts [][]byte
		for _, file := range files {
			name := f.file(file.Name)
			if file.Text, err = os.ReadFile(name); err != nil {
				continue // only existing files
			}
			p.Files, p.Use, texts = append(p.Files, file),
				append(p.Use, libraries.New(version, nil).Env(file, name)...), append(texts, file.Text)
		}
		if check, err := rulecheck.Read(f.file(rulecheck.FileName)); err == nil && check != nil &&
			check.SHA256 == rulecheck.Digest(texts...) {
			p.Check = check
		}
	}
	if err := results.Save(f.file(tune.PageName),
		func(w io.Writer) error { return page.WriteTuning(w, p) }); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: written\n", f.file(tune.PageName))
	return nil
}
