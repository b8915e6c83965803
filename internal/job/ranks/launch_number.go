package ranks

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cli/exit"
)

// launchVariable tells the ranks the number of their launch, the number of launches and the ns that are left of --limit, as in
// 2/3/90000000000.
const launchVariable = "TOPOCOLL_LAUNCH"

const MaxLaunches = 100

// A Launch is one mpirun of a run, which may have several.
type Launch struct {
	Number, Count int           // from 1
	Left          time.Duration // of --limit when it begins; 0: all of it
}

func (l Launch) Variable() string {
	return fmt.Sprintf("%s=%d/%d/%d", launchVariable, l.Number, l.Count, l.Left)
}

// ThisLaunch returns the launch of this rank.
func ThisLaunch() Launch {
	var l Launch
	if _, err := fmt.Sscanf(os.Getenv(launchVariable), "%d/%d/%d", &l.Number, &l.Count, &l.Left); err != nil {
		return Launch{Number: 1, Count: 1}
	}
	return l
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
