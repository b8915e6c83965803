package results_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
)

// A verdict with more ranks than cores must hold for every possible time of the call with one core per rank.
func TestVerdictsBesideTheCores(t *testing.T) {
	for _, c := range []struct {
		ns                int64
		unlimited, native float64
		want              string
	}{
		{800, 400, 100, results.Faster},        // at most 800 / 900
		{880, 400, 100, results.Inconclusive},  // at most 880 / 900
		{1200, 40, 100, results.Slower},        // at least 1160 / 1000
		{1200, 160, 100, results.Inconclusive}, // at least 1040 / 1000
		{1000, 20, 20, results.Same},           // between 980 / 1000 and 1000 / 980
		{1000, 100, 20, results.Inconclusive},  // at least 900 / 1000
		{1000, 20, 100, results.Inconclusive},  // at most 1000 / 900
		{100, 10, 1200, results.Inconclusive},  // native's time may consist only of waiting for cores
		{3000, 3000, 10, results.Inconclusive}, // the algorithm's time may consist only of waiting for cores
		{100, 0, 100, results.Inconclusive},    // unknown for the algorithm
		{100, 10, 0, results.Inconclusive},     // unknown for native
	} {
		cells := []results.Cell{resultstest.OnFewCores(results.Native, 1000, c.native, c.native),
			resultstest.OnFewCores("ring/a", c.ns, c.unlimited, c.native)}
		results.Judge(cells, false)
		assert.Equal(t, c.want, cells[1].Verdict, "%+v", c)
	}
}

// A cell of joined launches has the time Unlimited only if the cell of every launch has it.
func TestJoinCores(t *testing.T) {
	launch := func(start string, unlimited float64) *results.Result {
		return &results.Result{Status: "complete", Env: results.Env{Invocation: results.Invocation{Start: start},
			CoreUse: results.CoreUse{Oversubscribed: true,
				CoresKnown: true}},
			Cells: []results.Cell{resultstest.OnFewCores(results.Native, 1000, unlimited, unlimited),
				resultstest.OnFewCores("ring/a", 500, 50, unlimited)}}
	}
	joined, err := results.Join([]*results.Result{launch("1", 100), launch("2", 400)})
	assert.NoError(t, err)
	assert.InDelta(t, 200, joined.Cells[0].Unlimited, 1e-9)
	assert.InDelta(t, 200, joined.Cells[1].NativeUnlimited, 1e-9)
	results.Judge(joined.Cells, false)
	assert.Equal(t, results.Faster, joined.Cells[1].Verdict)

	joined, err = results.Join([]*results.Result{launch("1", 100), launch("2", 0)})
	assert.NoError(t, err)
	results.Judge(joined.Cells, false)
	assert.Equal(t, results.Inconclusive, joined.Cells[1].Verdict)
}
