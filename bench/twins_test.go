//go:build cgo

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
)

// These tests check the verdicts on real runs, for scripts/selfcheck. The native call has two twins: the same
// call under another name, and a call that is 7 % slower. Each mpirun is one launch and writes its file to
// the folder TOPOCOLL_TWINS. Afterwards all launches are joined and judged.

var twinCollectives = []catalog.Collective{catalog.Bcast, catalog.Reduce, catalog.Allgather,
	catalog.ReduceScatter, catalog.Allreduce,
	catalog.Scan, catalog.Exscan, catalog.Scatter, catalog.Gather, catalog.Alltoall}

var twinSizes = []int{8, 64, 512, 2 << 10, 8 << 10, 32 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20}

func TestLaunchOfTwins(t *testing.T) {
	dir := os.Getenv("TOPOCOLL_TWINS")
	if dir == "" {
		t.Skip("measures times: scripts/selfcheck")
	}
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		cfg := Config{Effort: Effort{Time: 250 * time.Millisecond},
			Seed: uint64(time.Now().UnixNano())}.withDefaults()
		seed := []int64{int64(cfg.Seed)}
		require.NoError(t, mpi.Bcast(mpi.NewPort[int64](w), 0, seed))
		cfg.Seed = uint64(seed[0])
		m, err := newBench(w, cfg)
		require.NoError(t, err)
		r := &results.Result{Schema: results.Schema, Status: "complete"}
		r.Env, err = m.describeEnvironment()
		require.NoError(t, err)
		for _, coll := range twinCollectives {
			for _, bytes := range twinSizes {
				r.Cells = append(r.Cells, measureTwins(t, m, coll, bytes)...)
			}
		}
		if w.Rank == 0 {
			require.NoError(t, results.Write(dir, r))
		}
	})
}

// measureTwins measures the native call, its equal twin and its slow twin.
func measureTwins(t require.TestingT, m *bench, coll catalog.Collective, bytes int) []results.Cell {
	mine := measurementOf(t, m, coll, bytes)
	native := mine.set.Contenders[0]
	twin, slow := native, native
	twin.Name, slow.Name = "twin", "slow"
	require.NoError(t, mine.sampler.RunFor(40, 56, 0)) // the first repetitions are warm-up
	turns := int(0.07 * stats.Median(results.Floats(mine.sampler.Samples[0].Longest)) / timeOfTurn())
	slow.Run = func(a catalog.Args[float64]) error {
		err := native.Run(a)
		spin(turns)
		return err
	}
	mine.set.Contenders = []contender.Contender[float64]{native, twin, slow}
	mine.restart()
	stop, err := mine.sampler.Run()
	require.NoError(t, err)
	return mine.cells(stop, make([]results.Counters, 3), nil)
}

var spun uint64

// spin runs a loop the given number of times. Its duration does not depend on the cost of the clock.
//
//go:noinline
func spin(turns int) {
	for range turns {
		spun = spun*6364136223846793005 + 1442695040888963407
	}
}

// timeOfTurn measures the time of one iteration of spin in ns.
func timeOfTurn() float64 {
	const turns = 10000
	best := int64(1 << 62)
	for range 20 {
		began := mpi.Now()
		spin(turns)
		best = min(best, mpi.Now()-began)
	}
	return float64(best) / turns
}

func TestTwinsJoined(t *testing.T) {
	dir := os.Getenv("TOPOCOLL_TWINS_JOINED")
	if dir == "" {
		t.Skip("reads the files of TestLaunchOfTwins: scripts/selfcheck")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", results.JSONName))
	require.NoError(t, err)
	var launches []*results.Result
	for _, file := range files {
		r, err := results.Load(file)
		require.NoError(t, err)
		launches = append(launches, r)
		judgeAndCount(t, fmt.Sprintf("launch %d", len(launches)), r)
	}
	r, err := results.Join(launches)
	require.NoError(t, err)
	verdicts := judgeAndCount(t, fmt.Sprintf("%d launches", len(launches)), r)
	cells := len(r.Cells) / 3
	assert.GreaterOrEqual(t, verdicts["twin"][results.Same]+verdicts["twin"][results.Inconclusive],
		cells*99/100)
	assert.GreaterOrEqual(t, verdicts["slow"][results.Slower], cells*9/10)
}

// judgeAndCount judges a result and counts the verdicts.
func judgeAndCount(t *testing.T, what string, r *results.Result) map[string]map[string]int {
	verdicts := map[string]map[string]int{"twin": {}, "slow": {}}
	results.Judge(r.Cells, true)
	for _, c := range r.Cells {
		if c.Algo != results.Native {
			verdicts[c.Algo][c.Verdict]++
			if want := map[string]string{"twin": results.Same,
				"slow": results.Slower}[c.Algo]; c.Verdict != want {
				t.Logf("%s %s %s: ratio %.3f, 95 %% %v, n_eff %.0f, %v: %s", c.Op,
					results.FormatSize(c.Bytes), c.Algo, c.Ratio, c.RatioRange, c.Effective, c.LaunchRatios,
					c.Verdict)
			}
		}
	}
	fmt.Printf("%s: the twin %v, 7 %% slower %v\n", what, verdicts["twin"], verdicts["slow"])
	return verdicts
}
