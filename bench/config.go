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

// Config says what to measure and when to stop. The zero value of every field is a sensible choice, except
// for Sizes, and for Rows or Collectives.
type Config struct {
	Collectives []catalog.Collective // operations to measure; nil: those of Rows; empty: a ping-pong
	Rows        []catalog.Info       // our algorithms
	Sizes       []int                // bytes of one rank's block
	// Type is the type of the words; see results.WordTypes. "" means float64 for multiples of 8 bytes, else
	// uint8.
	Type     string
	Operator string // of reductions: one of words.Operators; "": words.Sum
	Root     *int   // the root of every call; nil: every rank in turn
	// Counts is the count distribution of calls with a count for each rank; "" means calls with equal blocks.
	Counts catalog.Skew
	// Likely removes the algorithms of other libraries that cannot win; see unlikelyRows and, for a race,
	// entrants.
	Likely bool
	Native []string // forced native algorithms, by name; "*" means all
	Gompi  bool     // add gompi for the operations that it has

	Mesh      topo.Mesh // nil: as square as possible
	MeshFrom  string    // origin of Mesh, for the record: results.MeshFromDims or results.MeshFromNetwork
	Map       string    // name of the placement, for the record
	Placement []int     // label -> rank; nil: label i is rank i
	Segment   int       // bytes per segment; 0: chosen by the messages of the run
	Network   string    // network between the hosts, if known: "torus:4x4@200mbit"
	Packed    string    // file of what has been packed into it, for rank 0; "": the run packs it
	Cluster   string    // emulated network on which "cluster run" started the ranks; "": none

	Sync  string        // how samples start: clock.Dissem (default), clock.Round, clock.Barrier, or auto
	Cache string        // where the words of calls are: results.Cold (default) or results.Warm
	Rel   float64       // stop when every ratio's interval has at most this relative half-width; 0 means 0.02
	Time  time.Duration // time limit of a case; four repetitions may exceed it up to 20 times; 0 means 1 s
	Limit time.Duration // time limit of the run; 0 means none
	// Stall is the tolerance of the watchdog; 0 means 15 s. It reports a call that takes longer than this
	// plus ten times its usual time, and calls that together are this much later than ten times their usual
	// time.
	Stall  time.Duration
	Most   int    // maximum number of samples of a cell; 0 means 1024, or 16384 in a race
	Least  int    // number of samples before which only the time limit ends a case; 0 means 16
	Exact  int    // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int    // maximum number of warm-up repetitions; 0 means 16, negative none
	Seed   uint64 // of the order of contenders and, after the first launch, of operations
	Launch int    // number of launches of this run before this one; each has a seed one higher

	// Cells are the cases to measure; nil means every operation at every size. Memory is laid out for Sizes:
	// no case may be larger than the largest of them.
	Cells []TimedCase
	Race  *Race // find the fastest contender; nil: call all contenders equally often, at every size

	Uncompiled bool                    // add our procedures as they are, as contenders "go:ring/allgather"
	Auto       bool                    // add what package coll chooses, as the contender "auto"
	Plans      []contender.PlannedCall // added at the operation, size and number of ranks that each is for
	InC        bool                    // read the time of native and compiled calls in C, without the call from Go

	// Started is the form of every call: results.Nonblocking, results.Persistent, or "" for blocking calls.
	// Only native, our algorithms and auto have such calls. The overlap with a computation is measured too.
	// During the computation the rank tests Tests times for the end of the call.
	Started string
	Tests   int

	Oversubscribed bool // give verdicts even if oversubscribed, and do not measure the share of the cores
	// MemoryLimit is the bytes of buffers per rank; cases that need more are skipped. 0 means 1 GiB, or a
	// rank's share of the free memory if that is less; see share.
	MemoryLimit   int
	defaultMemory bool // MemoryLimit was 0

	// quick says that trees of more than packing.MostAny processes are packed quickly, or have been. It is
	// known once the hosts are.
	quick bool
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

// byCase reports whether the algorithms of other libraries are chosen for each case.
func (c Config) byCase() bool { return c.Likely && c.Race != nil }

// order returns the operations in the order of the catalog in the first launch. In later launches the order
// is drawn from the seed, so that every operation has another position than in the first (Sattolo's
// algorithm: a permutation of one cycle).
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

// sequence returns the cases in the order of their measurement.
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

// hasMesh reports whether any of the algorithms is for a mesh.
func hasMesh(rows []catalog.Info) bool {
	return slices.ContainsFunc(rows, func(row catalog.Info) bool { return row.OnMesh() })
}

// A Race is a run that finds the fastest contender of every case. A contender that has lost (stats.Race) is
// not called again, so it has fewer samples than native, with which all are compared. Algorithms of the
// library lose only to others of the library: the best of them is of interest even where one of ours is
// faster. A case ends when its time is over, or when all that are left are within 2 %.
type Race struct {
	// Next is called on rank 0. It returns the next case, and false if there is none. Memory is laid out for
	// Config.Sizes: no case may be larger than the largest of them.
	Next func() (c TimedCase, more bool)
	Left func(left, of int) // called on every rank after contenders may have lost; nil: not called
}

// A TimedCase is a case and its time limit, which two repetitions may exceed. It is measured on all ranks, so
// its P is not used.
type TimedCase struct {
	results.Case
	Time time.Duration
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
