package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// timesOf returns a table of one operation. It has the median in ns of every contender at 8, 64 and 512
// bytes.
func timesOf(medians map[string][]float64, order ...string) *table {
	r := &results.Result{}
	for _, algo := range order {
		for i, median := range medians[algo] {
			r.Cells = append(r.Cells,
				results.Cell{Subject: results.Subject{Op: "bcast", P: 4, Algo: algo, Bytes: 8 << (3 * i)},
					Summary: results.Summary{Median: median}})
		}
	}
	return tablesOf(r)[0]
}

// Contenders that are the fastest at some size get colours first. The contenders closest to the fastest get
// the other colours.
func TestBestOfOurs(t *testing.T) {
	table := timesOf(
		map[string][]float64{native: {1, 1, 1}, "ring/a": {9, 9, 1}, "ring/b": {2, 2, 9}, "mesh/c": {3, 3, 3},
			"mesh/d": {4, 4, 4}, "hcube/e": {5, 5, 5}},
		native, "hcube/e", "ring/a", "mesh/d", "mesh/c", "ring/b")
	assert.Equal(t, []string{"ring/b", "ring/a", "mesh/c", "mesh/d"}, table.best())
	seen := map[string]bool{}
	for _, c := range table.curves(func(ns float64, _ int) float64 { return ns }) {
		if c.Title == "hcube/e" {
			assert.Equal(t, "var(--forced)", c.Ink, "the rest is grey")
			continue
		}
		assert.False(t, seen[c.Ink], "%s shares %s", c.Title, c.Ink)
		seen[c.Ink] = true
	}
	assert.Len(t, seen, 5)
}

// With only one size, the chart has bars, in ascending order of time.
func TestOneSizeIsBars(t *testing.T) {
	table := timesOf(map[string][]float64{native: {2000}, "ring/bcast": {1000}, "native:chain": {4000}},
		native, "ring/bcast", "native:chain")
	charts := table.charts()
	assert.Empty(t, charts.Bandwidth)
	assertHas(t, write(t, &results.Result{Cells: table.Measured()}), "<small>MPI_Bcast, 4 ranks, 8</small>")
	bars := string(charts.Latency)
	assert.Equal(t, 3, strings.Count(bars, "<rect "))
	require.Less(t, strings.Index(bars, ">ring/bcast<"), strings.Index(bars, ">native<"))
	for _, want := range []string{
		`width="90.0" height="11" style="fill:var(--c4)"><title>ring/bcast: 1.00 µs`,
		`width="180.0" height="11" style="fill:var(--native)"`,
		`width="360.0" height="11" style="fill:var(--forced)"`} {
		assert.Contains(t, bars, want)
	}
}

// The legend and the methods name the dashed line.
func TestDashedLine(t *testing.T) {
	r := quickPreset(2, 1)
	page := write(t, r)
	assertHas(t, page, "</svg>one-port estimate</li>")
	assertHas(t, page, "The dashed line of a chart is a one-port estimate")
	assertHasNot(t, page, "</svg>bound</li>")

	r.Env.Network, r.Env.Ranks = "ring:2@1gbit", []results.Rank{{Host: "h0"}, {Host: "h1"}}
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Bound, c.Estimate = c.Estimate, 0
	}
	page = write(t, r)
	assertHas(t, page, "</svg>bound</li>")
	assertHas(t, page, "The dashed line of a chart is the lower bound")
	assertHasNot(t, page, "one-port estimate")
}
