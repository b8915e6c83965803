//go:build !cgo

package tune

import (
	"github.com/alecthomas/kong"

	"topocoll/internal/cli/job"
	"topocoll/tuned"
)

// Run refuses the command.
func (*Command) Run(ctx *kong.Context) error { return job.NoMPI(ctx) }

// Run refuses the command.
func (*CheckCommand) Run(ctx *kong.Context) error { return job.NoMPI(ctx) }

// Keep starts the ranks, which refuse the command.
func (*Command) Keep(_ tuned.Job, start func(job.Launch) error) error {
	return start(job.Launch{Number: 1, Count: 1})
}
