//go:build !cgo

package plan

import (
	"io"

	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
)

// measure refuses --measured.
func (*Command) measure(io.Writer, option.Given) error {
	return exit.Usagef("--measured: this topocoll was built without cgo, so it cannot call MPI")
}
