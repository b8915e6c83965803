//go:build !cgo

package ranks

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/internal/job/launcher"
)

// CheckMPI returns an error if the parsed command needs MPI, because this program was built without MPI. In
// this program, such a command has no method Run. The error names the commands that work.
func CheckMPI(ctx *kong.Context) error {
	needed := []string{"verify", "bench", "tune", "speedup", "doctor", "probe", "run"}
	needsMPI := func(command *kong.Node) bool {
		return slices.Contains(needed, strings.Fields(command.Name)[0])
	}
	if selected := ctx.Selected(); !needsMPI(selected) || selected.Name == "run" { // run prints its own error
		return nil
	}
	var work []string
	for _, command := range ctx.Model.Children {
		if !command.Hidden && !needsMPI(command) {
			work = append(work, command.Name)
		}
	}
	return fmt.Errorf(
		"built without MPI (CGO_ENABLED=0): verify, bench, tune, speedup, doctor and probe need a topocoll that "+
			"is built with cgo and Open MPI or MPICH, and topocoll run needs a libtopocoll.so from such a "+
			"build; these commands work: %s",
		strings.Join(work, ", "))
}

// Library returns the MPI library of the programs that "cluster run" starts.
func Library() launcher.Library { return launcher.OpenMPI }

// checkProgram accepts every program, because the MPI library is not known.
func checkProgram(string) error { return nil }

// BuiltFor describes the MPI library in the output of --version.
func BuiltFor() string { return "without MPI" }

// Exit ends the process.
func Exit(code int) { os.Exit(code) }
