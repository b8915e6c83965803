package results

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// crowdedCell took ns beside native's 1000, and unlimited and native's 100 on links without rates.
func crowdedCell(algo string, ns int64, unlimited, native float64) Cell {
	c := Cell{Op: "bcast", Algo: algo, P: 16, Bytes: 8, Stop: "max", Samples: times(ns, 128), Oversubscribed: true, Unlimited: unlimited, NativeUnlimited: native}
	c.Summarise(times(1000, 128))
	return c
}

// A verdict with more ranks than cores holds for all times that a call may take with a core for every rank.
func TestVerdictsBesideTheCores(t *testing.T) {
	for _, c := range []struct {
		ns                int64
		unlimited, native float64
		want              string
	}{
		{800, 400, 100, Faster},        // 800 / 900 at most
		{880, 400, 100, Inconclusive},  // 880 / 900 at most
		{1200, 40, 100, Slower},        // 1160 / 1000 at least
		{1200, 160, 100, Inconclusive}, // 1040 / 1000 at least
		{1000, 20, 20, Same},           // 980 / 1000 to 1000 / 980
		{1000, 100, 20, Inconclusive},  // 900 / 1000 at least
		{1000, 20, 100, Inconclusive},  // 1000 / 900 at most
		{100, 10, 1200, Inconclusive},  // native may take no time
		{3000, 3000, 10, Inconclusive}, // ours may
		{100, 0, 100, Inconclusive},    // not known of ours
		{100, 10, 0, Inconclusive},     // not known of native
	} {
		cells := []Cell{crowdedCell(Native, 1000, c.native, c.native), crowdedCell("ring/a", c.ns, c.unlimited, c.native)}
		Judge(cells, false)
		assert.Equal(t, c.want, cells[1].Verdict, "%+v", c)
	}
}

// What the cores take is known of joined launches if it is of each.
func TestJoinCores(t *testing.T) {
	launch := func(start string, unlimited float64) *Result {
		return &Result{Status: "complete", Env: Env{Start: start, Oversubscribed: true, CoresKnown: true},
			Cells: []Cell{crowdedCell(Native, 1000, unlimited, unlimited), crowdedCell("ring/a", 500, 50, unlimited)}}
	}
	joined, err := Join([]*Result{launch("1", 100), launch("2", 400)})
	assert.NoError(t, err)
	assert.InDelta(t, 200, joined.Cells[0].Unlimited, 1e-9)
	assert.InDelta(t, 200, joined.Cells[1].NativeUnlimited, 1e-9)
	Judge(joined.Cells, false)
	assert.Equal(t, Faster, joined.Cells[1].Verdict)

	joined, err = Join([]*Result{launch("1", 100), launch("2", 0)})
	assert.NoError(t, err)
	Judge(joined.Cells, false)
	assert.Equal(t, Inconclusive, joined.Cells[1].Verdict)
}

// The header, the map of verdicts and bench.csv say what the cores take.
func TestWriteCores(t *testing.T) {
	written := func(cells ...Cell) string {
		var out strings.Builder
		r := &Result{Env: Env{Oversubscribed: true, CoresKnown: true}, Cells: cells}
		Judge(r.Cells, false)
		WriteEnv(&out, r.Env)
		WriteVerdicts(&out, r)
		assert.NoError(t, WriteCSV(&out, r.Cells))
		return strings.ReplaceAll(out.String(), "\n#  ", "")
	}
	text := written(crowdedCell(Native, 1000, 100, 100), crowdedCell("ring/a", 800, 400, 100))
	assert.Contains(t, text, "verdicts allow for that")
	assert.Contains(t, text, "on links without rates the calls take 9 to 50 % of their time")
	assert.Contains(t, text, ",0.400,,,\n")
	text = written(crowdedCell(Native, 1000, 900, 900), crowdedCell("ring/a", 800, 400, 900))
	assert.Contains(t, text, "verdicts: all open: more ranks than cores: on links without rates the calls take 50 to 90 % of their time")
	assert.NotContains(t, text, "too few samples")
	few := crowdedCell("ring/a", 500, 20, 20)
	few.Samples = few.Samples[:16]
	few.Summarise(times(1000, 128)[:16])
	text = written(crowdedCell(Native, 1000, 20, 20), few)
	assert.Contains(t, text, "all open: more ranks than cores: on links without rates the calls take 1 to 4 % of their time")
	assert.Contains(t, text, "1 of 1 open: too few samples for one launch")
}

// Cells that are open because one launch has few samples of them are counted.
func TestWriteFewSamples(t *testing.T) {
	base := times(1000, 128)
	cells := []Cell{cell(Native, base, base), cell("ring/a", times(800, 128), base), cell("ring/b", times(800, 16), base[:16])}
	Judge(cells, false)
	var out strings.Builder
	WriteVerdicts(&out, &Result{Cells: cells})
	assert.Contains(t, out.String(), "1 of 1 open: too few samples for one launch")
	out.Reset()
	WriteVerdicts(&out, &Result{Cells: cells, Env: Env{Launches: 3}})
	assert.NotContains(t, out.String(), "too few")
}
