//go:build !cgo

package tune

import (
	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// RunLaunches starts the ranks, which only report that this program was built without MPI.
func (*tuneFlags) RunLaunches(_ tuned.Job, start func(ranks.Launch) error) error {
	return start(ranks.Launch{Number: 1, Count: 1})
}
