package run

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/dropin"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/rules"
	"topocoll/internal/wrap"
	"topocoll/topo"
	"topocoll/tuned"
)

type Command struct {
	N       int            `short:"n" help:"Number of ranks to start." placeholder:"P"`
	Table   string         `help:"The tuned.json of topocoll tune, or its folder (default: ${default}, if it exists)." default:"report" placeholder:"FILE"`
	Network option.Network `help:"The network between the hosts, such as torus:4x4@200mbit, file:FILE or slurm (default: the network of the table)." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	comparisonFlags
	observationFlags
	algorithmFlags
	Check   int         `group:"Advanced" help:"Check the result of every N-th call against the MPI library." env:"TOPOCOLL_CHECK" placeholder:"N"`
	Plans   string      `group:"Advanced" help:"Write the plans to this file; without a program, only write them." placeholder:"FILE"`
	Library libraryFile `group:"Advanced" help:"Path of libtopocoll.so (default: beside this program, or in ../lib)." placeholder:"FILE"`
	option.RanksPerCoreFlag
	Program []string `arg:"" optional:"" passthrough:"" help:"The program and its arguments."`
}

// comparisonFlags are the flags that make topocoll run the program several times to compare times.
type comparisonFlags struct {
	Compare  bool `help:"Also run the program with the MPI library alone, and compare the times."`
	Launches int  `help:"With --compare: number of runs with and without topocoll's algorithms, in turn (default: ${default})." default:"1" placeholder:"K"`
}

// observationFlags are the flags that make the drop-in library report the calls of the program.
type observationFlags struct {
	Verbose bool          `help:"Print at the end how often and how long each algorithm ran." env:"TOPOCOLL_VERBOSE"`
	Profile string        `help:"Record every collective call, and write a profile to this file." placeholder:"FILE" type:"path"`
	Watch   time.Duration `help:"Print which ranks are missing when a collective call takes longer than this." placeholder:"TIME"`
	Abort   bool          `help:"With --watch: end the job after reporting such a call."`
}

func (*Command) Help() string {
	return `Starts an unmodified MPI program. On communicators of a size that topocoll tune measured, the
program's collective calls use the algorithms that tune found to be faster. Where a native algorithm is faster
than the default, the MPI library gets a rules file. All other calls stay with the MPI library. Under your own
launcher, omit -n: topocoll run replaces itself with the program on every rank.

  topocoll run -n 16 -- ./program
  topocoll run -n 16 --compare -- ./program
  srun topocoll run ./program

docs/how-to/drop-in.md lists the calls that are replaced.`
}

func (c *Command) Run() error {
	if len(c.Program) > 0 && c.Program[0] == "--" {
		c.Program = c.Program[1:]
	}
	_, launched := launch.Rank()
	if launched {
		if err := c.applyLauncher(); err != nil {
			return err
		}
	}
	if err := c.check(launched); err != nil {
		return err
	}
	if c.Compare {
		if err := measure.RefuseTunedHost(ranks.Library().Version()); err != nil {
			return err
		}
	}
	table, tuning, err := c.prepare()
	if err != nil {
		return err
	}
	if launched {
		return c.execProgram(table, tuning)
	}
	plans, err := c.makePlans(table)
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, c.userNotes(plans, tuning))
	name, temporary, err := c.writePlans(plans)
	if temporary {
		defer os.Remove(name)
	}
	if err != nil || len(c.Program) == 0 {
		if ids := c.allForced(c.N); err == nil && len(ids) > 0 {
			fmt.Fprintf(os.Stderr, "topocoll: use the file with TOPOCOLL_FORCE=%s\n", strings.Join(ids, ","))
		}
		return err
	}
	preload, remove, err := c.Library.preloadPath()
	defer remove()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "topocoll-rules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := tuning.writeFiles(func(f rules.File) (string, error) {
		file := filepath.Join(dir, f.Name)
		return file, os.WriteFile(file, f.Text, 0o644)
	}); err != nil {
		return err
	}
	program := c.prepareProgram(preload, name, tuning.environment)
	if c.Compare {
		return program.compareWithNative(c.Launches, c.Off)
	}
	if c.Profile != "" {
		_, err := program.runWithProfile(c.Off, c.Profile)
		if err == nil {
			fmt.Fprintf(os.Stderr, "topocoll: %s written; topocoll profile prints it\n",
				wrap.Plain(c.Profile))
		}
		return err
	}
	command, err := program.command(c.Off, "")
	if err != nil {
		return err
	}
	return ranks.Supervise(command, job.Context{})
}

// check returns an error for contradictory flags, missing flags and values out of range.
func (c *Command) check(launched bool) error {
	switch {
	case c.N < 1 || c.N > dropin.MostRanks:
		return exit.Usagef("-n %d, want 1 to %d processes", c.N, dropin.MostRanks)
	case len(c.Program) > 0 && !launched && c.Allows(c.N, host.Cores()) != nil:
		return c.Allows(c.N, host.Cores())
	case len(c.Program) == 0 && c.Plans == "":
		return exit.Usagef("no program given; use topocoll run -n %d -- ./program", c.N)
	case c.Watch != 0 && c.Watch < time.Second:
		return exit.Usagef("--watch %v, want at least 1s", c.Watch)
	case c.Abort && c.Watch == 0:
		return exit.Usagef("--abort needs --watch")
	case c.Check < 0:
		return exit.Usagef("--check %d, want 0 or more", c.Check)
	case c.Launches < 1 || c.Launches > ranks.MaxLaunches:
		return exit.Usagef("--launches %d, want 1 to %d", c.Launches, ranks.MaxLaunches)
	case !c.Compare && c.Launches > 1:
		return exit.Usagef("--launches %d needs --compare", c.Launches)
	case c.Compare && len(c.Program) == 0:
		return exit.Usagef("--compare needs a program; use topocoll run -n %d --compare -- ./program",
			c.N)
	case c.Compare && slices.Contains(c.Off, "all"):
		return exit.Usagef("--compare cannot be used with --off all, which leaves no algorithms to compare")
	case c.Compare && (c.Check > 0 || c.Verbose || c.Profile != ""):
		return exit.Usagef("--compare cannot be used with --check, --verbose or --profile, because these flags " +
			"slow the calls down and would distort the comparison")
	case c.Profile != "" && len(c.Program) == 0:
		return exit.Usagef(
			"--profile needs a program; use topocoll run -n %d --profile %s -- ./program",
			c.N, c.Profile)
	}
	for _, op := range c.Off {
		if _, err := (option.Selection{Op: []string{op}}).Rows(); err != nil && op != "all" {
			return err
		}
	}
	if len(c.Program) > 0 {
		_, err := ranks.FindExecutable(c.Program[0])
		return err
	}
	return nil
}

// prepare checks --force, --off and --deterministic, loads the table, and creates the MPI library's rules.
func (c *Command) prepare() (table *tuned.Table, tuning libraryRules, err error) {
	if err = c.algorithmFlags.check(); err != nil {
		return nil, tuning, err
	}
	if c.Deterministic && c.Verbose {
		return nil, tuning, exit.Usagef("--deterministic cannot be used with --verbose, which executes some " +
			"calls with the MPI library to compare times; use --profile FILE, which also shows the algorithms")
	}
	if table, err = c.loadTable(); table != nil {
		tuning = c.findRules(table)
	}
	return table, tuning, err
}

// prepareProgram returns the program on the command line. The argument `preload` is the value for LD_PRELOAD,
// `plans` is the file of plans, and `rules` has variables of the MPI library.
func (c *Command) prepareProgram(preload, plans string, rules []string) preparedProgram {
	if before := os.Getenv("LD_PRELOAD"); before != "" {
		preload += ":" + before
	}
	return preparedProgram{commandLine: c.Program, ranks: c.N, mpiVariables: rules, stdin: !c.Compare,
		dropinVariables: [][2]string{{"LD_PRELOAD", preload}, {"TOPOCOLL_PLANS", plans},
			{"TOPOCOLL_FORCE", strings.Join(c.allForced(c.N), ",")},
			{"TOPOCOLL_CHECK", strconv.Itoa(c.Check)},
			{"TOPOCOLL_WATCH", strconv.FormatInt(c.Watch.Milliseconds(), 10)},
			{"TOPOCOLL_WATCH_ABORT", map[bool]string{true: "1"}[c.Abort]},
			{"TOPOCOLL_VERBOSE", map[bool]string{true: "1"}[c.Verbose]}}}
}

// makePlans returns the plans of the table, if there is one, and the plans of the forced algorithms. The
// latter are for communicators of 2 to dropin.AllSizes ranks, and of all ranks of the job. All plans are for
// the network of --network, or else for the network of the table.
func (c *Command) makePlans(table *tuned.Table) (*dropin.Plans, error) {
	plans := &dropin.Plans{}
	if c.Network.Network != nil {
		plans.On = &c.Network.Fabric
	} else if table != nil && table.Network != "" {
		fabric, err := topo.ParseFabric(table.Network)
		if err != nil {
			return nil, exit.Usagef("the network of --table %s: %w", c.Table, err)
		}
		plans.On = &fabric
	}
	for p := 2; p <= c.N; p++ {
		if p > dropin.AllSizes && p < c.N {
			continue
		}
		for _, id := range c.forced(p) {
			row, _ := catalog.FindByteRow(id)
			if !row.Takes(p) {
				continue
			}
			if err := plans.Force(row, p); err != nil {
				return nil, exit.Usage(err)
			}
		}
	}
	if table == nil {
		return plans, nil
	}
	return plans, plans.Tuned(table, c.N)
}

// loadTable returns the table that topocoll tune wrote for this MPI library, or nil if there is none.
func (c *Command) loadTable() (*tuned.Table, error) {
	table, name, err := saved.TableIn(c.Table)
	if err != nil || table == nil {
		return nil, err
	}
	installed, err := rules.ParseVersion(ranks.Library().Version())
	if err != nil {
		return table, nil // there is no mpirun, so the plans are for another machine
	}
	if v, err := rules.ParseVersion(table.Library); err != nil || v != installed {
		return nil, exit.Usagef("%s was measured with %q, but mpirun belongs to %v; use the same library", name,
			table.Library,
			installed)
	}
	return table, nil
}

func (c *Command) userNotes(plans *dropin.Plans, tuning libraryRules) string {
	tooLong := ""
	if len(plans.TooLong) > 0 {
		text := fmt.Sprintf("these plans are too long, so the MPI library executes their calls: %s",
			strings.Join(plans.TooLong, ", "))
		tooLong = "topocoll: " + wrap.Text("", "", text)
	}
	return c.noAlgorithmsNote(plans, tuning) + tooLong + tuning.notes
}

// noAlgorithmsNote returns a message if there are neither plans nor rules. It returns "" with --off all,
// --profile or --watch, because a run with these flags needs none.
func (c *Command) noAlgorithmsNote(plans *dropin.Plans, tuning libraryRules) string {
	needsNone := slices.Contains(c.Off, "all") || c.Profile != "" || c.Watch > 0
	if !plans.Empty() || len(tuning.files) > 0 || needsNone {
		return ""
	}
	return fmt.Sprintf(
		"topocoll: neither --table nor --force names an algorithm of topocoll for up to %d ranks; the MPI "+
			"library executes all calls\n", c.N)
}

// writePlans saves the plans in a new file: the file of --plans, or a temporary file. A running program that
// has opened an old file of this name keeps the old content.
func (c *Command) writePlans(plans io.WriterTo) (name string, temporary bool, err error) {
	save := func(w io.Writer) error { _, err := plans.WriteTo(w); return err }
	if c.Plans != "" {
		name, absolute := filepath.Abs(c.Plans)
		return name, false, cmp.Or(absolute, results.Save(c.Plans, save))
	}
	file, err := os.CreateTemp("", "topocoll-plans-")
	if err != nil {
		return "", false, err
	}
	name, absolute := filepath.Abs(file.Name())
	return name, true, cmp.Or(absolute, save(file), file.Close())
}
