//go:build cgo

package speedup

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/profile"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/wrap"
	"topocoll/mpi"
)

const profileName = "app.json"

// Run runs the steps. The program's output and the table of tune go to the terminal.
func (c *Command) Run() error {
	if len(c.Program) > 0 && c.Program[0] == "--" {
		c.Program = c.Program[1:]
	}
	if err := cmp.Or(c.checkFlags(), measure.RefuseTunedHost(mpi.LibraryVersion())); err != nil {
		return err
	}
	signals, release := job.Hold()
	defer release()
	if err := saved.Writable(c.Out); err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return exit.Usage(err)
	}
	if c.Launcher == "" { // the ranks of a launcher may have a network in their environment
		state := filepath.Join(c.Out, tune.StateName)
		if _, err := tune.Read(state, mpi.LibraryVersion(), c.Network.String()); err != nil {
			return exit.Usage(err)
		}
	}
	app := filepath.Join(c.Out, profileName)
	fmt.Fprintln(os.Stderr, "topocoll: step 1 of 3, recording a profile of the program")
	p, err := c.runProgram(app, "--off", "all")
	if err != nil {
		return err
	}
	if !p.CanBecomeFaster() {
		fmt.Fprint(os.Stderr, wrap.Text("topocoll: ", "topocoll: ", p.NoSpeedup(app)))
		return nil
	}
	before, err := c.readTable()
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "topocoll: step 2 of 3, tuning for at most %v\n", c.Limit)
	if err := c.tuneCalls(app); err != nil {
		return errors.Join(err, before.restore())
	}
	fmt.Fprintln(os.Stderr, "topocoll: step 3 of 3, running the program with and without the table")
	compared, err := c.compareRuns(signals)
	if err != nil {
		compared.PrintPartial(os.Stderr, c.Launches)
		return errors.Join(err, before.restore())
	}
	compared.Print(os.Stderr)
	if !compared.Faster() {
		fmt.Fprintf(os.Stderr, "topocoll: no speedup, so the new table is not kept in %s\n", c.Out)
		return before.restore()
	}
	use := append(c.commandLine(os.Args[0], "run", append(c.tableFlags("--table"), "--")...), c.Program...)
	for i, word := range use {
		use[i] = wrap.ShellWord(word)
	}
	fmt.Fprintf(os.Stderr, "topocoll: the new table is in %s; use it with: %s\n", c.Out,
		wrap.Plain(strings.Join(use, " ")))
	return nil
}

func (c *Command) checkFlags() error {
	_, launched := launch.Rank()
	switch {
	case launched:
		return exit.Usagef(
			"speedup cannot run under mpirun, srun or topocoll cluster run: it starts the ranks itself; use " +
				"topocoll speedup --launcher 'srun -n 64' -- ./program")
	case len(c.Program) == 0:
		return exit.Usagef("no program given; use topocoll speedup -n 4 -- ./program")
	case c.N == 0 && c.Launcher == "":
		return exit.Usagef("no number of ranks given; use -n P or --launcher COMMAND")
	case c.N != 0 && c.Launcher != "":
		return exit.Usagef("-n %d cannot be used with --launcher %s, which sets the number of ranks", c.N,
			c.Launcher)
	case c.N < 0:
		return exit.Usagef("-n %d, want 1 or more ranks", c.N)
	case c.Launches < 1 || c.Launches > ranks.MaxLaunches/2:
		return exit.Usagef("--launches %d, want 1 to %d", c.Launches, ranks.MaxLaunches/2)
	case c.Limit < time.Second:
		return exit.Usagef("--limit %v, want at least 1s", c.Limit)
	}
	_, err := ranks.FindExecutable(c.Program[0])
	return err
}

// runProgram runs the program under topocoll run with the given flags, and returns its profile.
func (c *Command) runProgram(file string, flags ...string) (*profile.Profile, error) {
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, exit.Usage(err)
	}
	flags = append(flags, "--profile", file, "--")
	if err := c.runTopocoll("run", append(flags, c.Program...), os.Stdout); err != nil {
		return nil, err
	}
	p, err := profile.Load(file)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("no profile was written (%w); the program must reach MPI_Finalize", err)
	}
	return p, err
}

// tuneCalls tunes the calls of a profile. It accepts a table that is incomplete at the time limit.
func (c *Command) tuneCalls(app string) error {
	flags := append(c.tableFlags("-o"), "--from", app, "--limit", c.Limit.String())
	err := c.runTopocoll("tune", flags, os.Stderr)
	if f := (exit.Error{}); errors.As(err, &f) && f.Code == exit.Partial {
		return nil
	}
	return err
}

// compareRuns runs the program in pairs of runs: one with the MPI library only, and one with the table.
func (c *Command) compareRuns(signals <-chan os.Signal) (compared profile.Comparison, err error) {
	all := ranks.Launches{First: 1, Count: 2 * c.Launches}
	err = all.Run(signals, func(at ranks.Launch) error {
		tuned := compared.NextIsTuned()
		name, says, flags := "native", "with the MPI library only", []string{"--off", "all"}
		if tuned {
			name, says, flags = "tuned", "with the table", c.tableFlags("--table")
		}
		fmt.Fprintf(os.Stderr, "topocoll: run %d of %d, %s\n", at.Number, at.Count, says)
		file := fmt.Sprintf("app-%s-%d.json", name, (at.Number+1)/2)
		p, err := c.runProgram(filepath.Join(c.Out, file), flags...)
		if err == nil {
			compared.Add(p, tuned)
		}
		return err
	})
	return compared, err
}

// tableFlags returns the flags for the network and for the table's folder. The argument `flag` is the flag
// that names the folder.
func (c *Command) tableFlags(flag string) []string {
	flags := []string{flag, c.Out}
	if c.Network.Text != "" {
		flags = append(flags, "--network", c.Network.Text)
	}
	return flags
}

func (c *Command) runTopocoll(name string, flags []string, stdout *os.File) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if c.N > 0 {
		flags = append([]string{"--ranks-per-core", strconv.Itoa(c.RanksPerCore)}, flags...)
	}
	words := c.commandLine(self, name, flags...)
	command := exec.Command(words[0], words[1:]...)
	command.Stdout = stdout
	return ranks.Supervise(command, job.Context{})
}

// commandLine returns a command line that runs the command `name` of `program` on the ranks.
func (c *Command) commandLine(program, name string, flags ...string) []string {
	words := append(strings.Fields(c.Launcher), program, name)
	if c.N > 0 {
		words = append(words, "-n", strconv.Itoa(c.N))
	}
	return append(words, flags...)
}

// savedFiles holds the contents of files, by path. The content is nil if the file did not exist.
type savedFiles map[string][]byte

// readTable reads the files of an existing table, so that restore can write them again if the program does
// not become faster. It does not read the measurements of tune, which are never restored.
func (c *Command) readTable() (savedFiles, error) {
	files := savedFiles{}
	for _, name := range append(libraries.Names(), tune.TableName, tune.PageName) {
		path := filepath.Join(c.Out, name)
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		files[path] = text
	}
	return files, nil
}

// restore writes the saved contents back, and removes files that did not exist before.
func (f savedFiles) restore() (err error) {
	for path, text := range f {
		if text != nil {
			write := func(w io.Writer) error { _, err := w.Write(text); return err }
			err = errors.Join(err, results.Save(path, write))
		} else if bad := os.Remove(path); !errors.Is(bad, os.ErrNotExist) {
			err = errors.Join(err, bad)
		}
	}
	return err
}
