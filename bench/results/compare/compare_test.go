package compare_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

func verdictsOf(c compare.Comparison) (verdicts []string) {
	for _, change := range c.Changes {
		verdicts = append(verdicts, change.Verdict)
	}
	return verdicts
}

// Compare compares the ratios to the native call over the launches. The speed of the machine in a run does
// not matter, and a change of the native call itself is not a regression.
func TestCompareVerdicts(t *testing.T) {
	a := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000, 1010, 990),
		resultstest.Launched("ring/bcast", 8, 1000, 1010, 990),
		resultstest.Launched("mesh/bcast", 8, 1000, 1010,
			990),
		resultstest.Launched("hcube/bcast", 8, 1000, 1010, 990),
		resultstest.Launched(results.Native, 64, 1000),
		resultstest.Launched("hcube/bcast", 64, 1000))
	b := resultstest.ResultOf(resultstest.Launched("hcube/bcast", 8, 1200, 1250, 1180),
		resultstest.Launched("mesh/bcast", 8, 1500, 1490, 1510),
		resultstest.Launched("ring/bcast", 8, 900, 1080,
			990),
		resultstest.Launched(results.Native, 8, 1200, 1240, 1190), resultstest.Launched("gompi", 8, 1),
		resultstest.Launched("gompi", 64, 1))
	c := compare.Compare(a, b, false)
	require.Len(t, c.Changes, 4)
	assert.Equal(t, []string{results.Slower, results.Faster, results.Slower, results.Same}, verdictsOf(c))
	assert.Equal(t, []bool{false, true, true, true}, []bool{c.Changes[0].Relative, c.Changes[1].Relative,
		c.Changes[2].Relative, c.Changes[3].Relative})
	assert.InDelta(t, 1.21, c.Changes[0].Ratio, 0.01, "native: compares times")
	assert.InDelta(t, 1.24, c.Changes[2].Ratio, 0.01, "compares ratios to native")
	assert.Equal(t, [2]int{2, 2}, [2]int{c.OnlyA, c.OnlyB})
	assert.Equal(t, 3, c.Launches())
	assert.Empty(t, c.Differences)

	require.Len(t, c.Slower(0.05), 1, "native does not count")
	assert.Equal(t, "mesh/bcast", c.Slower(0.05)[0].Algo)
	assert.Empty(t, c.Slower(0.3))
}

// The time of the native call varies more between launches than the ratios do. Its verdict does not follow
// from the small variance of the ratios.
func TestCompareNativeTimes(t *testing.T) {
	run := func(native [3]int64, noise int64) *results.Result {
		cells := []results.Cell{resultstest.Launched(results.Native, 8, native[:]...)}
		for _, algo := range []string{"ring/bcast", "hcube/bcast", "mesh/bcast", "hcube/bcast-esbt"} {
			cells = append(cells, resultstest.Launched(algo, 8, native[0]+noise, native[1]-noise, native[2]+noise))
		}
		return resultstest.ResultOf(cells...)
	}
	c := compare.Compare(run([3]int64{1000, 1200, 1400}, 2), run([3]int64{1100, 1300, 1500}, -2), false)
	require.Len(t, c.Changes, 5)
	assert.Equal(t, results.Inconclusive, c.Changes[0].Verdict)
	assert.InDelta(t, 1.085, c.Changes[0].Ratio, 0.002)
}

// If launches differ by more than their samples suggest, the verdict is inconclusive.
func TestCompareLaunchesThatDiffer(t *testing.T) {
	a := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000, 1000, 1000),
		resultstest.Launched("ring/bcast", 8, 1000, 1100, 900))
	b := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000, 1000, 1000),
		resultstest.Launched("ring/bcast", 8, 1080, 1200, 1000))
	assert.Equal(t, results.Inconclusive, compare.Compare(a, b, false).Changes[1].Verdict)
	one := func(r *results.Result) *results.Result {
		return resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000),
			resultstest.Sampled("ring/bcast", 8,
				r.Cells[1].Samples[0], 128))
	}
	c := compare.Compare(one(a), one(b), false)
	assert.Equal(t, results.Slower, c.Changes[1].Verdict, "for these two launches")
	assert.Equal(t, 1, c.Launches())
	var out bytes.Buffer
	tables.WriteComparison(&out, c, "a.json", "b.json")
	assert.Contains(t, out.String(), "# A or B has only one launch, so the verdicts hold only for these")
	assert.Equal(t, results.Inconclusive, compare.Compare(one(a), b, false).Changes[1].Verdict,
		"one launch against three that differ")
}

// The comparison of A with B is the inverse of the comparison of B with A.
func TestCompareSwaps(t *testing.T) {
	for _, n := range []int{1, 3} {
		before, after := []int64{1000, 1010, 995}[:n], []int64{1190, 1180, 1200}[:n]
		a := resultstest.ResultOf(resultstest.Launched(results.Native, 8, before...),
			resultstest.Launched("ring/bcast", 8, before...))
		b := resultstest.ResultOf(resultstest.Launched(results.Native, 8, before...),
			resultstest.Launched("ring/bcast", 8, after...))
		ab, ba := compare.Compare(a, b, false).Changes[1], compare.Compare(b, a, false).Changes[1]
		assert.InEpsilon(t, 1/ab.Ratio, ba.Ratio, 1e-12)
		assert.InEpsilon(t, 1 / *ab.RatioRange.Lo, *ba.RatioRange.Hi, 1e-12)
		assert.Equal(t, [2]string{results.Slower, results.Faster}, [2]string{ab.Verdict, ba.Verdict})
	}
}

