package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"topocoll/bench/results"
	"topocoll/jobs"
	"topocoll/page"
)

// writable refuses a folder that cannot be written before anything is measured.
func (b *benchCommand) writable() error {
	if err := results.Writable(b.Out); err != nil {
		return usagef("--out %q, want a folder that can be written: %w", b.Out, err)
	}
	return nil
}

// before is what is at the place of bench.json as a run begins.
func (b *benchCommand) before() os.FileInfo {
	info, _ := os.Stat(filepath.Join(b.Out, results.JSONName))
	return info
}

// kept sees to the end of a run that has left a bench.json, or has ended too early for one: the page and the summary,
// and before them, of a run that did not come to its end, the verdicts. err is how the ranks ended.
func (b *benchCommand) kept(out io.Writer, before os.FileInfo, err error) error {
	f, end := failure{}, jobs.End{}
	if errors.As(err, &f); f.code == exitUsage || f.code == exitWrong || err != nil && !errors.As(err, &end) {
		return err
	}
	for _, name := range []string{results.JSONName, results.CSVName, results.PageName} {
		results.Clear(filepath.Join(b.Out, name))
	}
	after := b.before()
	if after == nil || before != nil && os.SameFile(before, after) && before.ModTime().Equal(after.ModTime()) && before.Size() == after.Size() {
		return unkept(end, err)
	}
	r, loadErr := results.Load(filepath.Join(b.Out, results.JSONName))
	if loadErr != nil {
		return errors.Join(err, loadErr)
	}
	var left error
	if r.Status == "partial" {
		results.Judge(r.Cells, b.Oversubscribed)
		left = results.Write(b.Out, r)
	}
	if left == nil {
		left = leave(out, b.Out, b.Stdout, r)
	}
	return ending(end, err, r, left, b.Out)
}

// unkept is the end of a run that has left nothing.
func unkept(end jobs.End, err error) error {
	if err == nil || end.Said {
		return err
	}
	return failure{code: exitRuntime, error: fmt.Errorf("the run ended before anything was measured (%w)", end)}
}

// ending is what a run that has left a result comes to. left says what went wrong with its files.
func ending(end jobs.End, err error, r *results.Result, left error, dir string) error {
	switch {
	case r.Status == "complete" && (err == nil || end.Caught != nil): // a signal that came as all was done
		return left
	case r.Status == "complete":
		return failure{code: exitRuntime, error: errors.Join(fmt.Errorf("the run is complete, but its ranks did not end well (%w)", end), left)}
	case end.Said && (left == nil || full(left)): // of a full disk the ranks have spoken
		return failure{code: exitPartial, quiet: true, error: end}
	case end.Said:
		return failure{code: exitPartial, error: left}
	}
	finished := fmt.Sprintf("the %d cells finished are in %s", len(r.Cells), dir)
	if len(r.Cells) == 0 {
		finished = "no cell was finished"
	}
	return failure{code: exitPartial, error: errors.Join(fmt.Errorf("partial: the run ended before its end (%w); %s", end, finished), left)}
}

// full reports whether an error is for want of room on a disk.
func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// leave writes the page of a run whose files are there, and prints what comes at the end.
func leave(out io.Writer, dir, format string, r *results.Result) error {
	written := "bench.json and bench.csv"
	if len(r.Cells) > 0 {
		if err := results.Save(filepath.Join(dir, results.PageName), func(w io.Writer) error { return page.Write(w, r) }); err != nil {
			return err
		}
		written = "bench.json, bench.csv and report.html"
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
		fmt.Fprintf(out, "\n%s: %s written\n", dir, written)
	}
	return nil
}
