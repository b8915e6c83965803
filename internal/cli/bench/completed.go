package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

// checkWritable refuses a folder that cannot be written. It is called before anything is measured.
func (b *Command) checkWritable() error {
	err := saved.Writable(b.Out)
	for at := (ranks.Launch{Number: 1, Count: b.Launches}); at.Number <= at.Count && err == nil; at.Number++ {
		err = saved.Writable(at.Dir(b.Out))
	}
	return err
}

// resultFile returns the file information of the bench.json in a folder, or nil if there is none.
func resultFile(dir string) os.FileInfo {
	info, _ := os.Stat(filepath.Join(dir, results.JSONName))
	return info
}

// loadWritten returns the result that the ranks wrote to a folder. before is the file information of an
// earlier bench.json in the folder; err is the error of the ranks. If the ranks wrote no result, loadWritten
// returns nil and the error of the run.
func loadWritten(dir string, before os.FileInfo, err error) (*results.Result, error) {
	end := job.End{}
	if ranks.EndsAtOnce(err) || err != nil && !errors.As(err, &end) {
		return nil, err
	}
	for _, name := range results.FileNames() {
		results.RemoveUnfinished(filepath.Join(dir, name))
	}
	after := resultFile(dir)
	if after == nil || before != nil && os.SameFile(before, after) &&
		before.ModTime().Equal(after.ModTime()) && before.Size() == after.Size() {
		return nil, noResultError(end)
	}
	r, loadErr := results.Load(filepath.Join(dir, results.JSONName))
	if loadErr != nil {
		return nil, errors.Join(err, loadErr)
	}
	return r, err
}

// judge adds the verdicts to the files in a folder.
func (b *Command) judge(dir string, r *results.Result) error {
	results.Judge(r.Cells, b.Oversubscribed)
	return results.Write(dir, r)
}

// complete completes a run whose ranks have ended with err: it adds the verdicts, writes the page and prints
// the summary. There may be no bench.json.
func (b *Command) complete(out io.Writer, before os.FileInfo, err error) error {
	r, err := loadWritten(b.Out, before, err)
	if r == nil {
		return err
	}
	left := b.judge(b.Out, r)
	if left == nil {
		left = saved.WriteReport(out, b.Out, b.Stdout, r)
	}
	return runError(err, r, left, b.Out)
}

// noResultError returns the error of a run that wrote no result. mpirun of Open MPI 5 exits with 0 if it
// loses a daemon before it has started the ranks.
func noResultError(end job.End) error {
	if end.Said {
		return exit.Error{Code: exit.Failed, Quiet: true, Err: end}
	}
	return exit.Error{Code: exit.Failed,
		Err: fmt.Errorf("the run ended before anything was measured (%w)", end)}
}

// runError returns the error of a run that wrote a result. err is the error of its ranks, left is the error
// of writing its files.
func runError(err error, r *results.Result, left error, dir string) error {
	end := job.End{}
	if !errors.As(err, &end) {
		end.Err = err
	}
	switch {
	// the signal came after all work was done
	case r.Status == "complete" && (err == nil || end.Caught != nil):
		return left
	case r.Status == "complete":
		return exit.Error{Code: exit.Failed,
			Err: errors.Join(fmt.Errorf("the run is complete, but its ranks did not exit cleanly (%w)", end),
				left)}
	case end.Said && (left == nil || isDiskFull(left)): // the ranks have reported a full disk themselves
		return exit.Error{Code: exit.Partial, Quiet: true, Err: end}
	case end.Said:
		return exit.Error{Code: exit.Partial, Err: left}
	}
	finished := fmt.Sprintf("the %d finished cells are in %s", len(r.Cells), dir)
	if len(r.Cells) == 0 {
		finished = "no cell was finished"
	}
	return exit.Error{Code: exit.Partial,
		Err: errors.Join(fmt.Errorf("partial: the run was cut short (%w); %s", end, finished), left)}
}

// isDiskFull reports whether an error means that a disk or a quota is full.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
