//go:build !cgo

package tune

import (
	"github.com/alecthomas/kong"

	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// Run returns an error, because this program was built without MPI.
func (*Command) Run(ctx *kong.Context) error { return ranks.NoMPI(ctx) }

// Run returns an error, because this program was built without MPI.
func (*CheckCommand) Run(ctx *kong.Context) error { return ranks.NoMPI(ctx) }

// RunLaunches starts the ranks. They report that this program was built without MPI.
func (*tuneFlags) RunLaunches(_ tuned.Job, start func(ranks.Launch) error) error {
	return start(ranks.Launch{Number: 1, Count: 1})
}
