package ranking_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

// The best contender is not judged by the samples on which it was selected. Of thirty contenders as fast as
// native, one appears faster by chance in one half of the repetitions, but not in the other half.
func TestBestIsNotJudgedByTheSamplesItWasPickedBy(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noisy := func() []int64 {
		list := make([]int64, 64)
		for i := range list {
			list[i] = 1000 + random.Int64N(600)
		}
		return list
	}
	naive, honest := 0.0, 0.0
	const tables = 40
	for range tables {
		native := noisy()
		cells, least := []results.Cell{resultstest.Measured(results.Native, native, native)}, 2.0
		for i := range 30 {
			c := resultstest.Measured(fmt.Sprint("ring/", i), noisy(), native)
			cells, least = append(cells, c), min(least, c.Ratio)
		}
		naive += least / tables
		honest += ranking.Contests(&results.Result{Cells: cells})[0].Best / tables
	}
	assert.Less(t, naive, 0.96)
	assert.InDelta(t, 1, honest, 0.02)
}

func TestBestOfLaunches(t *testing.T) {
	// ring/a is the fastest in launches 1 and 3, so it is selected on them. Its ratio comes from launch 2, in
	// which it is not the fastest.
	cells := []results.Cell{resultstest.InLaunches(results.Native, 1000, 1000, 1000),
		resultstest.InLaunches("ring/a", 800, 1200, 800), resultstest.InLaunches("ring/b", 900, 900, 900)}
	for i := range cells[0].Samples {
		cells[0].Samples[i] = 1000
	}
	c := ranking.Contests(&results.Result{Cells: cells})[0]
	assert.InDelta(t, 1.039, c.Best, 0.01, "sqrt(1.2 x 0.9)")
	assert.Equal(t, "ring/a", c.Leader)
	assert.InDelta(t, 1.2, c.LeadMean, 0.01)
}

// The best algorithm is never an unranked contender, even if that contender is the fastest.
func TestAsideIsNotOurs(t *testing.T) {
	native := []int64{1000, 1000, 1000, 1000}
	cells := []results.Cell{resultstest.Measured(results.Native, native, native),
		resultstest.Measured("ring/a", []int64{800, 800, 800, 800}, native),
		resultstest.Measured("go:ring/a", []int64{500, 500, 500, 500}, native),
		resultstest.Measured("plan:a.json", []int64{400, 400, 400, 400}, native)}
	for i := range cells[1:] {
		cells[i+1].Verdict, cells[i+1].Counters = results.Faster,
			results.Counters{Rounds: 1, Messages: 1, Bytes: 8}
	}
	r := &results.Result{Cells: cells}
	c := ranking.Contests(r)[0]
	assert.Equal(t, "ring/a", c.Leader)
	assert.InDelta(t, 0.8, c.Best, 1e-9)
	assert.Equal(t, 1, c.Verdicts[results.Faster])
	assert.InDelta(t, 0.8, ranking.BestRatio(cells, results.Cell.Competes), 1e-9)
}

func TestTimesInC(t *testing.T) {
	inC, fromGo := &results.Result{Env: results.Env{CallForm: results.CallForm{TimeInC: true}}},
		&results.Result{}
	assert.Contains(t, compare.Compare(inC, fromGo, false).Differences, "times from C / from Go")
	_, err := results.Join([]*results.Result{fromGo, inC})
	assert.ErrorContains(t, err, `clock readings "from C", want "from Go" as in the first launch`)
	var with, without strings.Builder
	tables.WriteEnv(&with, inC.Env)
	tables.WriteEnv(&without, fromGo.Env)
	assert.Contains(t, with.String(), "our algorithms and plans are timed in C, without")
	assert.NotContains(t, without.String(), "timed in C")
}

// Cells with the same plans count once. The best algorithm over all sizes may share some of its cells with
// another algorithm.
func TestAlikeCountsOnce(t *testing.T) {
	contests := ranking.Contests(resultstest.Pipelined())
	require.Len(t, contests, 1)
	assert.Equal(t, "ring/bcast-pipelined", contests[0].Leader)
	assert.InDelta(t, 0.85, contests[0].LeadMean, 0.01, "the root of 1.2 and 0.6")
	assert.Equal(t, map[string]int{results.Faster: 1, results.Slower: 2}, contests[0].Verdicts)
	var out bytes.Buffer
	tables.WriteVerdicts(&out, resultstest.Pipelined())
	assert.Contains(t, out.String(),
		"  ring/bcast                       -    -\n  ring/bcast-pipelined             -    +\n")
	assert.NotContains(t, out.String(), "hcube")
}
