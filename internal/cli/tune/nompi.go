//go:build !cgo

package tune

import (
	"github.com/alecthomas/kong"

	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// Run refuses the command.
func (*Command) Run(ctx *kong.Context) error { return ranks.NoMPI(ctx) }

// Run refuses the command.
func (*CheckCommand) Run(ctx *kong.Context) error { return ranks.NoMPI(ctx) }

// Keep starts the ranks, which refuse the command.
func (*Command) Keep(_ tuned.Job, start func(ranks.Launch) error) error {
	return start(ranks.Launch{Number: 1, Count: 1})
}
