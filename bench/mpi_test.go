//go:build cgo

package bench

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
	"topocoll/topo"
)

func TestMain(m *testing.M) { mpitest.Main(m) }

// recorder is a listener that records its events.
type recorder struct {
	cells    [][]results.Cell
	skipped  []string
	prepared []string
}

func (h *recorder) Watched()                   {}
func (h *recorder) Begin(*results.Result, int) {}
func (h *recorder) Cells(cells []results.Cell) { h.cells = append(h.cells, cells) }
func (h *recorder) Skip(what string)           { h.skipped = append(h.skipped, what) }
func (h *recorder) Progress(int, string)       {}
func (h *recorder) Prepare(what string)        { h.prepared = append(h.prepared, what) }
func (h *recorder) Stop() bool                 { return false }
func (h *recorder) Stalled(why string)         { panic(why) }

func rowsNamed(ids ...string) []catalog.Info {
	var infos []catalog.Info
	for _, id := range ids {
		row, _ := catalog.Find[float64](id)
		infos = append(infos, row.Info)
	}
	return infos
}

// Every operation is measured, counted and checked. Cases that need too much memory are omitted and reported.
func TestRun(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := rowsNamed("hcube/bcast", "ring/reduce", "ring/allgather", "ring/reducescatter",
			"hcube/allreduce", "hcube/scan",
			"ring/exscan", "hcube/scatter", "ring/gather", "ring/alltoall", "mesh/shift", "hcube/barrier")
		r, h := runBench(t, w,
			Config{Options: contender.Options{Gompi: true},
				Contenders:    Contenders{Rows: rows},
				MeasuredCases: MeasuredCases{Sizes: []int{3, 64, 1 << 20}},
				Effort:        Effort{Exact: 8},
				MemoryLimit:   1 << 19})
		assert.Equal(t, results.Cold, r.Env.Cache)
		assert.Len(t, h.cells, 11*2+1)
		assert.Len(t, h.skipped, 11)
		for _, cells := range h.cells {
			assert.Equal(t, results.Native, cells[0].Algo)
			for _, c := range cells {
				assert.Equal(t, 8, c.N, "%s %s", c.Op, c.Algo)
				assert.Len(t, c.Samples, map[bool]int{true: 8}[w.Rank == 0], "only rank 0 has the samples")
				assert.Equal(t, w.Size, c.P)
				if assert.Len(t, c.RankMean, w.Size) && w.Rank == 0 {
					assert.LessOrEqual(t, slices.Max(c.RankMean), 1+stat.Mean(results.Floats(c.Samples), nil),
						"a sample is the time of the slowest rank")
				}
				assert.Equal(t, c.Algo == results.Native, c.InC > 0, "%s %s: only native is also timed in C",
					c.Op, c.Algo)
				short := c.Algo == results.Native && c.Bytes <= 64 && !r.Env.Oversubscribed
				assert.Equal(t, short, c.InCRatio > 0,
					"%s %s of %d: short calls of native and of our best algorithm", c.Op, c.Algo, c.Bytes)
				assert.Equal(t, short,
					slices.ContainsFunc(rows,
						func(row catalog.Info) bool { return row.ID == c.InCBest && string(row.Op) == c.Op }),
					c.InCBest)
			}
		}
		assert.Equal(t, w.Size, r.Env.P)
		assert.NotEmpty(t, r.Env.Hosts)
		if w.Size == 4 {
			assert.Equal(t, results.Counters{Rounds: 3, Messages: 3, Bytes: 3 * 64},
				find(r, "ring/allgather", 64).Counters)
			assert.Equal(t, results.Counters{Rounds: 2, Messages: 2, Bytes: 2 * 64},
				find(r, "hcube/bcast", 64).Counters)
		}
	})
}

