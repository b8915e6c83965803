//go:build !cgo

package verify

import (
	"github.com/alecthomas/kong"

	"topocoll/internal/job/ranks"
)

// Run returns an error, because this program was built without MPI.
func (*Command) Run(ctx *kong.Context) error { return ranks.NoMPI(ctx) }
