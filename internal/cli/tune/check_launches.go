package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/internal/cli/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune/rulecheck"
)

// run starts the launches, alternately with the files and without.
func (k *checking) run(out io.Writer, start func(ranks.Launch) error) error {
	signals, release := job.Hold()
	defer release()
	if err := k.save(); err != nil {
		return err
	}
	began, longest := time.Now(), time.Duration(0)
	for all := 2 * k.pairs; len(k.state.Launches) < all; {
		done := len(k.state.Launches)
		left := k.Limit - time.Since(began)
		select {
		case s := <-signals:
			return k.ended(out, job.End{Caught: s})
		default:
		}
		if left < longest {
			return k.ended(out, fmt.Errorf("--limit %v is over after %d of %d launches", k.Limit, done, all))
		}
		at := ranks.Launch{Number: done + 1, Count: all, Left: left / time.Duration(all-done)}
		if !k.Quiet && k.Progress != "off" {
			fmt.Fprintf(os.Stderr, "%v%s, %v left\n", at, k.with(k.state.NextWithRules()), left.Round(time.Second))
		}
		launched := time.Now()
		err := start(at)
		longest = max(longest, time.Since(launched))
		after, bad := rulecheck.Read(k.file(rulecheck.FileName))
		switch {
		case bad != nil || after == nil:
			return cmp.Or(err, bad, error(exit.Error{Code: exit.Failed, Err: fmt.Errorf("%s is gone", k.file(rulecheck.FileName))}))
		case len(after.Launches) > done:
			k.state = after
		case err == nil:
			return exit.Error{Code: exit.Failed, Err: fmt.Errorf("launch %d has left nothing in %s", done+1, k.file(rulecheck.FileName))}
		}
		if err != nil {
			return k.ended(out, err)
		}
	}
	return k.ended(out, nil)
}

// ended prints the result so far and returns how the check ends. err is the reason why there are no more launches.
func (k *checking) ended(out io.Writer, err error) error {
	end := job.End{}
	if ranks.EndsAtOnce(err) {
		return err
	}
	known := len(k.state.Cells) > 0
	if known {
		writeCheck(out, k.state)
		fmt.Fprintf(out, "\n%s: written\n", k.file(rulecheck.FileName))
		if bad := k.writePage(out, k.table); bad != nil {
			return cmp.Or(err, bad)
		}
	}
	if errors.As(err, &end) && (end.Said || end.Caught == nil) { // the ranks have printed it
		return exit.Error{Code: cmp.Or(end.Code, exit.Failed), Quiet: true, Err: err}
	}
	why := ""
	if !known {
		why = "; two pairs of launches are needed to say anything"
	}
	if err != nil {
		err = exit.Error{Code: exit.Partial, Err: fmt.Errorf("partial: the check was cut short (%w)%s; the same command goes on", err, why)}
	}
	if slower := k.state.Slower(); len(slower) > 0 {
		worst := slower[0]
		return exit.Error{Code: exit.Slower, Err: errors.Join(fmt.Errorf("%d of %d cells are slower %s; the worst is %s of %d bytes, %.2f times",
			len(slower), len(k.state.Cells), k.with(true), worst.Op, worst.Bytes, worst.Ratio), err)}
	}
	return err
}