// With extents of three dimensions, an algorithm that needs two dimensions is omitted and reported. The
// result has the extents and their origin.
func TestExtentsInForce(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		cfg := Config{Options: contender.Options{Mesh: topo.Mesh{1, 1, w.Size}},
			Contenders:      Contenders{Rows: rowsNamed("mesh/bcast", "mesh/shift", "ring/shift")},
			MeasuredCases:   MeasuredCases{Sizes: []int{64}},
			Effort:          Effort{Exact: 4},
			MemoryLimit:     little,
			CallSettings:    CallSettings{Cache: results.Warm},
			NetworkSettings: NetworkSettings{MeshFrom: results.MeshFromNetwork}}
		r, h := runBench(t, w, cfg)
		assert.Equal(t, results.Warm, r.Env.Cache)
		require.Len(t, r.Skipped, 1)
		assert.Contains(t, r.Skipped[0], "mesh/shift on 1x1x")
		assert.Equal(t, r.Skipped, h.skipped)
		assert.NotZero(t, find(r, "mesh/bcast", 64).N)
		assert.NotZero(t, find(r, "ring/shift", 64).N)
		assert.Zero(t, find(r, "mesh/shift", 64).N)
		assert.Equal(t, cfg.Mesh.String()+", the extents of the network", r.Env.MeshText())

		cfg.Mesh, cfg.MeshFrom = nil, ""
		r, _ = runBench(t, w, cfg)
		assert.Empty(t, r.Skipped)
		assert.NotZero(t, find(r, "mesh/shift", 64).N)
		assert.Equal(t, topo.NearSquare(w.Size, 2).String()+", as square as possible", r.Env.MeshText())

		cfg.Rows = rowsNamed("ring/shift")
		r, _ = runBench(t, w, cfg)
		assert.Empty(t, r.Env.Mesh, "no mesh algorithms")
	})
}

func find(r *results.Result, algo string, bytes int) results.Cell {
	for _, c := range r.Cells {
		if c.Algo == algo && c.Bytes == bytes {
			return c
		}
	}
	return results.Cell{}
}

// little is a low memory limit, which few calls reach.
const little = 1 << 18

// benchOf returns a bench for a configuration, with the defaults filled in.
func benchOf(t require.TestingT, w *mpi.World, cfg Config) *bench {
	m, err := newBench(w, patiently(cfg).withDefaults())
	require.NoError(t, err)
	return m
}

func measurementOf(t require.TestingT, m *bench, coll catalog.Collective, bytes int) *measurement[float64] {
	c := TimedCase{results.Case{Op: coll, P: m.ranks.World.Size, Bytes: bytes}, m.cfg.Time}
	mine, err := newMeasurement[float64](m, c, m.cfg.ourAlgorithms(coll, c.P))
	require.NoError(t, err)
	mine.restart()
	return mine
}

// restart creates a sampler without samples for the current contenders.
func (m *measurement[T]) restart() { m.sampler = sampler.New(m.set, m.instruments(), m.limits) }

// timesInC returns the times of the native call that were measured in C.
func (m *measurement[T]) timesInC() []int64 { return m.sampler.Samples[len(m.set.Contenders)].Longest }

// patiently returns cfg with a longer Stall, unless the test sets Stall. Beside twenty busy processes, two
// ranks needed 24 s for a series of short calls, because each message waited until the other rank got a core.
func patiently(cfg Config) Config {
	cfg.Stall = cmp.Or(cfg.Stall, 2*time.Minute)
	return cfg
}

// runBench runs a benchmark. It returns the result and the record of the listener.
func runBench(t require.TestingT, w *mpi.World, cfg Config) (*results.Result, recorder) {
	var h recorder
	r, err := Run(w, patiently(cfg), &h)
	require.NoError(t, err)
	return r, h
}

// broadcastOf returns a measurement of a broadcast of 1 KiB with the given contenders, native first.
func broadcastOf(t require.TestingT, w *mpi.World, cfg Config,
	list ...contender.Contender[float64]) *measurement[float64] {
	mine := measurementOf(t, benchOf(t, w, cfg), catalog.Bcast, 1024)
	mine.set.Contenders = append(mine.set.Contenders[:1], list...)
	mine.restart()
	return mine
}

