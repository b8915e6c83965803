//go:build !cgo

package cli

import "errors"

var errNoMPI = errors.New("built without MPI (CGO_ENABLED=0): verify, bench and doctor must be built with cgo, and Open MPI or MPICH; the other commands work")

func (*verifyCommand) Run() error { return errNoMPI }
func (*benchCommand) Run() error  { return errNoMPI }
func (*doctorCommand) Run() error { return errNoMPI }

func builtFor() string { return "without MPI" }
