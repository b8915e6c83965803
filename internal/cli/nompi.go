//go:build !cgo

package cli

import (
	"errors"

	"topocoll/internal/launcher"
)

var errNoMPI = errors.New("built without MPI (CGO_ENABLED=0): verify, bench and doctor must be built with cgo, and Open MPI or MPICH; the other commands work")

func (*verifyCommand) Run() error { return errNoMPI }
func (*benchCommand) Run() error  { return errNoMPI }
func (*doctorCommand) Run() error { return errNoMPI }

// library is that of the programs that "cluster run" starts.
func library() launcher.Library { return launcher.OpenMPI }

func builtFor() string { return "without MPI" }
