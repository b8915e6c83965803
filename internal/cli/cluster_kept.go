package cli

import (
	"io"
	"os"
	"os/exec"

	"github.com/alecthomas/kong"

	"topocoll/internal/cluster"
	"topocoll/topo"
	"topocoll/tuned"
)

// A keeper is a command whose ranks are started by another process of this program, as often as the command has launches. That process
// outlives the ranks however they end, so it does the work before and after them.
type keeper interface {
	// keep calls start once for every launch of a job.
	keep(job tuned.Job, start func(nthLaunch) error) error
}

// keeperOf returns the command of a command line that is run on a network, if the line runs this program's bench on collectives or its
// tune; else nil. It ignores wrong flags, because the ranks report them.
func keeperOf(program []string, on string) keeper {
	if len(program) < 2 || !isThisProgram(program[0]) {
		return nil
	}
	var commands commands
	answered := false
	parser, err := kong.New(&commands, opMapper, kong.Vars{"version": ""}, kong.Writers(io.Discard, io.Discard),
		kong.BindTo(io.Discard, (*io.Writer)(nil)), kong.Exit(func(int) { answered = true }))
	if err != nil {
		return nil
	}
	parsed, err := parser.Parse(joinNames(parser, program[1:]))
	if err != nil || answered {
		return nil
	}
	var command keeper
	var network *network
	t := &commands.Tune
	switch b := &commands.Bench; parsed.Selected().Name {
	case "bench":
		if b.DryRun || b.pingPong() {
			return nil
		}
		command, network = b, &b.Network
	case "tune", "tune check":
		if _, err := given(parsed); err != nil {
			return nil
		}
		if parsed.Selected().Name == "tune check" {
			t = commands.TuneCheck.tune()
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
	return err == nil && sameFile(path, self)
}

// jobOn is how n ranks are spread over the hosts of a network by --map-by.
func jobOn(spec topo.Fabric, n int, by string) tuned.Job {
	if by == cluster.ByNode {
		hosts := min(n, spec.Network.Nodes())
		return tuned.Job{Ranks: n, Hosts: hosts, Slots: (n + hosts - 1) / hosts}
	}
	return tuned.Job{Ranks: n, Hosts: (n + spec.Slots - 1) / spec.Slots, Slots: min(n, spec.Slots)}
}

// keptJob starts the job of a command that is kept.
func keptJob(job func() (*exec.Cmd, error)) func(nthLaunch) error {
	return func(at nthLaunch) error {
		command, err := job()
		if err != nil {
			return err
		}
		command.Env = append(command.Env, keepsVariable+"=1", at.variable())
		return supervise(command)
	}
}

func (b *benchCommand) keep(_ tuned.Job, start func(nthLaunch) error) error {
	if _, err := b.config(); err != nil {
		return err
	}
	if err := b.writable(); err != nil {
		return err
	}
	return b.run(os.Stdout, start)
}
