package ranks

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/internal/job"
)

// MaxLaunches is the maximum number of launches of a run.
const MaxLaunches = 100

// A Launch is one start of mpirun. A run may have several launches.
type Launch struct {
	Number, Count int           // the number of this launch, from 1, and the number of launches
	Left          time.Duration // the time left of --limit when the launch begins; 0: the whole limit
}

// Context returns the context for the ranks of the launch. Parent is true, because a process of this program
// waits for mpirun.
func (l Launch) Context() job.Context {
	return job.Context{Parent: true, Launch: l.Number, Launches: l.Count, Left: l.Left}
}

// ThisLaunch returns the launch of this rank.
func ThisLaunch() Launch {
	c := job.CurrentContext()
	return Launch{Number: max(1, c.Launch), Count: max(1, c.Launches), Left: c.Left}
}

// String returns the beginning of a progress line. It is empty if there is only one launch.
func (l Launch) String() string {
	if l.Count == 1 {
		return ""
	}
	return fmt.Sprintf("launch %d/%d ", l.Number, l.Count)
}

// Dir returns the folder of the launch: a subfolder of the run's folder if there are several launches.
func (l Launch) Dir(run string) string {
	if l.Count == 1 {
		return run
	}
	return results.LaunchDir(run, l.Number)
}

// Launches describes the launches of a run, which start one after the other.
type Launches struct {
	First, Count int           // the numbers of the first launch and the last launch
	Limit        time.Duration // no further launch begins after this time; 0: no limit
	Whole        bool          // no further launch begins if less time is left than the longest launch took
}

// Run calls the function `start` for each launch in turn, until a call fails. It also returns an error if a
// signal arrives before a launch. For every launch except the first, it returns an error if the limit does
// not permit the launch.
func (l Launches) Run(signals <-chan os.Signal, start func(Launch) error) error {
	began, longest := time.Now(), time.Duration(0)
	for at := (Launch{Number: l.First, Count: l.Count}); at.Number <= at.Count; at.Number++ {
		select {
		case s := <-signals:
			return job.End{Caught: s}
		default:
		}
		launched := time.Now()
		if l.Limit > 0 {
			at.Left = l.Limit - launched.Sub(began)
			if at.Number > l.First && (at.Left <= 0 || l.Whole && at.Left < longest) {
				return fmt.Errorf("--limit %v leaves no time for another launch after launch %d of %d", l.Limit,
					at.Number-1,
					at.Count)
			}
			at.Left = max(1, at.Left)
		}
		if err := start(at); err != nil {
			return err
		}
		longest = max(longest, time.Since(launched))
	}
	return nil
}

// EndsAtOnce reports whether an error means bad input or a wrong result. After such an error, the run's files
// are not completed.
func EndsAtOnce(err error) bool {
	f := exit.Error{}
	errors.As(err, &f)
	return f.Code == exit.BadInput || f.Code == exit.WrongResult
}
