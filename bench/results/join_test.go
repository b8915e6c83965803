package results_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

func mustJoin(t *testing.T, launches ...*results.Result) *results.Result {
	r, err := results.Join(launches)
	require.NoError(t, err)
	return r
}

// shape returns the sizes of the cells and, for each cell, the number of samples in each launch.
func shape(r *results.Result) (sizes []int, launches [][]int) {
	for _, c := range r.Cells {
		if c.Algo != results.Native {
			sizes, launches = append(sizes, c.Bytes), append(launches, c.LaunchN)
		}
	}
	return sizes, launches
}

func TestJoin(t *testing.T) {
	a, b := resultstest.Launch("1", 1000, 10, 8), resultstest.Launch("2", 2000, 6, 8)
	before, err := json.Marshal(a)
	require.NoError(t, err)
	r := mustJoin(t, a, b)
	ours := r.Cells[1]
	assert.Equal(t, "hcube/bcast", ours.Algo)
	assert.Equal(t, []int{10, 6}, ours.LaunchN)
	assert.Equal(t, append(resultstest.Times(800, 10), resultstest.Times(1600, 6)...), ours.Samples)
	assert.Equal(t, 16, ours.N)
	assert.InDelta(t, 0.8, ours.Ratio, 0.01, "the samples of a pair come from one repetition")
	want := results.Cell{SampleLists: results.SampleLists{Samples: r.Cells[0].Samples},
		Sampling: results.Sampling{LaunchN: []int{10, 6}}}
	want.Summarise(want.Samples)
	assert.Equal(t, want.Median, r.Cells[0].Median)
	assert.Equal(t, 2, r.Env.Launches)
	assert.Equal(t, "1", r.Env.Start)
	assert.Equal(t, "complete", r.Status)
	after, err := json.Marshal(a)
	require.NoError(t, err)
	assert.JSONEq(t, string(before), string(after), "the inputs are not changed")
}

// Join concatenates every list that has an entry for each sample.
func TestJoinKeepsAllLists(t *testing.T) {
	r := mustJoin(t, resultstest.Launch("1", 1000, 5, 8), resultstest.Launch("2", 1000, 4, 8))
	cell, lists := reflect.ValueOf(r.Cells[1].SampleLists), 0
	for i := range cell.NumField() {
		if cell.Field(i).Type() == reflect.TypeFor[[]int64]() {
			lists++
			assert.Equal(t, 9, cell.Field(i).Len(), cell.Type().Field(i).Name)
		}
	}
	assert.Equal(t, 3, lists, "add the new list to the launches of this test")
}

// The order in which results are joined makes no difference.
func TestJoinAgain(t *testing.T) {
	a, b, c := resultstest.Launch("1", 1000, 10, 8), resultstest.Launch("2", 2000, 6, 8, 64),
		resultstest.Launch("3", 1500, 7, 64, 8)
	b.Env.Oversubscribed, b.Cells[0].Oversubscribed, b.Cells[0].Late, c.Cells[2].Late = true, true, 2, 3
	b.Skipped, c.Skipped = []string{"x", "y"}, []string{"y", "z"}
	at3 := mustJoin(t, a, b, c)
	assert.Equal(t, at3, mustJoin(t, mustJoin(t, a, b), c))
	assert.Equal(t, at3, mustJoin(t, a, mustJoin(t, b, c)))
	sizes, launches := shape(at3)
	assert.Equal(t, []int{8, 64}, sizes)
	assert.Equal(t, [][]int{{10, 6, 7}, {6, 7}}, launches)
	assert.Equal(t, 3, at3.Env.Launches)
	assert.True(t, at3.Env.Oversubscribed)
	assert.True(t, at3.Cells[0].Oversubscribed)
	assert.Equal(t, 5, at3.Cells[0].Late)
	assert.Equal(t, []string{"x", "y", "z"}, at3.Skipped)
}

// If the last launch was stopped, its cells are joined too, if it has any.
func TestJoinPartial(t *testing.T) {
	cut := resultstest.Launch("2", 1000, 4, 8)
	cut.Status = "partial"
	r := mustJoin(t, resultstest.Launch("1", 1000, 10, 8, 64), cut)
	assert.Equal(t, "partial", r.Status)
	_, launches := shape(r)
	assert.Equal(t, [][]int{{10, 4}, {10}}, launches)

	cut.Cells = nil
	r = mustJoin(t, resultstest.Launch("1", 1000, 10, 8), cut)
	assert.Equal(t, "partial", r.Status)
	assert.Equal(t, []int{10}, r.Cells[1].LaunchN)
}

