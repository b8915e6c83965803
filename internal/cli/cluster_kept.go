package cli

import (
	"io"
	"os"
	"os/exec"

	"github.com/alecthomas/kong"

	"topocoll/internal/cli/network"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
)

// keeperIn returns the Keeper of a command line on a network if it runs bench (of collectives) or tune of this program, else nil. It
// ignores wrong flags, because the ranks report them.
func keeperIn(program []string, on string) network.Keeper {
	if len(program) < 2 || !isThisProgram(program[0]) {
		return nil
	}
	var commands commands
	answered := false
	parser, err := kong.New(&commands, option.OperationMapper, kong.Vars{"version": ""}, kong.Writers(io.Discard, io.Discard),
		kong.BindTo(io.Discard, (*io.Writer)(nil)), kong.Exit(func(int) { answered = true }))
	if err != nil {
		return nil
	}
	parsed, err := parser.Parse(joinNames(parser, program[1:]))
	if err != nil || answered {
		return nil
	}
	var command network.Keeper
	var network *option.Network
	t := &commands.Tune
	switch b := &commands.Bench; parsed.Selected().Name {
	case "bench":
		if b.DryRun || b.PingPong() {
			return nil
		}
		command, network = b, &b.Network
	case "tune", "tune check":
		if _, err := option.GivenOn(parsed); err != nil {
			return nil
		}
		if parsed.Selected().Name == "tune check" {
			t = commands.TuneCheck.Tune()
		}
		if t.N != 0 {
			return nil
		}
		command, network = t, &t.Network
	default:
		return nil
	}
	if network.String() == "" && network.UnmarshalText([]byte(on)) != nil {
		return nil
	}
	return command
}

func isThisProgram(name string) bool {
	path, err := exec.LookPath(name)
	if err != nil {
		return false
	}
	self, err := os.Executable()
	return err == nil && saved.SameFile(path, self)
}
