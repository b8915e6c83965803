package bench

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/tuned"
)

type Command struct {
	Ops []string `arg:"" optional:"" name:"operation" help:"Operations, such as bcast or MPI_Bcast, or pingpong (default: all but pingpong)." type:"op" predictor:"benchop"`
	selectionFlags
	callFlags
	conditionFlags
	outputFlags
	option.ConfigFlags
	layoutFlags
	option.RadixFlag
	callModeFlags
	sampleFlags
	option.RanksPerCoreFlag
}

type outputFlags struct {
	Out      string `group:"Output" short:"o" help:"Folder for bench.json, its samples, bench.csv and report.html (default: ${default})." default:"report" placeholder:"DIR"`
	Stdout   string `group:"Output" help:"Format of the output: table, osu, csv, or go for benchstat (default: ${default})." default:"table" enum:"table,osu,csv,go" placeholder:"FORMAT"`
	Quiet    bool   `group:"Output" short:"q" help:"Show no progress."`
	Progress string `group:"Output" help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	DryRun   bool   `group:"Output" help:"Print what would be measured, with its memory and time, and exit."`
}

// layoutFlags are the flags for the extents of the mesh and the segment size.
type layoutFlags struct {
	Dims    string `group:"Advanced" help:"Extents of the mesh: 2x3 (default: the network's extents, else as square as possible)." placeholder:"RxC"`
	Segment string `group:"Advanced" help:"Segment size of long messages in bytes (default: chosen for each algorithm and size)." placeholder:"SIZE"`
}

func (*Command) Help() string {
	return `Times the algorithms of the catalog, the native calls and gompi in the same processes, prints a
table with verdicts, and writes report.html. Under your own mpirun or srun, omit -n.

  topocoll bench
  topocoll bench bcast allreduce -n 2 --size 8:64K --launches 3
  topocoll bench --algo 'hcube,native:*' -n 2 --preset quick

docs/reference/commands.md describes every flag in detail.`
}

// AfterApply sets the flags that other flags imply, and executes --dump-config. kong calls it after parsing
// the command line.
func (b *Command) AfterApply(ctx *kong.Context, out io.Writer) error {
	named := len(b.Ops) > 0
	b.Op, b.Ops = append(b.Op, b.Ops...), nil
	b.applyPreset(keepsValue(ctx, "preset"))
	given := keepsValue(ctx, "plan")
	b.matchPlans(func(name string) bool { return given(name) || name == "op" && named })
	if !b.DumpConfig {
		return nil
	}
	if _, err := b.job(); err != nil {
		return err
	}
	err := option.DumpConfig(out, ctx)
	ctx.Exit(exit.OK)
	return err
}

// applyPreset sets the flags that --preset implies, except for flags that were given.
func (b *Command) applyPreset(given func(name string) bool) {
	size, longest := b.Size, b.Time
	switch b.Preset {
	case "quick":
		size, longest = "8:1M:x64", 200*time.Millisecond
	case "full":
		size, longest = "8:4M", 3*time.Second
		if !given("algo") {
			b.Algo, b.likelyOnly = append(catalog.Topologies(), "native:*", "gompi"), true
		}
	}
	if _, launched := launch.Rank(); b.Preset != "" && !given("launches") && !launched && !b.pingPong() {
		b.Launches = 3
	}
	if !given("size") {
		b.Size = size
	}
	if !given("time") {
		b.Time = longest
	}
}

// keepsValue returns a function that reports whether the flag `name` keeps its value although the flag
// `other` implies a value for it. A flag on the command line always keeps its value. A flag in a file keeps
// its value unless `other` is on the command line.
func keepsValue(ctx *kong.Context, other string) func(name string) bool {
	has := func(name string, resolved bool) bool {
		for _, at := range ctx.Path {
			if at.Flag != nil && at.Flag.Name == name && at.Resolved == resolved {
				return true
			}
		}
		return false
	}
	return func(name string) bool { return has(name, false) || has(name, true) && !has(other, false) }
}

func (b *Command) job() (measure.Job, error) {
	job := measure.Job{Network: b.Network, Config: bench.Config{
		Options: contender.Options{Network: b.Network.String(), InC: b.TimeInC, Uncompiled: b.Uncompiled},
		NetworkSettings: bench.NetworkSettings{Packed: b.Packed, Map: b.Map,
			Cluster: job.CurrentContext().Cluster},
		CallSettings: bench.CallSettings{Cache: b.Cache},
		Effort: bench.Effort{Rel: float64(b.Rel), Time: b.Time, Exact: b.Iterations, Warmup: b.Warmup,
			Limit: b.Limit, Stall: b.Stall},
		Sync: b.Sync, Seed: b.Seed, Oversubscribed: b.Oversubscribed,
	}}
	cfg := &job.Config
	if b.Warmup == 0 {
		cfg.Warmup = -1
	}
	err := cmp.Or(b.conditionFlags.check(b.pingPong()), b.selectionFlags.check(), b.sampleFlags.check())
	if err == nil && b.Packed != "" && len(b.NP) > 1 {
		err = exit.Usagef("--packed %s cannot be used with --np, because the file is for one number of ranks",
			b.Packed)
	}
	if err = cmp.Or(err, job.CheckNetwork()); err != nil {
		return job, err
	}
	if err = b.selectContenders(cfg); err != nil {
		return job, err
	}
	if cfg.Sizes, err = results.ParseSizes(b.Size); err != nil {
		return job, exit.Usage(err)
	}
	if err = b.callFlags.set(cfg); err != nil {
		return job, err
	}
	if cfg.Segment, err = option.ParseSize(b.Segment); err != nil {
		return job, err
	}
	if cfg.MemoryLimit, err = option.ParseSize(b.MemLimit); err != nil {
		return job, err
	}
	if cfg.Mesh, err = option.ParseDims(b.Dims); err != nil {
		return job, err
	}
	if cfg.Plans, err = ReadPlans(b.Plan, *cfg); err != nil {
		return job, err
	}
	return job, cmp.Or(b.setCounts(cfg), b.callModeFlags.set(cfg, b.selectionFlags), b.setArrival(cfg))
}

// selectContenders stores in cfg which operations and which algorithms of the catalog are measured.
func (b *Command) selectContenders(cfg *bench.Config) error {
	ours, err := b.contenders(cfg)
	if err != nil {
		return err
	}
	switch {
	case b.pingPong() && len(b.Op) > 1:
		return exit.Usagef("--op %s, want pingpong alone", strings.Join(b.Op, ","))
	case b.pingPong():
		cfg.Collectives = []catalog.Collective{}
		return nil
	}
	named := option.Selection{Op: b.Op, Algo: ours}
	if cfg.Rows, err = named.Rows(); err != nil {
		return err
	}
	if cfg.Rows, err = b.CountsFlag.VectorRows(cfg.Rows, named); err != nil {
		return err
	}
	if len(b.Algo) > 0 && len(ours) == 0 { // --algo lists only contenders outside the catalog
		cfg.Collectives, cfg.Rows = cfg.Ops(), nil
	}
	return b.RadixFlag.Apply(cfg.Rows)
}

// setCounts copies --counts to cfg. It returns an error if a flag selects a contender whose calls cannot have
// a separate count for each rank.
func (b *Command) setCounts(cfg *bench.Config) error {
	if b.Counts == "" {
		return nil
	}
	cfg.Counts, cfg.Likely = b.Counts, false
	err := refuseUnsupported([]flagUse{
		{"--algo auto", cfg.Auto}, {"--algo gompi", cfg.Gompi && len(b.Algo) > 0},
		{"--plan", len(b.Plan) > 0},
		{"--" + results.Persistent, b.Persistent},
	}, fmt.Sprintf(
		"--counts %s; use native, native:NAME or algorithms of the catalog, in blocking calls, because no "+
			"other contender supports counts", b.Counts))
	cfg.Gompi = false
	return err
}

// setArrival copies --arrival to cfg. It returns an error for a ping-pong, and for non-blocking or persistent
// calls, because their times cannot be measured from the arrival of the last rank.
func (b *Command) setArrival(cfg *bench.Config) error {
	if cfg.Arrival = b.Arrival; b.Arrival.Time == 0 {
		return nil
	}
	return refuseUnsupported([]flagUse{{"--op pingpong", b.pingPong()}, {"--nonblocking", b.Nonblocking},
		{"--persistent", b.Persistent}},
		"--arrival "+b.Arrival.String()+", which needs blocking collective calls")
}

// refuseIdle returns an error for a flag that has no effect on the run.
func (b *Command) refuseIdle(cfg bench.Config, given option.Given) error {
	if b.pingPong() {
		return given.RefuseOthers("cannot be used with --op pingpong, which times single messages", "op", "size",
			"n", "np", "ranks-per-core", "launches", "seed", "preset", "quiet",
			"progress", "dry-run", "config", "dump-config")
	}
	return given.RefuseIdle(cfg.Rows)
}

func (b *Command) newListener(out io.Writer) *listener {
	report, before := b.reporter(out), statResult(b.Out)
	complete := func(ended error) error {
		if ended == nil && b.pingPong() { // a ping-pong writes no files
			return nil
		}
		return report.completeRun(before, ended)
	}
	s := measure.NewSession(b.Out, measure.Style(b.Progress, b.Quiet), complete)
	return &listener{Session: s, report: report, dir: s.Launch.Dir(b.Out)}
}

func (b *Command) reporter(out io.Writer) reporter {
	return reporter{out: out, dir: b.Out, format: b.Stdout, launches: b.Launches, limit: b.Limit,
		oversubscribed: b.Oversubscribed}
}

// NeedsParent reports whether a parent process must write the page and the summary. If so, it sets the
// network to `network` unless --network was given.
func (b *Command) NeedsParent(network string) bool {
	return !b.DryRun && !b.pingPong() && b.Network.SetDefault(network)
}

// RunLaunches calls the function `start` once for every launch. It joins the results and writes the report.
func (b *Command) RunLaunches(_ tuned.Job, start func(ranks.Launch) error) error {
	if _, err := b.job(); err != nil {
		return err
	}
	report := b.reporter(os.Stdout)
	if err := report.checkWritable(); err != nil {
		return err
	}
	return report.runLaunches(start)
}