// A wrong result on one rank stops every rank with the same error.
func TestWrongResultStops(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		wrong := contender.Contender[float64]{Name: "wrong", Run: func(a catalog.Args[float64]) error {
			for j := range a.Out {
				a.Out[j] = float64(words.Find(words.Sum).Input(a.Root, j))
			}
			if w.Rank == w.Size-1 {
				a.Out[len(a.Out)-1]++
			}
			return nil
		}}
		err := broadcastOf(t, w, Config{MemoryLimit: little}, wrong).sampler.Check(0)
		assert.True(t, errors.Is(err, contender.ErrWrong))
		assert.ErrorContains(t, err, "wrong: rank")
	})
}

// With common start times, every counted sample started on time.
func TestRoundTime(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r, _ := runBench(t, w,
			Config{Contenders: Contenders{Rows: rowsNamed("hcube/bcast", "ring/allgather")},
				MeasuredCases: MeasuredCases{Sizes: []int{64}},
				Effort:        Effort{Exact: 12}, Sync: "round",
				MemoryLimit: little})
		for _, c := range r.Cells {
			assert.Equal(t, 12, c.N, "%s", c.Algo)
		}
		m := benchOf(t, w, Config{Sync: "round", MemoryLimit: little})
		m.gate.Ahead = 1 // so small that no rank can be on time
		mine := measurementOf(t, m, catalog.Bcast, 64)
		require.NoError(t, mine.sampler.Repeat(0, 4))
		assert.Equal(t, mine.sampler.Late, 4-len(mine.sampler.Samples[0].Longest))
		assert.Len(t, mine.sampler.Samples[0].Position, len(mine.sampler.Samples[0].Longest))
		assert.Equal(t, int64(1)<<mine.sampler.Late, m.gate.Ahead,
			"doubled for every dropped repetition")
		assert.NotZero(t, mine.sampler.Late)
	})
}

// The time limit ends the run between two cases on every rank.
func TestLimit(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		r, h := runBench(t, w,
			Config{Contenders: Contenders{Rows: rowsNamed("hcube/bcast")},
				MeasuredCases: MeasuredCases{Sizes: []int{8, 16, 32, 64}},
				Effort:        Effort{Exact: 8, Limit: time.Nanosecond},
				MemoryLimit:   little})
		assert.Equal(t, "partial", r.Status)
		assert.Less(t, len(h.cells), 4)
	})
}

// Only the cores in the affinity mask of some rank are counted. Emulated hosts share the cores of their
// machine.
func TestOversubscribed(t *testing.T) {
	env := func(cores int, affinities ...string) results.Env {
		e := results.Env{Hosts: []results.Host{{Name: "a", Boot: "1", Cores: cores},
			{Name: "b", Boot: "1", Cores: cores}}}
		for i, affinity := range affinities {
			e.Ranks = append(e.Ranks, results.Rank{Host: string(rune('a' + i%2)), Affinity: affinity})
		}
		return e
	}
	assert.Zero(t, scarceCores(env(2, "0", "1")))
	assert.Equal(t, 1, scarceCores(env(2, "0", "0")), "both on one core")
	assert.Equal(t, 2, scarceCores(env(2, "0-1", "0-1", "0-1")))
	assert.Equal(t, 1, scarceCores(env(1, "0-1", "0-1")), "the cgroup's quota")
	assert.Zero(t, scarceCores(env(4, "0-3", "0-3", "0-3", "0-3")))
	assert.Zero(t, scarceCores(env(2, "", "")), "the affinity is not known")
}

func TestOrderByHost(t *testing.T) {
	assert.Equal(t, []int{0, 2, 4, 1, 3, 5}, results.OrderByHost([]string{"b", "a", "b", "a", "b", "c"}))
}
