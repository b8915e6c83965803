package ranks

import (
	"errors"
	"fmt"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
	"topocoll/internal/job"
)

const MaxLaunches = 100

// A Launch is one mpirun of a run, which may have several.
type Launch struct {
	Number, Count int           // from 1
	Left          time.Duration // of --limit when it begins; 0: all of it
}

// Context returns the context of the ranks of the launch. A process of this program waits for them.
func (l Launch) Context() job.Context {
	return job.Context{Parent: true, Launch: l.Number, Launches: l.Count, Left: l.Left}
}

// ThisLaunch returns the launch of this rank.
func ThisLaunch() Launch {
	c := job.CurrentContext()
	return Launch{Number: max(1, c.Launch), Count: max(1, c.Launches), Left: c.Left}
}

// String returns the beginning of a progress line. It is empty if there is one launch.
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

// EndsAtOnce reports whether an error is bad input or a wrong result. Such a run is not completed.
func EndsAtOnce(err error) bool {
	f := exit.Error{}
	errors.As(err, &f)
	return f.Code == exit.BadInput || f.Code == exit.WrongResult
}
