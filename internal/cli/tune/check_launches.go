package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/tune/rulecheck"
)

// startLaunches starts the launches in pairs: one with and one without the tuning files.
func (k *checkRun) startLaunches(out io.Writer, start func(ranks.Launch) error) error {
	signals, release := job.Hold()
	defer release()
	if err := k.save(); err != nil {
		return err
	}
	all := ranks.Launches{First: k.check.Launches + 1, Count: 2 * k.Pairs, Limit: k.Limit, Whole: true}
	return k.finishRun(out, all.Run(signals, func(at ranks.Launch) error {
		if !k.Quiet && k.Progress != "off" {
			fmt.Fprintf(os.Stderr, "%v%s, %v left\n", at, k.settingText(k.check.NextWithRules()),
				at.Left.Round(time.Second))
		}
		at.Left /= time.Duration(at.Count - at.Number + 1)
		return k.judgeLaunch(start(at))
	}))
}

// completeLaunch finishes the one launch that the user's launcher has started, after its results are saved.
// It prints how to continue or, after the last launch, the result of the check. The argument `err` is the
// error of the ranks.
func (k *checkRun) completeLaunch(out io.Writer, err error) error {
	err = k.judgeLaunch(err)
	if n, all := k.check.Launches, 2*k.Pairs; err == nil && n < all {
		fmt.Fprintf(out, "launch %d of %d, %s: saved in %s; run the same command again for the next launch\n", n,
			all, k.settingText(rulecheck.UsesRules(n)), k.check.LaunchDir(k.Out, n))
		return nil
	}
	return k.finishRun(out, err)
}

// judgeLaunch judges the check again after a launch. It returns an error if the launch wrote no results. The
// argument `err` is the error of the launch's ranks.
func (k *checkRun) judgeLaunch(err error) error {
	number := k.check.Launches + 1
	k.check.CountLaunches(k.Out)
	var bad error
	if k.check.Launches < number {
		bad = fmt.Errorf("launch %d wrote no results to %s", number, k.check.LaunchDir(k.Out, number))
	} else {
		bad = cmp.Or(k.check.Judge(k.Out, k.selectedAlgorithm), k.save())
	}
	if bad != nil {
		bad = exit.Error{Code: exit.Failed, Err: bad}
	}
	return cmp.Or(err, bad)
}

// finishRun prints the result so far and returns the check's error. The argument `err` is the error that
// ended the launches early, or nil.
func (k *checkRun) finishRun(out io.Writer, err error) error {
	end, coded := job.End{}, exit.Error{}
	if ranks.EndsAtOnce(err) || errors.As(err, &coded) && !errors.As(err, &end) {
		return err
	}
	hasResult := len(k.check.Cells) > 0
	if hasResult {
		writeCheck(out, k.check)
		fmt.Fprintf(out, "\n%s: written\n", k.path(rulecheck.FileName))
		if bad := k.writePage(out, k.table); bad != nil {
			return cmp.Or(err, bad)
		}
	}
	if errors.As(err, &end) && (end.Said || end.Caught == nil) { // the ranks have printed the reason
		return exit.Error{Code: cmp.Or(end.Code, exit.Failed), Quiet: true, Err: err}
	}
	why := ""
	if !hasResult {
		why = "; a result needs two pairs of launches"
	}
	if err != nil {
		err = exit.Error{Code: exit.Partial,
			Err: fmt.Errorf("partial: the check was cut short (%w)%s; run the same command again to continue", err,
				why)}
	}
	if slower := k.check.Slower(); len(slower) > 0 {
		worst := slower[0]
		return exit.Error{Code: exit.Slower,
			Err: errors.Join(
				fmt.Errorf("%d of %d cells are slower %s; the worst is %s of %d bytes, which takes %.2f times "+
					"as long", len(slower), len(k.check.Cells), k.settingText(true), worst.Op, worst.Bytes,
					worst.Ratio),
				err)}
	}
	return err
}
