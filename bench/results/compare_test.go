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

func sampled(algo string, bytes int, ns int64, n int) Cell {
	return Cell{Op: "bcast", Algo: algo, P: 4, Bytes: bytes, Samples: times(ns, n)}
}

func TestCompareVerdicts(t *testing.T) {
	a := resultOf(sampled("native", 8, 1000, 40), sampled("ring/bcast", 8, 1000, 40), sampled("mesh/bcast", 8, 1000, 40),
		sampled("hcube/bcast", 8, 1000, 40), sampled("hcube/bcast", 64, 1000, 40))
	b := resultOf(sampled("hcube/bcast", 8, 1000, 5), sampled("mesh/bcast", 8, 1010, 30), sampled("ring/bcast", 8, 800, 50),
		sampled("native", 8, 1200, 40), sampled("gompi", 8, 1, 40), sampled("gompi", 64, 1, 40))
	c := Compare(a, b, false)
	require.Len(t, c.Changes, 4)
	var verdicts []string
	for _, change := range c.Changes {
		verdicts = append(verdicts, change.Verdict)
	}
	assert.Equal(t, []string{Slower, Faster, Same, Open}, verdicts, "five samples decide nothing")
	assert.InDelta(t, 1.2, c.Changes[0].Ratio, 0.01)
	assert.Equal(t, [2]int{1, 2}, [2]int{c.OnlyA, c.OnlyB})
	assert.Empty(t, c.Differ)

	assert.Len(t, c.Slower(0.05), 1)
	assert.Equal(t, "native", c.Slower(0.19)[0].Algo)
	assert.Empty(t, c.Slower(0.25))
}

// A compared with B says the inverse of B compared with A.
func TestCompareSwaps(t *testing.T) {
	a, b := resultOf(sampled("native", 8, 1000, 40)), resultOf(sampled("native", 8, 1190, 31))
	ab, ba := Compare(a, b, false).Changes[0], Compare(b, a, false).Changes[0]
	assert.InEpsilon(t, 1/ab.Ratio, ba.Ratio, 1e-12)
	assert.InEpsilon(t, 1 / *ab.RatioRange.Lo, *ba.RatioRange.Hi, 1e-12)
	assert.InEpsilon(t, ab.PValue, ba.PValue, 1e-12)
	assert.Equal(t, [2]string{Slower, Faster}, [2]string{ab.Verdict, ba.Verdict})
}

// One small p value among many cells is what chance brings.
func TestCompareCorrectsForTheTable(t *testing.T) {
	var before, after []Cell
	for i := range 40 {
		before, after = append(before, sampled("native", i, 1000, 7)), append(after, sampled("native", i, 1000, 7))
	}
	for i := range after[0].Samples {
		after[0].Samples[i] = 1400
	}
	// 7 and 7 samples, all of one side above the other: p = 0.0006, times 40 cells q = 0.02; with one overlap more.
	c := Compare(resultOf(before...), resultOf(after...), false)
	assert.Equal(t, Slower, c.Changes[0].Verdict)
	assert.Greater(t, c.Changes[0].QValue, 20*c.Changes[0].PValue)
	for i := range 3 {
		after[0].Samples[i] = 900
	}
	assert.Equal(t, Open, Compare(resultOf(before...), resultOf(after...), false).Changes[0].Verdict)
}

func TestCompareSeveralRuns(t *testing.T) {
	twice := resultOf(sampled("native", 8, 1000, 5), sampled("native", 8, 1000, 5))
	c := Compare(twice, twice, false)
	require.Len(t, c.Changes, 1)
	assert.Equal(t, Same, c.Changes[0].Verdict, "ten samples in two runs")
}

func TestCompareEnvironments(t *testing.T) {
	a, b := resultOf(sampled("native", 8, 1000, 40)), resultOf(sampled("native", 8, 2000, 40))
	b.Env = Env{MPI: "Open MPI v5.0.3, package", Sync: "round", Cache: Warm, Network: "ring:4", Oversubscribed: true, Hosts: []Host{{CPU: "y"}, {CPU: "y"}}}
	c := Compare(a, b, false)
	assert.Equal(t, []string{"MPI Open MPI v4.1.4 / Open MPI v5.0.3", "CPU x / y", "network none / ring:4",
		"oversubscribed false / true", "sync dissem / round", "cache none / warm"}, c.Differ)
	assert.Equal(t, Open, c.Changes[0].Verdict, "the scheduler was measured")
	assert.Equal(t, Slower, Compare(a, b, true).Changes[0].Verdict)
}

func TestComparisonFitsATerminal(t *testing.T) {
	long := Cell{Op: "reducescatter", Algo: "hcube/allreduce-reduce-bcast", P: 128, Bytes: 512 << 10, Samples: times(123_456_780, 20)}
	a, b := resultOf(long), resultOf(long)
	var out bytes.Buffer
	WriteComparison(&out, Compare(a, b, false), "a.json", "b.json")
	lines := strings.Split(out.String(), "\n")
	for _, line := range lines {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	assert.Equal(t, "# reducescatter, 128 ranks", lines[3])
	assert.Equal(t, "  512K hcube/allreduce-reduce-bcast   123580   123580 1.000 0.999..1.001 same", lines[5])
	assert.Contains(t, out.String(), "# 1 cells: B faster in 0, slower in 0, same in 1, open in 0; geometric mean of\n#   B/A 1.000")

	out.Reset()
	WriteComparison(&out, Compare(a, resultOf(), false), "a.json", "b.json")
	assert.Contains(t, out.String(), "# no cell is in both files\n# cells in one file only: 1 in A, 0 in B\n")
}