// The mean time of a rank is the mean over the samples of all launches. It is unknown if it is missing in one
// launch.
func TestJoinRankMeans(t *testing.T) {
	a, b := resultstest.Launch("1", 1000, 10, 8), resultstest.Launch("2", 2000, 30, 8)
	a.Cells[1].RankMean, b.Cells[1].RankMean, a.Cells[0].RankMean = []float64{100, 200}, []float64{300, 400},
		[]float64{1, 2}
	r := mustJoin(t, a, b)
	assert.Nil(t, r.Cells[0].RankMean)
	assert.InDeltaSlice(t, []float64{250, 350}, r.Cells[1].RankMean, 1e-9)
}

func TestJoinMedians(t *testing.T) {
	var launches []*results.Result
	for i, value := range []float64{30, 10, 20} {
		r := resultstest.Launch(string(rune('1'+i)), 1000, 4, 8)
		r.Cells[0].SkewP50, r.Cells[0].SkewP95, r.Cells[0].InC = value, 10*value, 100*value
		r.Messages = []results.Message{{Pattern: "pingpong", Stride: 1, P: 2, Bytes: 8, N: i, Median: value},
			{Pattern: "exchange", Stride: 1, P: 2, Bytes: 100 + i, Median: value}}
		launches = append(launches, r)
	}
	r := mustJoin(t, launches...)
	assert.Equal(t, []float64{20, 200, 2000},
		[]float64{r.Cells[0].SkewP50, r.Cells[0].SkewP95, r.Cells[0].InC})
	assert.Zero(t, r.Cells[1].InC)
	require.Len(t, r.Messages, 4, "each size once")
	assert.Equal(t, launches[2].Messages[0], r.Messages[0])
	assert.Equal(t, 20.0, mustJoin(t, launches[:2]...).Cells[0].SkewP50)
}

// InCRatio is the mean over the launches. InCBest remains only if it is the same in all launches.
func TestJoinInC(t *testing.T) {
	a, b := resultstest.Launch("1", 1000, 10, 8), resultstest.Launch("2", 2000, 10, 8)
	for r, ratio := range map[*results.Result]float64{a: 0.8, b: 0.9} {
		r.Cells[0].InCBest, r.Cells[0].InCRatio = "ring/a", ratio
	}
	r := mustJoin(t, a, b)
	assert.Equal(t, "ring/a", r.Cells[0].InCBest)
	assert.InDelta(t, math.Sqrt(0.72), r.Cells[0].InCRatio, 1e-9)
	var table, summary strings.Builder
	tables.WriteTable(&table, r)
	tables.WriteSummary(&summary, r)
	assert.Contains(t, table.String(), "  best in C 0.849")
	assert.Contains(t, strings.Join(strings.Fields(summary.String()), " "),
		"both timed as in a C # program, on 2 ranks: bcast 0.849 # operation")

	b.Cells[0].InCBest = "ring/b"
	assert.Empty(t, mustJoin(t, a, b).Cells[0].InCBest)
}

func TestJoinRefuses(t *testing.T) {
	with := func(change func(r *results.Result)) *results.Result {
		r := resultstest.Launch("2", 1000, 4, 8)
		change(r)
		return r
	}
	for want, r := range map[string]*results.Result{
		`MPI library "MPICH", want "Open MPI" as in the first launch`: with(
			func(r *results.Result) { r.Env.MPI = "MPICH" }),
		`network "ring:4", want "" as in the first launch`: with(
			func(r *results.Result) { r.Env.Network = "ring:4" }),
		`cache "warm", want "" as in the first launch`: with(
			func(r *results.Result) { r.Env.Cache = "warm" }),
		`mesh "1x2", want "" as in the first launch`: with(
			func(r *results.Result) { r.Env.Mesh = "1x2" }),
		"it shares no combination of operation, ranks and size with the first launch: it has bcast p=3 8, " +
			"and the first launch has bcast p=2 8": with(
			func(r *results.Result) { r.Cells[0].P, r.Cells[1].P = 3, 3 }),
		"it shares no combination of operation, ranks and size with the first launch: it has scan p=2 8, " +
			"and the first launch has bcast p=2 8": with(
			func(r *results.Result) { r.Cells[0].Op, r.Cells[1].Op = "scan", "scan" }),
		"in bcast 8 p=2 it has the contenders native,ring/bcast, but the first launch has " +
			"hcube/bcast,native": with(
			func(r *results.Result) { r.Cells[1].Algo = "ring/bcast" }),
		"bcast 8 p=2: native appears twice": with(
			func(r *results.Result) { r.Cells[1].Algo = results.Native }),
		"bcast 8 p=2: no samples of native": with(
			func(r *results.Result) { r.Cells[0].Samples = nil }),
		"bcast 8 p=2: hcube/bcast and native were not measured in the same repetitions": with(
			func(r *results.Result) { r.Cells[1].LaunchN = []int{3, 1} }),
		"it was started at 1 by the same processes as an earlier launch; give each launch only " +
			"once": resultstest.Launch("1", 1000, 4, 8),
	} {
		_, err := results.Join([]*results.Result{resultstest.Launch("1", 1000, 4, 8), r})
		assert.ErrorAs(t, err, &results.Misfit{}, want)
		assert.ErrorContains(t, err, "launch 2: "+want)
	}
}

