package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/jobs"
	"topocoll/internal/page"
)

// writable refuses a folder that cannot be written before anything is measured.
func (b *benchCommand) writable() error {
	err := writable(b.Out)
	for at := (nthLaunch{number: 1, of: b.Launches}); at.number <= at.of && err == nil; at.number++ {
		err = writable(at.dir(b.Out))
	}
	return err
}

func writable(out string) error {
	if err := results.Writable(out); err != nil {
		return usagef("--out %q, want a folder that can be written: %w", out, err)
	}
	return nil
}

// keepIn keeps the result that is in a folder, except for the entries in stay, and says where.
func keepIn(dir string, stay ...string) error {
	to, err := results.Keep(dir, stay...)
	if to != "" {
		fmt.Fprintf(os.Stderr, "kept: the result that was in %s is in %s\n", dir, to)
	}
	return err
}

// fileIn describes the bench.json of a folder; nil if there is none.
func fileIn(dir string) os.FileInfo {
	info, _ := os.Stat(filepath.Join(dir, results.JSONName))
	return info
}

// found returns the result that ranks have left in a folder whose bench.json was before; err is how the ranks ended. If they
// have left none, it returns nil and the error of the run.
func found(dir string, before os.FileInfo, err error) (*results.Result, error) {
	end := jobs.End{}
	if atOnce(err) || err != nil && !errors.As(err, &end) {
		return nil, err
	}
	for _, name := range []string{results.JSONName, results.CSVName, results.PageName} {
		results.Clear(filepath.Join(dir, name))
	}
	after := fileIn(dir)
	if after == nil || before != nil && os.SameFile(before, after) && before.ModTime().Equal(after.ModTime()) && before.Size() == after.Size() {
		return nil, unkept(end)
	}
	r, loadErr := results.Load(filepath.Join(dir, results.JSONName))
	if loadErr != nil {
		return nil, errors.Join(err, loadErr)
	}
	return r, err
}

// kept completes a run after its ranks have ended with err. It writes the page and the summary and, if the run was cut off,
// the verdicts before them. A run may have ended too early to leave a bench.json.
func (b *benchCommand) kept(out io.Writer, before os.FileInfo, err error) error {
	r, err := found(b.Out, before, err)
	if r == nil {
		return err
	}
	var left error
	if r.Status == "partial" {
		results.Judge(r.Cells, b.Oversubscribed)
		left = results.Write(b.Out, r)
	}
	if left == nil {
		left = leave(out, b.Out, b.Stdout, r)
	}
	return ending(err, r, left, b.Out)
}

// unkept returns the error of a run that has left no result. Open MPI 5's mpirun ends with 0 if it loses a daemon before it has
// started the ranks.
func unkept(end jobs.End) error {
	if end.Said {
		return failure{code: exitRuntime, quiet: true, error: end}
	}
	return failure{code: exitRuntime, error: fmt.Errorf("the run ended before anything was measured (%w)", end)}
}

// ending returns the error of a run that has left a result: err is how its ranks ended, left is the error of its files.
func ending(err error, r *results.Result, left error, dir string) error {
	end := jobs.End{}
	if !errors.As(err, &end) {
		end.Err = err
	}
	switch {
	case r.Status == "complete" && (err == nil || end.Caught != nil): // a signal that came after the work was done
		return left
	case r.Status == "complete":
		return failure{code: exitRuntime, error: errors.Join(fmt.Errorf("the run is complete, but its ranks did not exit cleanly (%w)", end), left)}
	case end.Said && (left == nil || full(left)): // the ranks have reported a full disk themselves
		return failure{code: exitPartial, quiet: true, error: end}
	case end.Said:
		return failure{code: exitPartial, error: left}
	}
	finished := fmt.Sprintf("the %d cells finished are in %s", len(r.Cells), dir)
	if len(r.Cells) == 0 {
		finished = "no cell was finished"
	}
	return failure{code: exitPartial, error: errors.Join(fmt.Errorf("partial: the run was cut short (%w); %s", end, finished), left)}
}

// full reports whether an error means that a disk or a quota is full.
func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// leaveJoined prints the table of several launches, because their ranks do not, and continues as leave does.
func leaveJoined(out io.Writer, dir, format string, r *results.Result) error {
	if format == "table" {
		tables.WriteEnv(out, r.Env)
		tables.WriteTable(out, r)
	}
	return leave(out, dir, format, r)
}

// leave writes the page of a run whose files are written, and prints the verdicts and the summary.
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
		tables.WriteOSU(out, r)
	case "go":
		tables.WriteGoBench(out, r)
	default:
		tables.WriteBusiest(out, r)
		tables.WriteVerdicts(out, r)
		tables.WriteSummary(out, r)
		if last := results.LatestEarlierRun(dir); last != "" {
			written += " written; the run before is in " + last
		} else {
			written += " written"
		}
		fmt.Fprintf(out, "\n%s: %s\n", dir, written)
	}
	return nil
}
