package tune

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/profile"
)

type Command struct {
	tuneFlags
	Size   string `group:"What to measure" help:"Initial sizes of one rank's block, in bytes; tune adds more sizes (default: ${default})." default:"8:4M:x8" placeholder:"SIZES"`
	From   string `group:"What to measure" help:"Measure only the calls in this profile written by topocoll run --profile." placeholder:"FILE" type:"path"`
	Packed string `group:"Advanced" help:"Read the trees of network/* from this file, written by topocoll pack." placeholder:"FILE"`

	profile *profile.Profile // the profile in the file From; nil: measure the grid of sizes
}

// tuneFlags are the flags of tune and tune check.
type tuneFlags struct {
	Ops     []string       `arg:"" optional:"" name:"operation" help:"Operations, such as bcast or MPI_Bcast (default: all but shift)." type:"op" predictor:"op"`
	N       int            `group:"What to measure" short:"n" help:"Number of ranks to start (default: one per core, but at least 2 and at most 4)." placeholder:"P"`
	Op      []string       `group:"What to measure" help:"Operations, an alternative to the arguments." placeholder:"OP" type:"op" predictor:"op"`
	Network option.Network `group:"What to measure" help:"The network between the ranks, such as torus:4x4@200mbit, file:FILE or slurm." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Limit   time.Duration  `group:"How" help:"Stop after this time (default: ${default})." default:"10m" placeholder:"TIME"`
	Out     string         `group:"Output" short:"o" help:"Folder for the table, the page and the tuning files (default: ${default})." default:"report" placeholder:"DIR"`
	Quiet   bool           `group:"Output" short:"q" help:"Show no progress."`

	Progress string        `group:"Output" help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	Stall    time.Duration `group:"Advanced" help:"Report a call as hung after ten times its expected time plus this time (default: ${default})." default:"15s" placeholder:"TIME"`
	option.RanksPerCoreFlag
}

// CheckCommand compares the times of the library with and without its tuning files.
type CheckCommand struct {
	tuneFlags
	Pairs int `group:"How" help:"Number of pairs of launches, one with and one without the files (default: ${default})." default:"5" placeholder:"N"`
}

func (*CheckCommand) Help() string {
	return `Starts the ranks alternately with and without the tuning files of topocoll tune, and compares
the library with itself. The result is in DIR/check.json. The exit code is 4 if anything became slower.
Under mpirun or srun, each start is one launch, so start the command 2 x --pairs times.

  topocoll tune check -n 4 --limit 5m
  topocoll tune check bcast allreduce -n 2 --pairs 3
  for i in $(seq 10); do srun topocoll tune check --limit 10m; done`
}

// NeedsParent reports whether a parent process must write the table. If so, it sets the network to `network`
// unless --network was given.
func (f *tuneFlags) NeedsParent(network string) bool {
	return f.N == 0 && f.Network.SetDefault(network)
}

func (*Command) Help() string {
	return `Finds the fastest contender for every operation and size: the library's default, each of its
algorithms, or an algorithm of the catalog. The same command continues a run that was stopped. Under your
own mpirun or srun, omit -n.

  topocoll tune -n 4 --limit 2m
  topocoll tune bcast allreduce -n 2 --size 64:1M
  topocoll tune --from app.json --limit 3m
  mpirun -n 64 topocoll tune --limit 30m

DIR/tuned.json is the table for Go programs and topocoll run. DIR also has the tuning files for this MPI
library; topocoll tune check shows whether they help.`
}

// job returns the job that measures all contenders.
func (t *Command) job() (measure.Job, error) {
	job, err := t.tuneFlags.job(catalog.Topologies()...)
	if err != nil {
		return job, err
	}
	cfg := &job.Config
	cfg.Packed, cfg.Native = t.Packed, []string{"*"}
	if err := job.CheckNetwork(); err != nil {
		return job, err
	}
	if cfg.Sizes, err = results.ParseSizes(t.Size); err != nil || t.From == "" {
		return job, exit.Usage(err)
	}
	if t.profile, err = profile.Load(t.From); err != nil {
		return job, exit.Usage(err)
	}
	if len(t.targets(cfg.Ops())) == 0 {
		return job, exit.Usagef("--from %s: the profile has no calls of %v that take time and that "+
			"topocoll run can replace; use other operations, or the profile of a different program", t.From,
			cfg.Ops())
	}
	return job, nil
}

func (t *Command) targets(ops []catalog.Collective) []profile.Target {
	return slices.DeleteFunc(t.profile.Targets(),
		func(target profile.Target) bool { return !slices.Contains(ops, target.Op) })
}

// job returns the job that measures the native calls.
func (c *CheckCommand) job() (measure.Job, error) {
	job, err := c.tuneFlags.job()
	cfg := &job.Config
	cfg.Collectives, cfg.Rows = cfg.Ops(), nil
	return job, err
}

// job returns the job that measures the operations on the command line with the given algorithms, or with all
// algorithms if none are given. The caller must set the sizes.
func (f *tuneFlags) job(algorithms ...string) (measure.Job, error) {
	ops := append(f.Op, f.Ops...)
	if len(ops) == 0 {
		for _, name := range option.OperationNames() {
			if name != string(catalog.Shift) {
				ops = append(ops, name)
			}
		}
	}
	job := measure.Job{Network: f.Network, Config: bench.Config{
		Options:         contender.Options{Network: f.Network.String()},
		NetworkSettings: bench.NetworkSettings{Map: "identity", Cluster: job.CurrentContext().Cluster},
		CallSettings:    bench.CallSettings{Cache: results.Cold},
		Contenders:      bench.Contenders{Likely: true},
		Effort: bench.Effort{Rel: 0.02, Time: time.Second, Warmup: 1, Limit: f.Limit,
			Stall: f.Stall},
		Sync: "dissem", Seed: 1, Oversubscribed: true,
	}}
	if f.Limit < time.Second {
		return job, exit.Usagef("--limit %v, want at least 1s", f.Limit)
	}
	if slices.Contains(ops, "pingpong") {
		return job, exit.Usagef("--op pingpong, want collective operations")
	}
	err := cmp.Or(measure.CheckTime("limit", f.Limit, 0),
		measure.CheckTime("stall", f.Stall, measure.LeastStall), job.CheckNetwork())
	if err == nil {
		job.Config.Rows, err = option.Selection{Op: ops, Algo: algorithms}.Rows()
	}
	return job, err
}

func (f *tuneFlags) path(name string) string { return filepath.Join(f.Out, name) }