// A joined result can be loaded, even without its samples. It is refused if the numbers of its launches are
// inconsistent.
func TestLaunchesLoad(t *testing.T) {
	reread := func(change func(r *results.Result)) (r, got *results.Result, err error) {
		r = mustJoin(t, resultstest.Launch("1", 1000, 4, 8), resultstest.Launch("2", 1000, 5, 8))
		results.Judge(r.Cells, false)
		change(r)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "x.json")
		require.NoError(t, os.WriteFile(path, text, 0o644))
		got, err = results.Load(path)
		return r, got, err
	}
	for _, change := range []func(r *results.Result){func(*results.Result) {},
		func(r *results.Result) { r.Cells[1].Samples = nil }} {
		r, got, err := reread(change)
		require.NoError(t, err)
		assert.Equal(t, r, got)
	}
	for want, change := range map[string]func(r *results.Result){
		"cells[1].launch_n adds up to 8 samples, but samples_ns has 9": func(r *results.Result) {
			r.Cells[1].LaunchN =
				[]int{4, 4}
		},
		"launch_n[1] -1, want 0": func(r *results.Result) { r.Cells[1].LaunchN = []int{10, -1} },
		"launches 262145, want 0 to 262144": func(r *results.Result) {
			r.Env.Launches = 1<<18 +
				1
		},
	} {
		_, _, err := reread(change)
		assert.ErrorContains(t, err, want)
	}
}

// If algorithms have the same plans in only one of the launches, they get separate cells with the samples of
// the measured algorithm.
func TestJoinAlike(t *testing.T) {
	native, both := resultstest.Sampled(results.Native, 8, 1000, 60),
		resultstest.WithSamePlans(resultstest.Sampled("ring/bcast", 8, 1100, 60), "hcube/bcast", "mesh/bcast")
	ring, mesh := resultstest.WithSamePlans(resultstest.Sampled("ring/bcast", 8, 1200, 60), "hcube/bcast"),
		resultstest.Sampled("mesh/bcast", 8, 600, 60)
	joined, err :=
		results.Join([]*results.Result{resultstest.ResultOf(native, both), resultstest.ResultOf(native, ring,
			mesh)})
	require.NoError(t, err)
	require.Len(t, joined.Cells, 3)
	assert.Equal(t, []string{"hcube/bcast"}, joined.Cells[1].Alike)
	assert.Equal(t, "mesh/bcast", joined.Cells[2].Algo)
	assert.Empty(t, joined.Cells[2].Alike)
	assert.InDelta(t, 1.1, joined.Cells[2].LaunchRatios[0], 0.01)
	assert.InDelta(t, 0.6, joined.Cells[2].LaunchRatios[1], 0.01)

	_, err = results.Join(
		[]*results.Result{resultstest.ResultOf(native, both), resultstest.ResultOf(native, ring)})
	assert.ErrorContains(t, err,
		"it has the contenders hcube/bcast,native,ring/bcast, but the first launch has "+
			"hcube/bcast,mesh/bcast,native,ring/bcast")
	ring.Type = "int32"
	_, err = results.Join(
		[]*results.Result{resultstest.ResultOf(native, ring), resultstest.ResultOf(native, mesh, ring)})
	assert.Error(t, err)
}
