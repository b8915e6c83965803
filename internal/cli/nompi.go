//go:build !cgo

package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/internal/launcher"
	"topocoll/tuned"
)

// noMPI refuses a command and names those that work.
func noMPI(ctx *kong.Context) error {
	needed := []string{"verify", "bench", "tune", "doctor", "run"}
	var work []string
	for _, command := range ctx.Model.Children {
		if !command.Hidden && !slices.Contains(needed, strings.Fields(command.Name)[0]) {
			work = append(work, command.Name)
		}
	}
	return fmt.Errorf("built without MPI (CGO_ENABLED=0): verify, bench, tune and doctor must be built with cgo, and run needs a library that is: with Open MPI or MPICH; these work: %s", strings.Join(work, ", "))
}

func (*verifyCommand) Run(ctx *kong.Context) error    { return noMPI(ctx) }
func (*benchCommand) Run(ctx *kong.Context) error     { return noMPI(ctx) }
func (*tuneCommand) Run(ctx *kong.Context) error      { return noMPI(ctx) }
func (*tuneCheckCommand) Run(ctx *kong.Context) error { return noMPI(ctx) }
func (*doctorCommand) Run(ctx *kong.Context) error    { return noMPI(ctx) }

// keep starts the ranks, which say what is missing.
func (*tuneCommand) keep(_ tuned.Job, start func(nthLaunch) error) error {
	return start(nthLaunch{number: 1, of: 1})
}

// library is that of the programs that "cluster run" starts.
func library() launcher.Library { return launcher.OpenMPI }

func builtFor() string { return "without MPI" }

// Exit ends the process.
func Exit(code int) { os.Exit(code) }
