package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/catalog"
)

type benchCommand struct {
	N        int      `short:"n" help:"Processes to start (as many as cores, 2 to 4); leave it out under your own mpirun or srun." placeholder:"P"`
	Op       []string `help:"Operations: bcast,reduce,allgather,... or pingpong (all but pingpong)." placeholder:"OP"`
	Algo     []string `help:"Contenders: ids or id prefixes of the catalog, native, native:NAME, native:*, gompi (all of the catalog, native and gompi)." placeholder:"ID"`
	Size     string   `help:"Bytes of one rank's block: 8:4M doubles, 8:4M:x8, or a list 8,1K,64K (${default})." default:"8:4M:x8" placeholder:"SIZES"`
	Out      string   `help:"Folder for bench.json and bench.csv (${default})." default:"report" placeholder:"DIR"`
	Launches int      `help:"Start the ranks so often, one time after the other, and put the results together (${default}; a preset: 3)." default:"1" placeholder:"N"`
	NP       []int    `name:"np" help:"Measure on the first 2, 4, 8 ... of the processes, one after the other." placeholder:"P"`

	Dims    string `help:"Extents of the mesh: 2x3 (those of the network, or as square as can be)." placeholder:"RxC"`
	Map     string `help:"Which rank has which label: identity, gray, snake, random:SEED, hosts or a list (${default})." default:"identity" placeholder:"MAP"`
	Segment string `help:"Bytes of a segment of the pipelined algorithms (what the messages of the run suggest)." placeholder:"SIZE"`
	Network string `help:"What joins the ranks, for the record: torus:4x4@200mbit." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK"`

	Sync           string        `help:"How a sample starts: auto, dissem, round or barrier (${default})." default:"dissem" enum:"auto,dissem,round,barrier" placeholder:"HOW"`
	Cache          string        `help:"Where a call finds its words: cold, in memory, none in a cache, or warm, as a call with the same root left them (${default})." default:"cold" enum:"cold,warm" placeholder:"STATE"`
	Rel            share         `help:"Stop a cell when every ratio is known this well (${default})." default:"2%" placeholder:"PERCENT"`
	Time           time.Duration `help:"Longest time for a cell, over all launches (${default}); four rounds at least, unless they take 20 times as long." default:"1s" placeholder:"TIME"`
	Iterations     int           `short:"i" help:"Exactly so many samples of every cell in a launch." placeholder:"N"`
	Warmup         int           `short:"x" help:"Most warm-up rounds of a cell (${default})." default:"16" placeholder:"N"`
	Limit          time.Duration `help:"Stop after this time of all launches, and keep what is finished." placeholder:"TIME"`
	Stall          time.Duration `help:"Give up when a call takes this long and ten times what it should, or all take ten times as long as before (${default})." default:"15s" placeholder:"TIME"`
	MemLimit       string        `help:"Leave out what needs more buffer per rank (1G, or its share of half the free memory)." placeholder:"SIZE"`
	Seed           uint64        `help:"Of the order of the contenders; one more with each launch (${default})." default:"1"`
	Oversubscribed bool          `name:"allow-oversubscribed" help:"Give verdicts with more ranks than cores."`
	Preset         string        `help:"quick: sizes 8:1M:x64 and 0.2 s a cell; full: 8:4M, 3 s and native:*; both: 3 launches." enum:",quick,full" default:"" placeholder:"NAME"`

	Stdout   string `help:"What to print: table, osu, csv or go, for benchstat (${default})." default:"table" enum:"table,osu,csv,go" placeholder:"FORMAT"`
	Quiet    bool   `short:"q" help:"No progress."`
	Progress string `help:"auto, plain, bar or off (${default})." default:"auto" enum:"auto,plain,bar,off" placeholder:"HOW"`
	DryRun   bool   `help:"Say what would be measured, with memory and time, and quit."`
	configFlags
}

// share is a part of one given as 2% or 0.02.
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

