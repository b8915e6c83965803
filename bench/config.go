package bench

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"topocoll/bench/arrival"
	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/catalog"
	"topocoll/internal/packing"
)

// Config defines what to measure and when to stop. The zero value of a field is a sensible default, except
// that Sizes and either Rows or Collectives must be set.
type Config struct {
	MeasuredCases
	Contenders
	contender.Options
	CallSettings
	NetworkSettings
	Effort
	Sync   string // how samples start: clock.Dissem (default), clock.Round, clock.Barrier, or auto
	Seed   uint64 // seed of the order of contenders and, after the first launch, of operations
	Launch int    // number of earlier launches of this run; Seed increases by one with each launch
	// If Oversubscribed is true, a run with more ranks than cores also gets verdicts, and the waits for cores
	// are not measured.
	Oversubscribed bool
	// MemoryLimit is the maximum number of bytes of buffers per rank. Cases that need more are skipped. 0 means
	// 1 GiB, or a rank's share of the free memory if that is less (see footprint.defaultLimit).
	MemoryLimit   int
	defaultMemory bool // MemoryLimit was 0, so the default limit applies
	// packQuickly is true if trees of more than packing.MostAny processes are packed by the quick method, or
	// read from a file. newBench sets it when the hosts are known.
	packQuickly bool
}

// Contenders selects our algorithms. contender.Options selects all other contenders.
type Contenders struct {
	Rows []catalog.Info // our algorithms to measure
	// If Likely is true, catalog algorithms that come from MPI libraries or papers (Info.OfLibraries) are
	// removed if they are not expected to win. See unlikelyRows or, for a race, selectForRace.
	Likely bool
}

// MeasuredCases selects the operations and sizes.
type MeasuredCases struct {
	Collectives []catalog.Collective // operations to measure; nil: the operations of Rows; empty: a ping-pong
	Sizes       []int                // bytes of one rank's block
	// Cells are the cases to measure; nil means every operation at every size. The memory of the run is
	// computed from Sizes, so the size of a case must not exceed the largest of Sizes.
	Cells []TimedCase
	Race  *Race // find the fastest contender; nil: call all contenders equally often, at every size
}

// CallSettings are the settings of all calls besides those in contender.Options.
type CallSettings struct {
	// Type is the type of the words; see results.WordTypes. "" means float64 for sizes that are multiples of 8
	// bytes, and otherwise uint8.
	Type string
	// Arrival is the delay with which each rank enters the calls. With the zero value, all ranks enter at the
	// same time.
	Arrival arrival.Pattern
	Cache   string // location of the data before a call: results.Cold (default) or results.Warm
	// Tests is the number of times that a rank calls MPI_Test during the computation that overlaps with a
	// non-blocking or persistent call.
	Tests int
}

// NetworkSettings describes the network and the mapping, in addition to contender.Options.
type NetworkSettings struct {
	MeshFrom string // origin of Mesh, for the result: results.MeshFromDims or results.MeshFromNetwork
	Map      string // name of the mapping, for the result
	Packed   string // file with the packed trees of Network, read by rank 0; "": the run packs them
	Cluster  string // emulated network on which "cluster run" started the ranks; "": none
}

// Effort limits how long and how often calls are measured.
type Effort struct {
	Rel   float64       // stop when every ratio's interval has at most this relative half-width; 0 means 0.02
	Time  time.Duration // time limit of a case, 20 times as long for its first four repetitions; 0 means 1 s
	Limit time.Duration // time limit of the run; 0 means none
	// Stall is the tolerance of the watchdog; 0 means 15 s. The watchdog reports a call, or a series of calls,
	// that takes longer than Stall plus ten times its usual time.
	Stall  time.Duration
	Most   int // maximum number of samples of a cell; 0 means 1024, or 16384 in a race
	Least  int // minimum number of samples, unless the time limit ends the case; 0 means 16
	Exact  int // exact number of samples, regardless of Rel and Time; 0 means off
	Warmup int // maximum number of warm-up repetitions; 0 means 16, a negative number means none
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

// Ops returns the operations to measure: Collectives or, if it is nil, the operations of Rows in catalog
// order.
func (c Config) Ops() []catalog.Collective {
	if c.Collectives != nil {
		return c.Collectives
	}
	return slices.DeleteFunc(catalog.Collectives(), func(coll catalog.Collective) bool {
		return !slices.ContainsFunc(c.Rows, func(row catalog.Info) bool { return row.Op == coll })
	})
}

// packingTooSlow reports whether packing an algorithm's trees or routes for p ranks would take too long.
func (c Config) packingTooSlow(info catalog.Info, p int) bool {
	return packing.TooLarge(info, p, c.packQuickly)
}

// ourAlgorithms returns the algorithms of Rows that implement an operation on p ranks.
func (c Config) ourAlgorithms(coll catalog.Collective, p int) (rows []catalog.Info) {
	for _, row := range c.Rows {
		if row.Op == coll && row.Takes(p) && row.TakesMesh(c.Mesh) && !c.packingTooSlow(row, p) {
			rows = append(rows, row)
		}
	}
	return rows
}

// selectsPerCase reports whether each case has its own selection of other libraries' algorithms.
func (c Config) selectsPerCase() bool { return c.Likely && c.Race != nil }

// order returns the operations in the order of measurement. The first launch uses catalog order. Each later
// launch uses a random order that Seed determines. Sattolo's algorithm gives a permutation with a single
// cycle, so no operation has the same position as in the first launch.
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

func (c Config) orderedCases() []TimedCase {
	if c.Cells != nil {
		return c.Cells
	}
	var list []TimedCase
	for _, coll := range c.order() {
		for _, bytes := range c.sizesOf(coll) {
			list = append(list, TimedCase{results.Case{Op: coll, Bytes: bytes}, c.Time})
		}
	}
	return list
}

// sizesOf returns the block sizes at which an operation is measured. A barrier has size 0.
func (c Config) sizesOf(coll catalog.Collective) []int {
	if coll == catalog.Barrier {
		return []int{0}
	}
	return c.Sizes
}

func hasMesh(rows []catalog.Info) bool {
	return slices.ContainsFunc(rows, func(row catalog.Info) bool { return row.OnMesh() })
}

// A Race is a run that finds the fastest contender of every case. A contender that has lost (stats.Race) is
// not called again, so it has fewer samples than the native call. A native algorithm loses only to another
// native algorithm, because the fastest native algorithm is of interest even if one of our algorithms is
// faster. A case ends at its time limit, or when no remaining contender is more than 2 % slower than the
// fastest.
type Race struct {
	// Next is called on rank 0. It returns the next case. The result `more` is false after the last case. The
	// memory of the run is computed from Config.Sizes, so the size of a case must not exceed the largest of
	// these sizes.
	Next func() (c TimedCase, more bool)
	// Left is called on every rank after each test for contenders that have lost. Its arguments are the number
	// of contenders that remain in the race, and the number of all contenders. Left may be nil.
	Left func(left, of int)
}

// A TimedCase is a case and its time limit. The first four repetitions may exceed this limit, or the first
// two if the contenders are in a race (Config.Race). Case.P is not used, because the case is measured on all
// ranks.
type TimedCase struct {
	results.Case
	Time time.Duration
}

func (c Config) samplerLimits(limit time.Duration) sampler.Limits {
	l := sampler.Limits{
		Rel: c.Rel, Time: limit, Most: c.Most, Least: c.Least, Exact: c.Exact, Warmup: c.Warmup, Seed: c.Seed,
	}
	if c.Race != nil {
		l.Race, l.Left = true, c.Race.Left
	}
	return l
}
