package cli

import (
	"io"
	"os"
	"os/exec"

	"github.com/alecthomas/kong"
)

// benchOf returns the bench command of a command line that is run on a network, if the line runs this program's bench on collectives;
// else nil. It ignores wrong flags, because the ranks report them.
func benchOf(program []string, on string) *benchCommand {
	if len(program) < 2 || program[1] != "bench" || !isThisProgram(program[0]) {
		return nil
	}
	var commands commands
	answered := false
	parser, err := kong.New(&commands, kong.Vars{"version": ""}, kong.Writers(io.Discard, io.Discard),
		kong.BindTo(io.Discard, (*io.Writer)(nil)), kong.Exit(func(int) { answered = true }))
	if err != nil {
		return nil
	}
	b := &commands.Bench
	if _, err := parser.Parse(program[1:]); err != nil || answered || b.DryRun || b.pingPong() {
		return nil
	}
	if b.Network.String() == "" && b.Network.UnmarshalText([]byte(on)) != nil {
		return nil
	}
	return b
}

func isThisProgram(name string) bool {
	path, err := exec.LookPath(name)
	if err != nil {
		return false
	}
	self, err := os.Executable()
	return err == nil && sameFile(path, self)
}

// keeping runs the job of a bench once for every launch. This process outlives the ranks however they end, so it does the
// work before and after them.
func (b *benchCommand) keeping(job func() (*exec.Cmd, error)) error {
	if _, err := b.config(); err != nil {
		return err
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, func(at nthLaunch) error {
		command, err := job()
		if err != nil {
			return err
		}
		command.Env = append(command.Env, keepsVariable+"=1", at.variable())
		return supervise(command)
	})
}
