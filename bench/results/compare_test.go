package results

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func resultOf(cells ...Cell) *Result {
	return &Result{Schema: Schema, Env: Env{MPI: "Open MPI v4.1.4, package", Sync: "dissem", Hosts: []Host{{CPU: "x"}}}, Cells: cells}
}

// launched is a cell with launches of 128 samples each, around the given ns.
func launched(algo string, bytes int, ns ...int64) Cell {
	c := Cell{Op: "bcast", Algo: algo, P: 4, Bytes: bytes}
	for _, ns := range ns {
		c.Samples = append(c.Samples, times(ns, 128)...)
		c.LaunchN = append(c.LaunchN, 128)
	}
	return c
}

func sampled(algo string, bytes int, ns int64, n int) Cell {
	return Cell{Op: "bcast", Algo: algo, P: 4, Bytes: bytes, Samples: times(ns, n)}
}

func verdictsOf(c Comparison) (verdicts []string) {
	for _, change := range c.Changes {
		verdicts = append(verdicts, change.Verdict)
	}
	return verdicts
}

// The ratios to native are compared, over the launches. A machine that is slower in one run makes no difference, and a
// change of native itself is no regression.
func TestCompareVerdicts(t *testing.T) {
	a := resultOf(launched(Native, 8, 1000, 1010, 990), launched("ring/bcast", 8, 1000, 1010, 990), launched("mesh/bcast", 8, 1000, 1010, 990),
		launched("hcube/bcast", 8, 1000, 1010, 990), launched(Native, 64, 1000), launched("hcube/bcast", 64, 1000))
	b := resultOf(launched("hcube/bcast", 8, 1200, 1250, 1180), launched("mesh/bcast", 8, 1500, 1490, 1510), launched("ring/bcast", 8, 900, 1080, 990),
		launched(Native, 8, 1200, 1240, 1190), launched("gompi", 8, 1), launched("gompi", 64, 1))
	c := Compare(a, b, false)
	require.Len(t, c.Changes, 4)
	assert.Equal(t, []string{Slower, Faster, Slower, Same}, verdictsOf(c))
	assert.Equal(t, []bool{false, true, true, true}, []bool{c.Changes[0].Relative, c.Changes[1].Relative, c.Changes[2].Relative, c.Changes[3].Relative})
	assert.InDelta(t, 1.21, c.Changes[0].Ratio, 0.01, "native: compares times")
	assert.InDelta(t, 1.24, c.Changes[2].Ratio, 0.01, "compares ratios to native")
	assert.Equal(t, [2]int{2, 2}, [2]int{c.OnlyA, c.OnlyB})
	assert.Equal(t, 3, c.Launches())
	assert.Empty(t, c.Differ)

	require.Len(t, c.Slower(0.05), 1, "native does not count")
	assert.Equal(t, "mesh/bcast", c.Slower(0.05)[0].Algo)
	assert.Empty(t, c.Slower(0.3))
}

// If launches differ by more than their samples suggest, the verdict is open.
func TestCompareLaunchesThatDiffer(t *testing.T) {
	a := resultOf(launched(Native, 8, 1000, 1000, 1000), launched("ring/bcast", 8, 1000, 1100, 900))
	b := resultOf(launched(Native, 8, 1000, 1000, 1000), launched("ring/bcast", 8, 1080, 1200, 1000))
	assert.Equal(t, Inconclusive, Compare(a, b, false).Changes[1].Verdict)
	one := func(r *Result) *Result {
		return resultOf(launched(Native, 8, 1000), sampled("ring/bcast", 8, r.Cells[1].Samples[0], 128))
	}
	c := Compare(one(a), one(b), false)
	assert.Equal(t, Slower, c.Changes[1].Verdict, "for these two launches")
	assert.Equal(t, 1, c.Launches())
	var out bytes.Buffer
	WriteComparison(&out, c, "a.json", "b.json")
	assert.Contains(t, out.String(), "# only one launch of A or B: the verdicts hold for these launches")
	assert.Equal(t, Inconclusive, Compare(one(a), b, false).Changes[1].Verdict, "one launch against three that differ")
}

