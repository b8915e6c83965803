package run

import (
	"os"
	"slices"
	"time"

	"topocoll/internal/cli/option"
	"topocoll/internal/dropin"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/job/ranks"
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

// check returns an error for contradictory flags, missing flags and values out of range.
func (c *Command) check(launched bool) error {
	switch {
	case c.N == 0 && !launched:
		return exit.Usagef("no number of processes given; use -n P, or a launcher: mpirun -n P %s run ...",
			os.Args[0])
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