// MarshalText writes a share the way it is read.
func (p share) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(100*float64(p), 'g', 12, 64) + "%"), nil
}

// config checks the flags and turns them into what bench measures.
func (b *benchCommand) config() (bench.Config, error) {
	cfg := bench.Config{
		Network: b.Network, Map: b.Map, Sync: b.Sync, Cache: b.Cache, Rel: float64(b.Rel), Time: b.Time, Exact: b.Iterations, Warmup: b.Warmup,
		Limit: b.Limit, Stall: b.Stall, Seed: b.Seed, Oversubscribed: b.Oversubscribed,
	}
	if b.Warmup == 0 {
		cfg.Warmup = -1
	}
	if err := b.inRange(); err != nil {
		return cfg, err
	}
	err := b.choose(&cfg)
	if err != nil {
		return cfg, err
	}
	if cfg.Sizes, err = results.ParseSizes(b.Size); err != nil {
		return cfg, usage(err)
	}
	if cfg.Segment, err = sizeFlag(b.Segment); err != nil {
		return cfg, err
	}
	if cfg.MemoryLimit, err = sizeFlag(b.MemLimit); err != nil {
		return cfg, err
	}
	cfg.Mesh, err = parseDims(b.Dims)
	return cfg, err
}

// inRange refuses numbers that make no sense.
func (b *benchCommand) inRange() error {
	if err := b.launchable(); err != nil {
		return err
	}
	const longest = 365 * 24 * time.Hour
	for _, flag := range []struct {
		name          string
		got, from, to time.Duration
	}{
		{"time", b.Time, time.Microsecond, longest},
		{"limit", b.Limit, 0, longest},
		{"stall", b.Stall, 100 * time.Millisecond, longest}, // a rank that shares its core may wait that long
	} {
		if flag.got < flag.from || flag.got > flag.to {
			return usagef("--%s %v, want %v to %v", flag.name, flag.got, flag.from, flag.to)
		}
	}
	for _, n := range b.NP {
		if n < 1 || n > mostRanks {
			return usagef("--np %d, want 1 to %d processes", n, mostRanks)
		}
	}
	const most = 1 << 20
	if b.Iterations < 0 || b.Iterations > most {
		return usagef("--iterations %d, want 1 to %d (0: as --rel and --time say)", b.Iterations, most)
	}
	if b.Warmup < 0 || b.Warmup > most {
		return usagef("--warmup %d, want 0 to %d", b.Warmup, most)
	}
	return nil
}

// choose sets what is measured, and on whom.
func (b *benchCommand) choose(cfg *bench.Config) error {
	ours, err := b.contenders(cfg)
	if err != nil {
		return err
	}
	switch {
	case b.pingPong() && len(b.Op) > 1:
		return usagef("--op %s, want pingpong alone", strings.Join(b.Op, ","))
	case b.pingPong():
		cfg.Kinds = []catalog.Kind{}
		return nil
	}
	if cfg.Rows, err = (selection{Op: b.Op, Algo: ours}).rows(); err != nil {
		return err
	}
	if len(b.Algo) > 0 && len(ours) == 0 { // only others are named: none of ours
		cfg.Kinds, cfg.Rows = cfg.Ops(), nil
	}
	return nil
}

// contenders takes the names of others out of --algo and returns those of the catalog. native is always
// there: it is what the others are compared with.
func (b *benchCommand) contenders(cfg *bench.Config) (ours []string, err error) {
	cfg.Gompi = len(b.Algo) == 0
	for _, name := range b.Algo {
		native, forced := strings.CutPrefix(name, "native:")
		switch {
		case name == "native":
		case name == "gompi":
			cfg.Gompi = true
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
	if err != nil {
		return 0, usage(err)
	}
	return size, nil
}

// pingPong reports whether the messages themselves are to be timed, not a collective.
func (b *benchCommand) pingPong() bool { return slices.Contains(b.Op, "pingpong") }

// sizes of the processes to measure on, within the p there are.
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
