package bench

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/measure"
	"topocoll/internal/cli/option"
	"topocoll/internal/cluster"
	"topocoll/internal/exit"
)

type Command struct {
	Ops []string `arg:"" optional:"" name:"operation" help:"Operations, such as bcast or MPI_Bcast, or pingpong (default: all but pingpong)." type:"op" predictor:"benchop"`
	whatFlags
	callFlags
	howFlags
	outputFlags
	option.ConfigFlags
	layoutFlags
	option.RadixFlag
	formFlags
	sampleFlags
	option.RanksPerCoreFlag
	// --algo has all contenders; of the algorithms of other libraries, only the ones that can win are timed
	likely bool `kong:"-"`
}

// whatFlags say what to measure.
type whatFlags struct {
	N      int      `group:"What to measure" short:"n" help:"Number of ranks to start (default: one per core, 2 to 4)." placeholder:"P"`
	Op     []string `group:"What to measure" help:"Operations, as the arguments." placeholder:"OP" type:"op" predictor:"benchop"`
	Algo   []string `group:"What to measure" help:"Contenders: ids or patterns of the catalog, native, native:NAME, native:*, gompi or auto." placeholder:"ID" predictor:"contenders"`
	Size   string   `group:"What to measure" help:"Bytes of one rank's block: a list 8,1K,64K or a range 8:4M:x8 (default: ${default})." default:"8:4M:x8" placeholder:"SIZES"`
	NP     []int    `group:"What to measure" name:"np" help:"Measure on the first P ranks, for each P of a list such as 2,4,8." placeholder:"P"`
	Preset string   `group:"What to measure" help:"quick or full: sizes, time and contenders for a short or a thorough run." enum:",quick,full" default:"" placeholder:"NAME"`
}

// howFlags say how to measure.
type howFlags struct {
	Launches int            `group:"How" help:"Start the ranks N times and join the results (default: ${default}; with --preset: 3)." default:"1" placeholder:"N"`
	Time     time.Duration  `group:"How" help:"Maximum time for an operation and size, over all launches (default: ${default})." default:"1s" placeholder:"TIME"`
	Limit    time.Duration  `group:"How" help:"Stop the run after this time and keep the finished cells." placeholder:"TIME"`
	Cache    string         `group:"How" help:"Whether a call's data start in memory (cold) or in the caches (warm) (default: ${default})." default:"cold" enum:"cold,warm" placeholder:"STATE"`
	Network  option.Network `group:"How" help:"The network between the ranks, such as torus:4x4@200mbit, file:FILE or slurm." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Map      string         `group:"How" help:"The label of each rank: identity, gray, snake, random:SEED, hosts or a list (default: ${default})." default:"identity" placeholder:"MAP" predictor:"label"`
}

// outputFlags say what to print and write.
type outputFlags struct {
	Out      string `group:"Output" short:"o" help:"Folder for bench.json, bench.csv and report.html (default: ${default})." default:"report" placeholder:"DIR"`
	Stdout   string `group:"Output" help:"Format of the output: table, osu, csv, or go for benchstat (default: ${default})." default:"table" enum:"table,osu,csv,go" placeholder:"FORMAT"`
	Quiet    bool   `group:"Output" short:"q" help:"Show no progress."`
	Progress string `group:"Output" help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	DryRun   bool   `group:"Output" help:"Print what would be measured, with its memory and time, and exit."`
}

// layoutFlags change the algorithms.
type layoutFlags struct {
	Dims    string `group:"Advanced" help:"Extents of the mesh: 2x3 (default: the network's, else as square as possible)." placeholder:"RxC"`
	Segment string `group:"Advanced" help:"Bytes of a segment of a long message (default: chosen for each algorithm and size)." placeholder:"SIZE"`
}

// formFlags add contenders and change the form of the calls.
type formFlags struct {
	Uncompiled  bool     `group:"Advanced" help:"Also time the procedures message by message from Go, as go:ring/allgather and so on."`
	TimeInC     bool     `group:"Advanced" name:"time-in-c" help:"Read all times in C, without the call from Go."`
	Nonblocking bool     `group:"Advanced" help:"Time non-blocking calls, such as MPI_Ibcast, and their overlap with a computation."`
	Persistent  bool     `group:"Advanced" help:"Time persistent calls, such as MPI_Bcast_init, and their overlap with a computation."`
	Tests       int      `group:"Advanced" help:"Number of tests for completion during the computation of --nonblocking or --persistent (default: ${default})." default:"0" placeholder:"N"`
	Plan        []string `group:"Advanced" help:"Also time the plans in this file, as plan:FILE; may be repeated." placeholder:"FILE" sep:"none"`
	Packed      string   `group:"Advanced" help:"Read the trees of network/* from this file of topocoll pack." placeholder:"FILE"`
}

