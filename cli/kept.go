package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"topocoll/bench/results"
	"topocoll/page"
)

// kept sees to what is left of a run that began then and did not come to its end: the cells finished get
// their verdicts, the page and the summary, as those of a whole run do.
func (b *benchCommand) kept(out io.Writer, began time.Time, err error) error {
	f := failure{}
	if !errors.As(err, &f) || f.code == exitUsage || f.code == exitWrong {
		return err
	}
	file := filepath.Join(b.Out, "bench.json")
	if info, statErr := os.Stat(file); statErr != nil || info.ModTime().Before(began) {
		return err
	}
	r, loadErr := results.Load(file)
	if _, noPage := os.Stat(pageIn(b.Out)); loadErr != nil || r.Status != "partial" || noPage == nil {
		return err // the ranks have seen to it themselves
	}
	results.Judge(r.Cells, b.Oversubscribed)
	err = results.Write(b.Out, r)
	if err == nil {
		err = leave(out, b.Out, b.Stdout, r)
	}
	return failure{code: exitPartial, error: errors.Join(
		fmt.Errorf("partial: the run ended before its end (%v); the %d cells finished are in %s", f.error, len(r.Cells), b.Out), err)}
}

// leave writes the page of a run whose files are there, and prints what comes at the end.
func leave(out io.Writer, dir, format string, r *results.Result) error {
	if len(r.Cells) > 0 {
		if err := results.Save(pageIn(dir), func(w io.Writer) error { return page.Write(w, r) }); err != nil {
			return err
		}
	}
	switch format {
	case "csv":
		return results.WriteCSV(out, r.Cells)
	case "osu":
		results.WriteOSU(out, r)
	case "go":
		results.WriteGoBench(out, r)
	default:
		results.WriteBusiest(out, r)
		results.WriteVerdicts(out, r)
		results.WriteSummary(out, r)
		fmt.Fprintf(out, "\n%s: bench.json, bench.csv and report.html written\n", dir)
	}
	return nil
}

func pageIn(dir string) string { return filepath.Join(dir, "report.html") }