// The comparison of A with B is the inverse of that of B with A.
func TestCompareSwaps(t *testing.T) {
	for _, n := range []int{1, 3} {
		before, after := []int64{1000, 1010, 995}[:n], []int64{1190, 1180, 1200}[:n]
		a := resultOf(launched(Native, 8, before...), launched("ring/bcast", 8, before...))
		b := resultOf(launched(Native, 8, before...), launched("ring/bcast", 8, after...))
		ab, ba := Compare(a, b, false).Changes[1], Compare(b, a, false).Changes[1]
		assert.InEpsilon(t, 1/ab.Ratio, ba.Ratio, 1e-12)
		assert.InEpsilon(t, 1 / *ab.RatioRange.Lo, *ba.RatioRange.Hi, 1e-12)
		assert.Equal(t, [2]string{Slower, Faster}, [2]string{ab.Verdict, ba.Verdict})
	}
}

// Among many cells, one small p value is expected by chance.
func TestCompareCorrectsForTheTable(t *testing.T) {
	table := func(cells int, first ...int64) *Result {
		r := &Result{}
		for i := range cells {
			native, mine := []int64{1000, 1000}, []int64{1000 + int64(i%3), 1060 - int64(i%5)}
			if i == 0 {
				mine = first
			}
			r.Cells = append(r.Cells, launched(Native, i, native...), launched("ring/bcast", i, mine...))
		}
		return r
	}
	verdict := func(cells int) string {
		return Compare(table(cells, 1000, 1060), table(cells, 1250, 1310), false).Changes[1].Verdict
	}
	assert.Equal(t, Slower, verdict(4))
	assert.Equal(t, Inconclusive, verdict(100))
}

func TestCompareSeveralRuns(t *testing.T) {
	twice := resultOf(sampled(Native, 8, 1000, 128), sampled("ring/bcast", 8, 1000, 128), sampled(Native, 8, 1100, 128), sampled("ring/bcast", 8, 1100, 128))
	c := Compare(twice, twice, false)
	require.Len(t, c.Changes, 2)
	assert.Equal(t, 2, c.Launches(), "two runs are two launches")
}

func TestCompareEnvironments(t *testing.T) {
	a, b := resultOf(sampled("native", 8, 1000, 128)), resultOf(sampled("native", 8, 2000, 128))
	b.Env = Env{MPI: "Open MPI v5.0.3, package", Sync: "round", Cache: Warm, Network: "ring:4", Oversubscribed: true, Hosts: []Host{{CPU: "y"}, {CPU: "y"}}}
	c := Compare(a, b, false)
	assert.Equal(t, []string{"MPI Open MPI v4.1.4 / Open MPI v5.0.3", "CPU x / y", "network none / ring:4",
		"oversubscribed false / true", "sync dissem / round", "cache none / warm"}, c.Differ)
	assert.Equal(t, Inconclusive, c.Changes[0].Verdict, "the scheduler was measured")
	assert.Equal(t, Slower, Compare(a, b, true).Changes[0].Verdict)
}

func TestComparisonFitsATerminal(t *testing.T) {
	long := Cell{Op: "reducescatter", Algo: "hcube/allreduce-reduce-bcast", P: 128, Bytes: 512 << 10, Samples: times(123_456_780, 128)}
	a, b := resultOf(long), resultOf(long)
	var out bytes.Buffer
	WriteComparison(&out, Compare(a, b, false), "a.json", "b.json")
	lines := strings.Split(out.String(), "\n")
	for _, line := range lines {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	assert.Contains(t, lines, "# reducescatter, 128 ranks")
	assert.Contains(t, lines, "  512K hcube/allreduce-reduce-bcast   123457   123457 1.000 0.997..1.003 same")
	assert.Contains(t, out.String(), "# 1 cells: B faster in 0, slower in 0, same in 1, open in 0; geometric mean of\n#   B/A 1.000")

	out.Reset()
	WriteComparison(&out, Compare(a, resultOf(), false), "a.json", "b.json")
	assert.Contains(t, out.String(), "# no cell is in both files\n# cells in one file only: 1 in A, 0 in B\n")
}
