//go:build !cgo

package verify

import (
	"github.com/alecthomas/kong"

	"topocoll/internal/cli/job"
)

// Run refuses the command.
func (*Command) Run(ctx *kong.Context) error { return job.NoMPI(ctx) }