// The verdicts are corrected for the number of cells, because among many cells one small p value is expected
// by chance.
func TestCompareCorrectsForTheTable(t *testing.T) {
	table := func(cells int, first ...int64) *results.Result {
		r := &results.Result{}
		for i := range cells {
			native, mine := []int64{1000, 1000}, []int64{1000 + int64(i%3), 1060 - int64(i%5)}
			if i == 0 {
				mine = first
			}
			r.Cells = append(r.Cells, resultstest.Launched(results.Native, i, native...),
				resultstest.Launched("ring/bcast", i, mine...))
		}
		return r
	}
	verdict := func(cells int) string {
		return compare.Compare(table(cells, 1000, 1060), table(cells, 1250, 1310), false).Changes[1].Verdict
	}
	assert.Equal(t, results.Slower, verdict(4))
	assert.Equal(t, results.Inconclusive, verdict(100))
}

func TestCompareSeveralRuns(t *testing.T) {
	twice := resultstest.ResultOf(resultstest.Sampled(results.Native, 8, 1000, 128),
		resultstest.Sampled("ring/bcast", 8, 1000, 128), resultstest.Sampled(results.Native, 8, 1100, 128),
		resultstest.Sampled("ring/bcast", 8, 1100, 128))
	c := compare.Compare(twice, twice, false)
	require.Len(t, c.Changes, 2)
	assert.Equal(t, 2, c.Launches(), "two runs are two launches")
}

func TestCompareEnvironments(t *testing.T) {
	a, b := resultstest.ResultOf(resultstest.Sampled("native", 8, 1000, 128)),
		resultstest.ResultOf(resultstest.Sampled("native", 8, 2000, 128))
	b.Env = results.Env{Software: results.Software{MPI: "Open MPI v5.0.3, package"},
		CallForm:  results.CallForm{Sync: "round", Cache: results.Warm},
		Labelling: results.Labelling{Network: "ring:4"},
		CoreUse:   results.CoreUse{Oversubscribed: true}, Hosts: []results.Host{{CPU: "y"}, {CPU: "y"}}}
	c := compare.Compare(a, b, false)
	assert.Equal(t, []string{"MPI Open MPI v4.1.4 / Open MPI v5.0.3", "CPU x / y", "network none / ring:4",
		"oversubscribed false / true", "sync dissem / round", "cache none / warm"}, c.Differences)
	assert.Equal(t, results.Inconclusive, c.Changes[0].Verdict, "the scheduler was measured")
	assert.Equal(t, results.Slower, compare.Compare(a, b, true).Changes[0].Verdict)
}

// Compare also pairs an algorithm that was measured in one file with another algorithm in the second file if
// the two have the same plans there.
func TestCompareAlike(t *testing.T) {
	a := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000),
		resultstest.Launched("hcube/bcast", 8,
			1000))
	b := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000),
		resultstest.WithSamePlans(resultstest.Launched("ring/bcast", 8, 1500), "hcube/bcast"))
	c := compare.Compare(a, b, false)
	require.Len(t, c.Changes, 2)
	assert.Equal(t, "hcube/bcast", c.Changes[1].Algo)
	assert.InDelta(t, 1.5, c.Changes[1].Ratio, 0.01)
	assert.Equal(t, [2]int{0, 1}, [2]int{c.OnlyA, c.OnlyB})
	c = compare.Compare(b, b, false)
	assert.Len(t, c.Changes, 2, "counted once")
	assert.Equal(t, [2]int{0, 0}, [2]int{c.OnlyA, c.OnlyB})
	b.Cells[0].Type, b.Cells[1].Type = "int32", "int32"
	assert.Equal(t, []string{"words of bcast 8 p=4 none / int32"}, compare.Compare(a, b, false).Differences)
}

// An algorithm shows the cost of messages in both libraries even if it was measured in only one run. In the
// other run it has the same plans as a measured algorithm.
func TestLibrariesAlike(t *testing.T) {
	a := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 1000, 1010, 990),
		resultstest.Launched("hcube/bcast", 8, 1000, 1010, 990))
	b := resultstest.ResultOf(resultstest.Launched(results.Native, 8, 2000, 2010, 1990),
		resultstest.WithSamePlans(resultstest.Launched("ring/bcast", 8, 2000, 2010, 1990), "hcube/bcast"))
	b.Env.MPI = "MPICH 4.0.2"
	for _, r := range []*results.Result{a, b} {
		results.Judge(r.Cells, false)
	}
	l := compare.CompareLibraries(a, b)
	require.Len(t, l.Rows, 1)
	require.NotNil(t, l.Rows[0].Messages)
	assert.Equal(t, "hcube/bcast", l.Rows[0].Messages.Algo)
	assert.Equal(t, results.Slower, l.Rows[0].Messages.Verdict)
}
