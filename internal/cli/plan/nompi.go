//go:build !cgo

package plan

import (
	"io"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
)

// measure returns an error, because this program was built without MPI.
func (*Command) measure(io.Writer, option.Given) error {
	return exit.Usagef("--measured: this topocoll was built without cgo, so it cannot call MPI")
}
