package cli

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cluster"
)

type benchCommand struct {
	N        int      `short:"n" help:"Number of processes to start (default: one per core, 2 to 4). Omit it under your own mpirun or srun." placeholder:"P"`
	Op       []string `help:"Operations: bcast,reduce,allgather,... or pingpong (default: all except pingpong)." placeholder:"OP" predictor:"benchop"`
	Algo     []string `help:"Contenders: ids of the catalog, the beginning of ids or a pattern such as 'hcube/*', native, native:NAME (with that algorithm of the library forced), native:* (with each of them forced), gompi, auto (what package coll chooses) (default: native, gompi and the whole catalog, of circulant, tree and butterfly what the model has faster than all others)." placeholder:"ID" predictor:"contenders"`
	Size     string   `help:"Bytes of one rank's block: a range such as 8:4M (each size twice the one before) or 8:4M:x8 (eight times), or a list such as 8,1K,64K (default: ${default})." default:"8:4M:x8" placeholder:"SIZES"`
	Out      string   `help:"Folder for bench.json, bench.csv and report.html (default: ${default})." default:"report" placeholder:"DIR"`
	Launches int      `help:"Start the ranks N times, one launch after the other, and join the results (default: ${default}; with --preset: 3)." default:"1" placeholder:"N"`
	NP       []int    `name:"np" help:"Measure on the first P processes, for each P of a list such as 2,4,8." placeholder:"P"`
	ranksPerCoreFlag

	callFlags
	Dims    string `help:"Extents of the mesh: 2x3 (default: those of the network if known, else as square as possible)." placeholder:"RxC"`
	Map     string `help:"Which rank has which label: identity, gray, snake, random:SEED, hosts or a list (default: ${default})." default:"identity" placeholder:"MAP" predictor:"label"`
	Segment string `help:"Bytes of a segment: longer messages of ours are cut, and the pipelined algorithms take segments of this length (default: chosen for each algorithm and size from the messages of the run)." placeholder:"SIZE"`
	radixFlag
	Uncompiled  bool     `help:"Add our procedures uncompiled, message by message from Go, as go:ring/allgather and so on."`
	TimeInC     bool     `name:"time-in-c" help:"Read the times of native calls and of ours in C, as a C program would, without the call from Go."`
	Nonblocking bool     `help:"Start every call and wait for it, as with MPI_Ibcast and its like, ours beside the library's; and measure how much of it a computation in between hides (overlap)."`
	Persistent  bool     `help:"As --nonblocking, with requests that are made before, as by MPI_Bcast_init and its like."`
	Tests       int      `help:"With --nonblocking or --persistent: how often the computation tests for the end of the call, and so lets it go on (default: ${default})." default:"0" placeholder:"N"`
	Plan        []string `help:"Also measure the plans in a file, made by plan --json or by another program, as plan:FILE; they are checked first, as by plan --check. May be given several times. Unless -n, --op and --size say otherwise, what the plans are for is measured." placeholder:"FILE" sep:"none"`
	Network     network  `help:"The network between the ranks, such as torus:4x4@200mbit or file:FILE with a list of links. It is recorded and gives the bounds and the extents of the mesh." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`

	Packed string `help:"Read the trees and routes of network/* from this file, which topocoll pack has written for the same --network, in place of packing them." placeholder:"FILE"`

	Sync           string        `help:"How a sample starts: dissem (our dissemination barrier), barrier (the library's barrier), round (a common start time) or auto (default: ${default})." default:"dissem" enum:"auto,dissem,round,barrier" placeholder:"HOW"`
	Cache          string        `help:"Where a call finds its words: cold (in memory, none in a cache) or warm (where a call with the same root left them) (default: ${default})." default:"cold" enum:"cold,warm" placeholder:"STATE"`
	Rel            share         `help:"Stop measuring an operation and size when every ratio is known to this precision (default: ${default})." default:"2%" placeholder:"PERCENT"`
	Time           time.Duration `help:"Maximum time for an operation and size, over all launches (default: ${default}). It is exceeded, by up to 20 times, to measure every contender four times." default:"1s" placeholder:"TIME"`
	Iterations     int           `short:"i" help:"Take exactly N samples of every cell in each launch." placeholder:"N"`
	Warmup         int           `short:"x" help:"Maximum number of untimed warm-up repetitions for an operation and size (default: ${default})." default:"16" placeholder:"N"`
	Limit          time.Duration `help:"Stop after this time, over all launches, and keep the finished cells." placeholder:"TIME"`
	Stall          time.Duration `help:"Give up if a call takes longer than this and than ten times the expected time, or if all calls take ten times as long as before (default: ${default})." default:"15s" placeholder:"TIME"`
	MemLimit       string        `help:"Leave out cells that need larger buffers per rank, and let cold calls go through that much memory (default: 1G, or what the free memory allows for)." placeholder:"SIZE"`
	Seed           uint64        `help:"Seed of the order of the contenders; each launch adds 1 to it (default: ${default})." default:"1"`
	Oversubscribed bool          `name:"allow-oversubscribed" help:"Give verdicts on the times as they are, even with more ranks than cores; on an emulated network, do not time the calls on links without rates."`
	Preset         string        `help:"quick: --size 8:1M:x64 --time 200ms; full: --size 8:4M --time 3s, and native:* as well; both: --launches 3." enum:",quick,full" default:"" placeholder:"NAME"`

	Stdout   string `help:"Output format: table, osu (as with OSU's -f), csv, or go for benchstat (default: ${default})." default:"table" enum:"table,osu,csv,go" placeholder:"FORMAT"`
	Quiet    bool   `short:"q" help:"Show no progress."`
	Progress string `help:"How to show progress: auto, plain, bar or off (default: ${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	DryRun   bool   `help:"Print what would be measured, with the memory and time that it takes at most, and exit."`
	configFlags

	likely bool // the names in --algo are all algorithms, so of other libraries those that can win
}

// share is a fraction, given as 2% or 0.02.
type share float64

func (p *share) UnmarshalText(text []byte) error {
	digits, found := strings.CutSuffix(string(text), "%")
	value, err := strconv.ParseFloat(digits, 64)
	if found {
		value /= 100
	}
	if err != nil || !(value > 0 && value <= 100) {
		return usagef("%q, want a percentage: 2%%", text)
	}
	*p = share(value)
	return nil
}

// MarshalText writes a share in the form that UnmarshalText reads.
func (p share) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(100*float64(p), 'g', 12, 64) + "%"), nil
}

// config checks the flags and turns them into the configuration of the bench.
func (b *benchCommand) config() (bench.Config, error) {
	cfg := bench.Config{
		Network: b.Network.String(), Packed: b.Packed, Map: b.Map, Sync: b.Sync, Cache: b.Cache, Rel: float64(b.Rel), Time: b.Time, Exact: b.Iterations, Warmup: b.Warmup, Uncompiled: b.Uncompiled, InC: b.TimeInC,
		Limit: b.Limit, Stall: b.Stall, Seed: b.Seed, Oversubscribed: b.Oversubscribed, Cluster: os.Getenv(cluster.Environment),
	}
	if b.Warmup == 0 {
		cfg.Warmup = -1
	}
	err := cmp.Or(b.inRange(), b.networked())
	if err != nil {
		return cfg, err
	}
	if err = b.choose(&cfg); err != nil {
		return cfg, err
	}
	if cfg.Sizes, err = results.ParseSizes(b.Size); err != nil {
		return cfg, usage(err)
	}
	if err = b.callFlags.set(&cfg); err != nil {
		return cfg, err
	}
	if cfg.Segment, err = sizeFlag(b.Segment); err != nil {
		return cfg, err
	}
	if cfg.MemoryLimit, err = sizeFlag(b.MemLimit); err != nil {
		return cfg, err
	}
	if cfg.Mesh, err = parseDims(b.Dims); err != nil {
		return cfg, err
	}
	if cfg.Plans, err = b.plans(cfg); err != nil {
		return cfg, err
	}
	err = cmp.Or(b.counted(&cfg), b.started(&cfg))
	return cfg, err
}

// choose sets the operations and our algorithms that are measured.
func (b *benchCommand) choose(cfg *bench.Config) error {
	ours, err := b.contenders(cfg)
	if err != nil {
		return err
	}
	switch {
	case b.pingPong() && len(b.Op) > 1:
		return usagef("--op %s, want pingpong alone", strings.Join(b.Op, ","))
	case b.pingPong():
		cfg.Collectives = []catalog.Collective{}
		return nil
	}
	named := selection{Op: b.Op, Algo: ours}
	if cfg.Rows, err = named.rows(); err != nil {
		return err
	}
	if cfg.Rows, err = b.skewFlag.of(cfg.Rows, named); err != nil {
		return err
	}
	if len(b.Algo) > 0 && len(ours) == 0 { // only others are named: none of ours
		cfg.Collectives, cfg.Rows = cfg.Ops(), nil
	}
	return b.radixFlag.in(cfg.Rows)
}

// contenders returns the names in --algo that are of the catalog, and sets the other contenders in cfg. native is always
// a contender, because the others are compared with it.
func (b *benchCommand) contenders(cfg *bench.Config) (ours []string, err error) {
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
			return nil, usagef("--algo %q, want native:NAME or native:*", name)
		case forced:
			cfg.Native = append(cfg.Native, native)
		default:
			ours = append(ours, name)
		}
	}
	return ours, nil
}

func sizeFlag(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, usage(err)
}

// pingPong reports whether single messages are to be timed instead of collectives.
func (b *benchCommand) pingPong() bool { return slices.Contains(b.Op, "pingpong") }

// scales returns the process counts to measure on, each at most p.
func (b *benchCommand) scales(p int) ([]int, error) {
	if len(b.NP) == 0 {
		return []int{p}, nil
	}
	for _, n := range b.NP {
		if n < 1 || n > p {
			return nil, usagef("--np %d of %d processes, want 1..%d", n, p, p)
		}
	}
	return b.NP, nil
}
