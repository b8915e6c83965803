package cli

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/bench/results"
)

// launchVariable tells the ranks the number of their launch, the number of launches and the ns left of --limit:
// 2/3/90000000000.
const launchVariable = "TOPOCOLL_LAUNCH"

const mostLaunches = 100

// An nthLaunch is one mpirun of a run, which may have several.
type nthLaunch struct {
	number, of int           // from 1
	left       time.Duration // of --limit, as it begins; 0: as --limit says
}

func (l nthLaunch) variable() string {
	return fmt.Sprintf("%s=%d/%d/%d", launchVariable, l.number, l.of, l.left)
}

// thisLaunch returns the launch of this rank.
func thisLaunch() nthLaunch {
	var l nthLaunch
	if _, err := fmt.Sscanf(os.Getenv(launchVariable), "%d/%d/%d", &l.number, &l.of, &l.left); err != nil {
		return nthLaunch{number: 1, of: 1}
	}
	return l
}

// String is the beginning of a progress line; empty if there is one launch.
func (l nthLaunch) String() string {
	if l.of == 1 {
		return ""
	}
	return fmt.Sprintf("launch %d/%d ", l.number, l.of)
}

// dir is the folder of the launch: that of the run if there is one launch, else a subfolder.
func (l nthLaunch) dir(run string) string {
	if l.of == 1 {
		return run
	}
	return results.LaunchDir(run, l.number)
}

// atOnce reports whether an error ends a run, whatever was measured: bad input, a wrong result.
func atOnce(err error) bool {
	f := failure{}
	errors.As(err, &f)
	return f.code == exitUsage || f.code == exitWrong
}
