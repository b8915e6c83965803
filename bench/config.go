package bench

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/catalog"
	"topocoll/internal/packing"
	"topocoll/topo"
)

// Config says what to measure and when to stop. The zero value of every field is a sensible choice, except for Sizes,
// and for Rows or Collectives.
type Config struct {
	Collectives []catalog.Collective // operations to measure; nil: those of Rows; empty: a ping-pong
	Rows        []catalog.Info       // our contenders
	Sizes       []int                // bytes of one rank's block
	Type        string               // of the words, see results.WordTypes; "": float64 where the size is a multiple of 8, else uint8
	Operator    string               // of reductions: one of Operators; "": Sum
	Root        *int                 // the root of every call; nil: every rank in turn
	Counts      catalog.Skew         // of the words of a call, by calls with a count for each rank; "": equal blocks, by calls without
	Likely      bool                 // of the rows that are of other libraries, only those that can win: see unlikely, and in a race entrants
	Native      []string             // native algorithms to force, by name; "*" means all
	Gompi       bool                 // add gompi for the operations that it has

	Mesh      topo.Mesh // nil: as square as possible
	MeshFrom  string    // origin of Mesh, for the record: results.FromDims or results.FromNetwork
	Map       string    // name of the placement, for the record
	Placement []int     // label -> rank; nil: label i is rank i
	Segment   int       // bytes per segment of pipelined algorithms; 0: chosen by the messages of the run
	Network   string    // network between the hosts, if known: "torus:4x4@200mbit"
	Packed    string    // file of what has been packed into it, for rank 0; "": it is packed
	Cluster   string    // name of the emulated network on which "cluster run" started the ranks; "": none

	Sync  string        // how samples start: clock.Dissem (default), clock.Round, clock.Barrier, or auto
	Cache string        // where the words of calls are: results.Cold (default) or results.Warm
	Rel   float64       // stop when the relative half-width of every ratio's interval is at most this; 0 means 0.02
	Time  time.Duration // time limit of a cell; four repetitions may exceed it up to 20 times; 0 means 1 s
	Limit time.Duration // time limit of the run; 0 means none
	// Stall is when to give up: if a call takes longer than this plus ten times its usual time, or if the calls together are
	// this much later than ten times their usual time. 0 means 15 s.
	Stall  time.Duration
	Most   int    // maximum number of samples of a cell; 0 means 1024, or 16384 in a race, which ends by itself
	Least  int    // number of samples before which only the time limit ends a cell; 0 means 16
	Exact  int    // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int    // maximum number of warm-up repetitions; 0 means 16, negative none
	Seed   uint64 // of the order of contenders and, after the first launch, of operations
	Launch int    // number of launches of this run before this one; each has a seed one higher

	// Cells are what to measure instead of every operation at every size; nil: that. Sizes are still what memory is laid out for: none
	// may be longer than the longest of them.
	Cells []TimedCase
	Race  *Race // look for the fastest; nil: call all contenders equally often, at every size

	Uncompiled bool                    // add our procedures as they are, not compiled, as contenders "go:ring/allgather"
	Auto       bool                    // add what package coll chooses, as the contender "auto"
	Plans      []contender.PlannedCall // to measure beside ours, each at the operation, size and number of ranks that it is for
	InC        bool                    // read the time of native and compiled calls in C, without the call from Go

	// Started makes every call one that is started and waited for: results.Nonblocking or results.Persistent; "": it is not. Only native, the
	// rows and Auto have such calls. Then the overlap with a computation is measured too, in which the end of the call is tested for Tests
	// times.
	Started string
	Tests   int

	Oversubscribed bool // give verdicts even with more ranks than cores, and do not measure what the cores take
	// MemoryLimit is the bytes of buffers per rank; cells that need more are skipped. 0 means 1 GiB, or a rank's share of
	// the free memory if that is less; see share.
	MemoryLimit   int
	defaultMemory bool // MemoryLimit was 0

	quick bool // trees of more than packing.MostAny processes are packed quickly, or have been; known once the hosts are
}

