//go:build !cgo

package cli

import "errors"

var errNoMPI = errors.New("built without MPI (CGO_ENABLED=0): list, simulate, explain, report, compare, join and fit work; this command must be built with cgo and Open MPI")

func (*verifyCommand) Run() error { return errNoMPI }
func (*benchCommand) Run() error  { return errNoMPI }
func (*doctorCommand) Run() error { return errNoMPI }

func builtFor() string { return "without MPI" }