// sampleFlags change how samples are taken.
type sampleFlags struct {
	Sync           string            `group:"Advanced" help:"How a sample starts: dissem, barrier, round or auto (default: ${default})." default:"dissem" enum:"auto,dissem,round,barrier" placeholder:"HOW"`
	Arrival        string            `group:"Advanced" help:"Arrival pattern and delay of the ranks: last:100us, or first, ramp or random." placeholder:"HOW"`
	Rel            option.Percentage `group:"Advanced" help:"Stop a size when every ratio is known to this precision (default: ${default})." default:"2%" placeholder:"PERCENT"`
	Iterations     int               `group:"Advanced" short:"i" help:"Take exactly N samples of every cell in each launch." placeholder:"N"`
	Warmup         int               `group:"Advanced" short:"x" help:"Maximum number of warm-up repetitions for an operation and size (default: ${default})." default:"16" placeholder:"N"`
	Stall          time.Duration     `group:"Advanced" help:"Time limit of a call; ten times its expected time if that is longer (default: ${default})." default:"15s" placeholder:"TIME"`
	MemLimit       string            `group:"Advanced" help:"Maximum size of the buffers per rank; larger cells are left out." placeholder:"SIZE"`
	Seed           uint64            `group:"Advanced" help:"Seed of the order of the contenders (default: ${default})." default:"1"`
	Oversubscribed bool              `group:"Advanced" name:"allow-oversubscribed" help:"Give verdicts even with more ranks than cores."`
}

func (*Command) Help() string {
	return `Times the algorithms of the catalog, the native calls and gompi in the same processes, prints a
table with verdicts, and writes report.html. Under your own mpirun or srun, omit -n.

  topocoll bench
  topocoll bench bcast allreduce -n 2 --size 8:64K --launches 3
  topocoll bench --algo 'hcube,native:*' -n 2 --preset quick

docs/reference/commands.md describes every flag in detail.`
}

// job checks the flags and turns them into a measurement.
func (b *Command) job() (measure.Job, error) {
	job := measure.Job{Network: b.Network, Config: bench.Config{
		NetworkSettings: bench.NetworkSettings{Network: b.Network.String(), Packed: b.Packed, Map: b.Map,
			Cluster: os.Getenv(cluster.Environment)},
		CallSettings: bench.CallSettings{Cache: b.Cache, InC: b.TimeInC},
		Contenders:   bench.Contenders{Uncompiled: b.Uncompiled},
		Effort: bench.Effort{Rel: float64(b.Rel), Time: b.Time, Exact: b.Iterations, Warmup: b.Warmup,
			Limit: b.Limit, Stall: b.Stall},
		Sync: b.Sync, Seed: b.Seed, Oversubscribed: b.Oversubscribed,
	}}
	cfg := &job.Config
	if b.Warmup == 0 {
		cfg.Warmup = -1
	}
	err := b.checkRanges()
	if err == nil && b.Packed != "" && len(b.NP) > 1 {
		err = exit.Usagef("--packed %s with --np, want no --np, because the file is for one number of ranks",
			b.Packed)
	}
	if err = cmp.Or(err, job.CheckNetwork()); err != nil {
		return job, err
	}
	if err = b.choose(cfg); err != nil {
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
	if cfg.Plans, err = b.Plans(*cfg); err != nil {
		return job, err
	}
	return job, cmp.Or(b.setCounts(cfg), b.setStarted(cfg), b.setArrival(cfg))
}

// choose sets the operations and the algorithms to measure.
func (b *Command) choose(cfg *bench.Config) error {
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
	if len(b.Algo) > 0 && len(ours) == 0 { // only native ones or gompi
		cfg.Collectives, cfg.Rows = cfg.Ops(), nil
	}
	return b.RadixFlag.Apply(cfg.Rows)
}

// contenders returns the names in --algo that belong to the catalog, and sets the other contenders in cfg.
// Native is always a contender, because the others are compared with it.
func (b *Command) contenders(cfg *bench.Config) (ours []string, err error) {
	cfg.Gompi, cfg.Likely = len(b.Algo) == 0, len(b.Algo) == 0 || b.likely
	for _, name := range b.Algo {
		native, forced := strings.CutPrefix(name, "native:")
		switch {
		case name == "native":
		case name == "gompi":
			cfg.Gompi = true
		case name == results.Auto:
			cfg.Auto = true
		case forced && native == "":
			return nil, exit.Usagef("--algo %q, want native:NAME or native:*", name)
		case forced:
			cfg.Native = append(cfg.Native, native)
		default:
			ours = append(ours, name)
		}
	}
	return ours, nil
}

// pingPong reports whether single messages are to be timed instead of collectives.
func (b *Command) pingPong() bool { return slices.Contains(b.Op, "pingpong") }

// scales returns the numbers of ranks to measure on, each at most p.
func (b *Command) scales(p int) ([]int, error) {
	if len(b.NP) == 0 {
		return []int{p}, nil
	}
	for _, n := range b.NP {
		if n < 1 || n > p {
			return nil, exit.Usagef("--np %d of %d processes, want 1..%d", n, p, p)
		}
	}
	return b.NP, nil
}