func (c Config) withDefaults() Config {
	c.Sync, c.Cache = cmp.Or(c.Sync, clock.Dissem), cmp.Or(c.Cache, results.Cold)
	c.Rel, c.Time, c.Stall = cmp.Or(c.Rel, 0.02), cmp.Or(c.Time, time.Second), cmp.Or(c.Stall, 15*time.Second)
	if c.Race != nil {
		c.Most = cmp.Or(c.Most, 16<<10)
	}
	c.Most, c.Least, c.Warmup = cmp.Or(c.Most, 1024), cmp.Or(c.Least, 16), cmp.Or(c.Warmup, 16)
	if c.Exact > 0 {
		c.Most = c.Exact
	}
	if c.MemoryLimit == 0 {
		c.MemoryLimit, c.defaultMemory = 1<<30, true
	}
	return c
}

// Ops returns the operations that are measured, each once, in the order of the catalog.
func (c Config) Ops() []catalog.Collective {
	if c.Collectives != nil {
		return c.Collectives
	}
	return slices.DeleteFunc(catalog.Collectives(), func(coll catalog.Collective) bool {
		return !slices.ContainsFunc(c.Rows, func(row catalog.Info) bool { return row.Op == coll })
	})
}

// tooLarge reports whether an algorithm needs trees or routes among too many processes.
func (c Config) tooLarge(info catalog.Info, p int) bool { return packing.TooLarge(info, p, c.quick) }

// ours returns the rows of an operation that run on p ranks.
func (c Config) ours(coll catalog.Collective, p int) (rows []catalog.Info) {
	for _, row := range c.Rows {
		if row.Op == coll && row.Takes(p) && row.TakesMesh(c.Mesh) && !c.tooLarge(row, p) {
			rows = append(rows, row)
		}
	}
	return rows
}

// byCase reports whether it is decided at each size which of the rows of other libraries are measured.
func (c Config) byCase() bool { return c.Likely && c.Race != nil }

// order is the order of the operations: that of the catalog in the first launch. In the others it is drawn from the
// seed, so that every operation has another position than in the first (Sattolo's algorithm: a permutation of one
// cycle).
func (c Config) order() []catalog.Collective {
	ops := slices.Clone(c.Ops())
	if c.Launch == 0 {
		return ops
	}
	draw := rand.New(rand.NewPCG(c.Seed, 0))
	for i := len(ops) - 1; i > 0; i-- {
		j := draw.IntN(i)
		ops[i], ops[j] = ops[j], ops[i]
	}
	return ops
}

// sequence is what is measured, in its order.
func (c Config) sequence() []TimedCase {
	if c.Cells != nil {
		return c.Cells
	}
	var list []TimedCase
	for _, coll := range c.order() {
		for _, bytes := range c.SizesOf(coll) {
			list = append(list, TimedCase{results.Case{Op: coll, Bytes: bytes}, c.Time})
		}
	}
	return list
}

// SizesOf returns the block sizes of an operation; a barrier has no block.
func (c Config) SizesOf(coll catalog.Collective) []int {
	if coll == catalog.Barrier {
		return []int{0}
	}
	return c.Sizes
}

// hasMesh reports whether any of the rows is a mesh algorithm.
func hasMesh(rows []catalog.Info) bool {
	return slices.ContainsFunc(rows, func(row catalog.Info) bool { return row.OnMesh() })
}

// contenders returns the options of the contenders.
func (c Config) contenders() contender.Options {
	return contender.Options{
		Operator: c.Operator, Root: c.Root, Counts: c.Counts, Mesh: c.Mesh, Placement: c.Placement, Segment: c.Segment,
		Network: c.Network, Native: c.Native, Gompi: c.Gompi, Uncompiled: c.Uncompiled, Auto: c.Auto, Plans: c.Plans,
		InC: c.InC, Started: c.Started,
	}
}

// limits returns the limits of a case that may take some time.
func (c Config) limits(limit time.Duration) sampler.Limits {
	l := sampler.Limits{
		Rel: c.Rel, Time: limit, Most: c.Most, Least: c.Least, Exact: c.Exact, Warmup: c.Warmup, Seed: c.Seed,
	}
	if c.Race != nil {
		l.Race, l.Left = true, c.Race.Left
	}
	return l
}
