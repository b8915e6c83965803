package bench

import (
	"math/rand/v2"
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
)

// Config is what to measure and when to stop. The zero value of every field is a sensible choice, but for
// Sizes, and for Rows or Kinds.
type Config struct {
	Kinds  []catalog.Kind // the operations that are measured; nil: those of Rows; none: a ping-pong
	Rows   []catalog.Info // our contenders
	Sizes  []int          // bytes of one rank's block
	Native []string       // forced native algorithms to add, by name; "*" is all of them
	Gompi  bool           // add gompi where it has the call

	Mesh      topo.Mesh // nil: as square as can be
	MeshFrom  string    // who chose Mesh, for the record: results.FromDims or results.FromNetwork
	Map       string    // name of the placement, for the record
	Placement []int     // label -> rank; nil: as they are
	Segment   int       // bytes per segment of pipelined algorithms; 0: as the run's own messages suggest
	Network   string    // what the ranks are joined by, if it is not one host: "torus:4x4@200mbit"

	Sync   string        // start of every sample: byDissem (default), byRound, byBarrier, or auto
	Cache  string        // what calls find in the caches: results.Cold (default) nothing of their words, results.Warm all that fits
	Rel    float64       // stop when the interval of every ratio is this narrow; 0 is 0.02
	Time   time.Duration // longest time for a cell, but for four blocks unless they take 20 times as long; 0 is 1 s
	Limit  time.Duration // stop the whole run after this; 0 is never
	Stall  time.Duration // give up when a call takes longer and ten times what it should, or all take ten times as long as before; 0 is 15 s
	Most   int           // most samples of a cell; 0 is 1024
	Exact  int           // exactly so many samples, whatever Rel and Time say; 0 is off
	Warmup int           // most warm-up blocks; 0 is 16, less is none
	Seed   uint64        // of the order of the contenders, and of the operations after the first launch
	Launch int           // launches of this run before this one, each with a seed one higher

	Oversubscribed bool // give verdicts although there are more ranks than cores
	MemoryLimit    int  // bytes of buffers per rank; larger cells are skipped and said so; 0 is 1 GiB, or a rank's share of half the free memory
}

// How samples start: by our dissemination barrier, at a common deadline on the clock, or by the library's barrier.
const (
	byDissem  = "dissem"
	byRound   = "round"
	byBarrier = "barrier"
)

func (c Config) withDefaults() Config {
	if c.Sync == "" {
		c.Sync = byDissem
	}
	if c.Cache == "" {
		c.Cache = results.Cold
	}
	if c.Rel == 0 {
		c.Rel = 0.02
	}
	if c.Time == 0 {
		c.Time = time.Second
	}
	if c.Stall == 0 {
		c.Stall = 15 * time.Second
	}
	if c.Most == 0 {
		c.Most = 1024
	}
	if c.Exact > 0 {
		c.Most = c.Exact
	}
	if c.Warmup == 0 {
		c.Warmup = 16
	}
	if c.MemoryLimit == 0 {
		c.MemoryLimit = 1 << 30
	}
	return c
}

// Ops returns the operations that are measured, each once, in the order of the catalog.
func (c Config) Ops() []catalog.Kind {
	if c.Kinds != nil {
		return c.Kinds
	}
	var ops []catalog.Kind
	for _, kind := range catalog.Kinds() {
		for _, row := range c.Rows {
			if row.Op == kind {
				ops = append(ops, kind)
				break
			}
		}
	}
	return ops
}

// order is that of the operations: the catalog's in the first launch. In the others it is drawn from the seed, so that
// none has the place that it has in the first (Sattolo: a permutation of one cycle).
func (c Config) order() []catalog.Kind {
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

// SizesOf returns the block sizes of an operation; a barrier has no block.
func (c Config) SizesOf(kind catalog.Kind) []int {
	if kind == catalog.Barrier {
		return []int{0}
	}
	return c.Sizes
}

// hasMesh reports whether any of the rows is of the mesh.
func hasMesh(rows []catalog.Info) bool {
	return slices.ContainsFunc(rows, func(row catalog.Info) bool { return row.Topology() == "mesh" })
}
